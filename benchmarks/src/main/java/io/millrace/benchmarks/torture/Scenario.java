package io.millrace.benchmarks.torture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A flow under load. It reads messages from {@value #IN}, puts each to all {@code outputs}, and
 * fails after its work for messages that request a failure.
 *
 * @param name as on the command line
 * @param outputs number of queues to which each message is put
 * @param instances threads of the flow; with one, order is kept
 * @param database database that takes part in units in addition to the queues
 * @param publishes whether the output queues are subscribers of a topic, and not put to one by one
 */
public record Scenario(
        String name, int outputs, int instances, Database database, boolean publishes) {

    Scenario(String name, int outputs, int instances, Database database) {
        this(name, outputs, instances, database, false);
    }

    private static final String TOPIC = "torture";

    /** Whose bad messages make trees without end. */
    private static final String MEMORY = "memory";

    private static final int MAX_TREE_ELEMENTS = 300_000;

    static final String IN = "IN";
    static final String BACK = "BACK";
    static final String TABLE = "PART";

    /** Backout threshold. Kills count too, so there is room for some. */
    private static final int THRESHOLD = 4;

    /** Databases that take part in units in addition to the queues. */
    public enum Database {
        NONE,
        H2,
        POSTGRES
    }

    private static final String ON_SMALL_DISK = "disk";
    private static final int MAX_PADDING = 600;

    /** Some of its messages are kept in files of their own. */
    private static final int MAX_PADDING_ON_SMALL_DISK = 120_000;

    private static final List<Scenario> ALL =
            List.of(
                    new Scenario("queue", 1, 1, Database.NONE),
                    new Scenario("queue-4", 1, 4, Database.NONE),
                    new Scenario("fan-out", 3, 1, Database.NONE),
                    new Scenario("fan-out-3", 3, 3, Database.NONE),
                    new Scenario("publication", 3, 1, Database.NONE, true),
                    new Scenario(MEMORY, 1, 2, Database.NONE),
                    new Scenario("h2", 1, 1, Database.H2),
                    new Scenario("h2-4", 1, 4, Database.H2),
                    new Scenario("postgres", 1, 1, Database.POSTGRES),
                    new Scenario("postgres-4", 1, 4, Database.POSTGRES),
                    new Scenario(ON_SMALL_DISK, 1, 1, Database.NONE));

    /** Returns all scenarios. */
    public static List<Scenario> all() {
        return ALL;
    }

    /** Whether the broker's home is on a small disk, which has no free space now and then. */
    boolean isOnSmallDisk() {
        return name.equals(ON_SMALL_DISK);
    }

    /** Bytes that are added to a message at most. */
    int maxPadding() {
        return isOnSmallDisk() ? MAX_PADDING_ON_SMALL_DISK : MAX_PADDING;
    }

    /** Whether messages that fail, and deaths, are caused by exhausted memory. */
    boolean exhaustsMemory() {
        return name.equals(MEMORY);
    }

    boolean isCoordinated() {
        return database != Database.NONE;
    }

    /** Whether the messages of a client must be received in the order of the puts. */
    boolean isOrdered() {
        return instances == 1;
    }

    List<String> outputQueues() {
        return IntStream.rangeClosed(1, outputs).mapToObj(i -> "OUT" + i).toList();
    }

    /** Returns the URL of its own database in a folder. */
    static String h2(Path folder) {
        return "jdbc:h2:" + folder.toAbsolutePath().resolve("database");
    }

    /**
     * Returns the application's files by name.
     *
     * @param url of the database; null if there is none
     */
    Map<String, String> files(String url, String user) {
        Map<String, String> files = new LinkedHashMap<>();
        if (isCoordinated()) {
            files.put(
                    "application.yaml",
                    "name: torture\ndataSources:\n  STOCK: {url: \""
                            + url
                            + "\", user: "
                            + user
                            + "}\n");
        }
        if (publishes) {
            files.put(
                    "application.yaml",
                    outputQueues().stream()
                            .map(queue -> "  - {topic: " + TOPIC + ", queue: " + queue + "}\n")
                            .collect(
                                    Collectors.joining("", "name: torture\nsubscriptions:\n", "")));
        }
        if (exhaustsMemory()) {
            files.put(
                    "application.yaml",
                    "name: torture\nlimits: {treeElements: " + MAX_TREE_ELEMENTS + "}\n");
        }
        files.put("work.flow.yaml", flow());
        files.put("work.esql", program());
        return files;
    }

    private String flow() {
        List<String> lines = new ArrayList<>();
        lines.add("flow: work");
        if (isCoordinated()) {
            lines.add("coordinatedTransaction: yes");
        }
        lines.add("additionalInstances: " + (instances - 1));
        lines.add("nodes:");
        lines.add(
                "  in: {type: MQInput, queue: "
                        + IN
                        + ", domain: XMLNSC, backoutThreshold: "
                        + THRESHOLD
                        + ", backoutQueue: "
                        + BACK
                        + "}");
        lines.add(
                "  work: {type: Compute, module: Work"
                        + (isCoordinated() ? ", dataSource: STOCK}" : "}"));
        if (publishes) {
            lines.add("  publish: {type: Publication}");
        } else {
            for (String queue : outputQueues()) {
                lines.add("  to-" + queue + ": {type: MQOutput, queue: " + queue + "}");
            }
        }
        lines.add("connections:");
        lines.add("  in.out: work");
        lines.add(
                publishes
                        ? "  work.out: publish"
                        : outputQueues().stream()
                                .map(queue -> "to-" + queue)
                                .collect(Collectors.joining(", ", "  work.out: [", "]")));
        return String.join("\n", lines) + "\n";
    }

    private String program() {
        String insert =
                isCoordinated()
                        ? "    INSERT INTO Database."
                                + TABLE
                                + "(ID) VALUES (InputRoot.XMLNSC.m.id);\n"
                        : "";
        return "CREATE COMPUTE MODULE Work\n"
                + "  CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN\n"
                + insert
                + "    SET OutputRoot = InputRoot;\n"
                + (publishes ? "    SET OutputRoot.Properties.Topic = '" + TOPIC + "';\n" : "")
                + "    PROPAGATE;\n"
                + "    IF InputRoot.XMLNSC.m.bad = 'yes' THEN\n"
                + (exhaustsMemory()
                        ? "      WHILE TRUE DO\n"
                                + "        CREATE LASTCHILD OF Environment.Variables NAME 'e';\n"
                                + "      END WHILE;\n"
                        : "      THROW USER EXCEPTION VALUES ('a bad message');\n")
                + "    END IF;\n"
                + "    RETURN FALSE;\n"
                + "  END;\n"
                + "END MODULE;\n";
    }
}
