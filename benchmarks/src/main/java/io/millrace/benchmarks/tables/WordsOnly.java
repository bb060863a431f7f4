package io.millrace.benchmarks.tables;

import io.millrace.benchmarks.scenario.Request;
import io.millrace.flows.Application;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.IntStream;

/** Flows and messages for what the report says in words. */
final class WordsOnly {

    private static final String COMPUTE =
            """
            flow: work
            nodes:
              in:   {type: MQInput, queue: WORDS.IN, domain: XML}
              work: {type: Compute, module: Work}
              out:  {type: MQOutput, queue: WORDS.OUT}
            connections:
              in.out: work
              work.out: out
            """;
    private static final String MODULE =
            """
            CREATE COMPUTE MODULE Work
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                %s
                RETURN TRUE;
              END;
            END MODULE;
            """;
    private static final String LIST =
            """
            DECLARE i INTEGER 1;
                WHILE i <= %d DO
                  SET OutputLocalEnvironment.Destination.RouterList.DestinationData[i].labelName = 'L' || CAST(i AS CHARACTER);
                  SET i = i + 1;
                END WHILE;\
            """;

    private WordsOnly() {}

    /** The work that the name of a row says. */
    static EngineAlone engine(Row row) {
        byte[] message = message(row.bytes());
        return new EngineAlone(
                Application.of("words", files(row.scenario())),
                new Request(Request.STRING, message, 0),
                row.persistent(),
                reply -> {
                    if (reply.length != message.length) {
                        throw new IllegalStateException(
                                row.scenario() + " gives " + reply.length + " bytes");
                    }
                });
    }

    private static Map<String, String> files(String scenario) {
        String[] words = scenario.split("-");
        return switch (words[0]) {
            case "compute" ->
                    compute(
                            scenario.equals("compute-unchanged")
                                    ? "SET OutputRoot = InputRoot;"
                                    : "SET OutputRoot = InputRoot; SET"
                                            + " OutputRoot.XML.order.start = 'new';");
            case "route" -> route(Integer.parseInt(words[3]), words[4]);
            case "filters" -> filters(Integer.parseInt(words[1]));
            default -> filter(words[words.length - 1]);
        };
    }

    private static Map<String, String> compute(String statements) {
        return Map.of("work.flow.yaml", COMPUTE, "work.esql", MODULE.formatted(statements));
    }

    /** A list of so many labels, of which the first or the last is gone to. */
    private static Map<String, String> route(int entries, String mode) {
        StringBuilder flow = new StringBuilder("flow: work\nnodes:\n");
        flow.append("  in: {type: MQInput, queue: WORDS.IN, domain: XML}\n");
        flow.append("  work: {type: Compute, module: Work, computeMode: destination}\n");
        flow.append("  route: {type: RouteToLabel, mode: ").append(mode).append("}\n");
        flow.append("  out: {type: MQOutput, queue: WORDS.OUT}\n");
        numbers(entries, "  label%1$d: {type: Label, labelName: L%1$d}\n", flow);
        flow.append("connections:\n  in.out: work\n  work.out: route\n");
        numbers(entries, "  label%d.out: out\n", flow);
        return Map.of(
                "work.flow.yaml",
                flow.toString(),
                "work.esql",
                MODULE.formatted(LIST.formatted(entries)));
    }

    private static void numbers(int most, String format, StringBuilder to) {
        IntStream.rangeClosed(1, most).forEach(i -> to.append(format.formatted(i)));
    }

    /** So many Filters one behind the other, of which the last one lets the message through. */
    private static Map<String, String> filters(int count) {
        StringBuilder flow = new StringBuilder("flow: work\nnodes:\n");
        flow.append("  in: {type: MQInput, queue: WORDS.IN, domain: XML}\n");
        flow.append("  out: {type: MQOutput, queue: WORDS.OUT}\n");
        for (int i = 1; i <= count; i++) {
            flow.append(
                    "  filter%d: {type: Filter, expression: \"Body.order.start = '%s'\"}\n"
                            .formatted(i, i == count ? "yes" : "kind" + i));
        }
        flow.append("connections:\n  in.out: filter1\n");
        for (int i = 1; i < count; i++) {
            flow.append("  filter%d.false: filter%d\n".formatted(i, i + 1));
        }
        flow.append("  filter%d.true: out\n".formatted(count));
        return Map.of("work.flow.yaml", flow.toString());
    }

    private static Map<String, String> filter(String field) {
        return Map.of(
                "work.flow.yaml",
                """
                flow: work
                nodes:
                  in:   {type: MQInput, queue: WORDS.IN, domain: XML}
                  work: {type: Filter, expression: "Body.order.%s = 'yes'"}
                  out:  {type: MQOutput, queue: WORDS.OUT}
                connections:
                  in.out: work
                  work.true: out
                """
                        .formatted(field));
    }

    /** An order with a field at the start, in the middle and at the end. */
    private static byte[] message(int bytes) {
        String start = "<order><start>yes</start>";
        String middle = "<middle>yes</middle>";
        String end = "<end>yes</end></order>";
        String item = "<item><number>12345</number><name>thing</name></item>";
        int rest = bytes - start.length() - middle.length() - end.length();
        String half = item.repeat(Math.max(0, rest / 2 / item.length()));
        return (start + half + middle + half + end).getBytes(StandardCharsets.UTF_8);
    }
}
