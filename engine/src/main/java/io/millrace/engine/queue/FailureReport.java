package io.millrace.engine.queue;

import io.millrace.engine.error.PrintableText;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The reason why a flow moved a message to a backout or dead-letter queue. The store keeps it with
 * the message. All strings are printable.
 *
 * @param queue queue from which the flow read the message
 * @param flow name of the flow; if empty, the part of the input node before its first dot
 * @param input input node in the form {@code flow.node}
 * @param time time of the last failure
 * @param release release of Millrace and of Java that processed the message
 * @param path nodes that contained the message when it failed, from the input node to the node that
 *     raised the error, each in the form {@code flow.node}
 * @param code code of the root cause
 * @param node node that raised the error, in the form {@code flow.node}
 * @param text text of the root cause
 * @param exceptionList printed ExceptionList
 * @param isSensitive whether the application has sensitive fields, which the message can contain
 */
public record FailureReport(
        String queue,
        String flow,
        String input,
        Instant time,
        String release,
        List<String> path,
        String code,
        String node,
        String text,
        String exceptionList,
        boolean isSensitive) {

    /** Maximum number of characters of each field, so that the report is a small property. */
    private static final int MAX_LENGTH = 8_000;

    private static final String SEPARATOR = "\t";

    public FailureReport {
        flow = flow.isEmpty() ? input.substring(0, Math.max(0, input.indexOf('.'))) : flow;
        path = List.copyOf(path);
        text = cut(PrintableText.line(text));
        exceptionList = cut(PrintableText.lines(exceptionList));
    }

    /** Returns the name of a node of the flow, without the name of the flow. */
    public String nameOf(String label) {
        return label.startsWith(flow + ".") ? label.substring(flow.length() + 1) : label;
    }

    private static String cut(String field) {
        return field.length() <= MAX_LENGTH ? field : field.substring(0, MAX_LENGTH) + " ...";
    }

    /** Returns the report as lines of names and values, which {@link #read} reads. */
    public String write() {
        StringBuilder out = new StringBuilder();
        line(out, "queue", queue);
        line(out, "flow", flow);
        line(out, "input", input);
        line(out, "time", time.toString());
        line(out, "release", release);
        line(out, "code", code);
        line(out, "node", node);
        line(out, "text", text);
        if (isSensitive) {
            line(out, "sensitive", "true");
        }
        int end = out.length() + MAX_LENGTH;
        for (String passed : path) {
            if (out.length() < end) {
                line(out, "path", passed);
            }
        }
        exceptionList.lines().forEach(line -> line(out, "exceptionList", line));
        return out.toString();
    }

    private static void line(StringBuilder out, String name, String value) {
        out.append(name).append(SEPARATOR).append(PrintableText.line(value)).append('\n');
    }

    /**
     * Reads the result of {@link #write}. A string from a client can contain anything: unknown
     * names are ignored, and missing values are empty.
     */
    public static FailureReport read(String written) {
        Map<String, List<String>> values = new HashMap<>();
        for (String line : written.lines().toList()) {
            String[] pair = line.split(SEPARATOR, 2);
            values.computeIfAbsent(pair[0], name -> new ArrayList<>())
                    .add(pair.length == 2 ? PrintableText.line(pair[1]) : "");
        }
        return new FailureReport(
                value(values, "queue"),
                value(values, "flow"),
                value(values, "input"),
                time(value(values, "time")),
                value(values, "release"),
                values.getOrDefault("path", List.of()),
                value(values, "code"),
                value(values, "node"),
                value(values, "text"),
                value(values, "exceptionList"),
                value(values, "sensitive").equals("true"));
    }

    private static String value(Map<String, List<String>> values, String name) {
        return String.join("\n", values.getOrDefault(name, List.of()));
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException damaged) {
            return Instant.EPOCH;
        }
    }
}
