package io.millrace.benchmarks.torture;

import io.millrace.benchmarks.Resources;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A flow under load from {@code scenarios.yaml}. The flow receives messages from {@value #IN} and
 * puts each message to all output queues. For bad messages, the flow then fails.
 *
 * @param name name on the command line
 * @param outputs number of queues on which each message is put
 * @param instances number of threads of the flow; the order is kept with a single thread
 * @param publishes whether the output queues are subscribers of a topic
 * @param exhaustsMemory whether bad messages create trees without end, and crashes are caused by an
 *     exhausted heap
 * @param smallDisk whether the home folder is on a small disk that is sometimes full
 * @param receivesOnce whether clients send some messages again, which an IdempotentReceive node
 *     drops
 */
public record Scenario(
        String name,
        int outputs,
        int instances,
        Database database,
        boolean publishes,
        boolean exhaustsMemory,
        boolean smallDisk,
        boolean receivesOnce) {

    /** The database that takes part in units. */
    public enum Database {
        NONE,
        H2,
        POSTGRES
    }

    static final String IN = "IN";
    static final String BACK = "BACK";
    static final String TABLE = "PART";

    static final List<Scenario> ALL = Resources.list("torture/scenarios.yaml", Scenario.class);

    /**
     * Returns the maximum padding of a message. On a small disk, it is so large that some messages
     * have their own files.
     */
    int maxPadding() {
        return smallDisk ? 120_000 : 600;
    }

    boolean isCoordinated() {
        return database != Database.NONE;
    }

    List<String> outputQueues() {
        return IntStream.rangeClosed(1, outputs).mapToObj(i -> "OUT" + i).toList();
    }

    private String each(String line) {
        return outputQueues().stream().map(line::formatted).collect(Collectors.joining());
    }

    /** Returns the files of the application by name. */
    Map<String, String> files(String url, String user) {
        String application =
                isCoordinated()
                        ? "dataSources:\n  STOCK: {url: \"%s\", user: %s}\n".formatted(url, user)
                        : publishes
                                ? "subscriptions:\n" + each("  - {topic: torture, queue: %s}\n")
                                : exhaustsMemory ? "limits: {treeElements: 300000}\n" : "";
        // Kills also increment the backout count, so the threshold allows for some kills.
        String flow =
                """
                flow: work
                coordinatedTransaction: %s
                additionalInstances: %d
                nodes:
                  in: {type: MQInput, queue: IN, domain: XMLNSC, backoutThreshold: 4, backoutQueue: BACK}
                  work: {type: Compute, module: Work%s}
                %sconnections:
                  in.out: %s
                  work.out: [%s]
                """
                        .formatted(
                                isCoordinated() ? "yes" : "no",
                                instances - 1,
                                isCoordinated() ? ", dataSource: STOCK" : "",
                                (receivesOnce
                                                ? "  once: {type: IdempotentReceive, key:"
                                                        + " Body.m.id}\n"
                                                : "")
                                        + (publishes
                                                ? "  publish: {type: Publication}\n"
                                                : each(
                                                        "  to-%1$s: {type: MQOutput, queue:"
                                                                + " %1$s}\n")),
                                receivesOnce ? "once\n  once.out: work" : "work",
                                publishes ? "publish" : each(", to-%s").substring(2));
        String program =
                """
                CREATE COMPUTE MODULE Work
                  CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                    %s
                    SET OutputRoot = InputRoot;
                    %s
                    PROPAGATE;
                    IF InputRoot.XMLNSC.m.bad = 'yes' THEN
                      %s
                    END IF;
                    RETURN FALSE;
                  END;
                END MODULE;
                """
                        .formatted(
                                isCoordinated()
                                        ? "INSERT INTO Database.PART(ID) VALUES"
                                                + " (InputRoot.XMLNSC.m.id);"
                                        : "",
                                publishes ? "SET OutputRoot.Properties.Topic = 'torture';" : "",
                                exhaustsMemory
                                        ? "WHILE TRUE DO CREATE LASTCHILD OF Environment.Variables"
                                                + " NAME 'e'; END WHILE;"
                                        : "THROW USER EXCEPTION VALUES ('a bad message');");
        return Map.of(
                "application.yaml", "name: torture\n" + application,
                "work.flow.yaml", flow,
                "work.esql", program);
    }
}
