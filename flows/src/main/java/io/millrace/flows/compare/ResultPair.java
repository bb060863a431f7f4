package io.millrace.flows.compare;

import io.millrace.engine.error.PrintableText;
import io.millrace.engine.message.Element;
import io.millrace.engine.parser.MessageAssembler;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A comparison of the results of a message in two versions.
 *
 * @param oldParser assembler that parses the outputs of the old version
 * @param newParser assembler that parses the outputs of the new version
 * @param applied receiver of the patterns that match ignored differences
 */
record ResultPair(
        MessageAssembler oldParser,
        MessageAssembler newParser,
        ComparisonOptions options,
        Set<FieldPattern> applied) {

    private static final String MESSAGE = "a message";

    /**
     * Returns the differences between the outcomes of the message; empty if an outcome was not
     * recorded.
     */
    static List<Difference> endings(Result older, Result newer) {
        String oldEnding = older.ending();
        String newEnding = newer.ending();
        return oldEnding == null || newEnding == null || oldEnding.equals(newEnding)
                ? List.of()
                : List.of(new Difference("ended", oldEnding, newEnding));
    }

    /** Returns the comparison of each output. Outputs of a queue are in the order of the puts. */
    List<OutputComparison> outputs(Result older, Result newer) {
        Map<String, List<Result.Output>> oldOutputs = byQueue(older);
        Map<String, List<Result.Output>> newOutputs = byQueue(newer);
        Set<String> queues = new LinkedHashSet<>(oldOutputs.keySet());
        queues.addAll(newOutputs.keySet());
        List<OutputComparison> all = new ArrayList<>();
        for (String queue : queues) {
            List<Result.Output> olds = oldOutputs.getOrDefault(queue, List.of());
            List<Result.Output> news = newOutputs.getOrDefault(queue, List.of());
            int both = Math.min(olds.size(), news.size());
            int count = Math.max(olds.size(), news.size());
            for (int i = 0; i < count; i++) {
                String name = PrintableText.line(queue) + (count > 1 ? " (" + (i + 1) + ")" : "");
                if (i < both) {
                    all.add(both(name, olds.get(i), news.get(i)));
                } else {
                    all.add(
                            i < olds.size()
                                    ? onlyOld(name, olds.get(i))
                                    : onlyNew(name, news.get(i)));
                }
            }
        }
        return all;
    }

    private static Map<String, List<Result.Output>> byQueue(Result result) {
        Map<String, List<Result.Output>> outputs = new LinkedHashMap<>();
        result.outputs()
                .forEach(o -> outputs.computeIfAbsent(o.queue(), q -> new ArrayList<>()).add(o));
        return outputs;
    }

    private OutputComparison onlyOld(String name, Result.Output output) {
        String tree = ParsedOutput.of(output, oldParser, options.bodies()).text(oldParser);
        Difference missing = new Difference("message", MESSAGE, Difference.NONE);
        return new OutputComparison(name, tree, null, List.of(missing), 1, List.of());
    }

    private OutputComparison onlyNew(String name, Result.Output output) {
        String tree = ParsedOutput.of(output, newParser, options.bodies()).text(newParser);
        Difference missing = new Difference("message", Difference.NONE, MESSAGE);
        return new OutputComparison(name, null, tree, List.of(missing), 1, List.of());
    }

    private OutputComparison both(String name, Result.Output older, Result.Output newer) {
        ParsedOutput oldOutput = ParsedOutput.of(older, oldParser, options.bodies());
        ParsedOutput newOutput = ParsedOutput.of(newer, newParser, options.bodies());
        String oldTree = oldOutput.text(oldParser);
        String newTree = newOutput.text(newParser);
        boolean headers = older.hasHeaders() && newer.hasHeaders();
        if (!headers) {
            removeHeaders(oldOutput);
            removeHeaders(newOutput);
        }
        TreeComparison trees =
                new TreeComparison(options.ignored())
                        .compare(List.of(), oldOutput.root(), newOutput.root());
        applied.addAll(trees.applied());
        List<Difference> differences = new ArrayList<>();
        boolean known = !older.properties().isEmpty() && !newer.properties().isEmpty();
        if (known && !older.properties().equals(newer.properties())) {
            differences.add(new Difference("reply", older.properties(), newer.properties()));
        }
        int count = differences.size() + trees.count();
        differences.addAll(trees.differences());
        return new OutputComparison(
                name,
                oldTree,
                newTree,
                differences,
                count,
                notes(oldOutput, newOutput, headers, known, trees, count == 0));
    }

    /** Removes all folders except the last one if it is the body. */
    private static void removeHeaders(ParsedOutput output) {
        Element root = output.root();
        Element body = output.body().isEmpty() ? null : root.lastChild();
        for (Element e = root.firstChild(); e != null && e != body; e = root.firstChild()) {
            e.remove();
        }
    }

    private static List<String> notes(
            ParsedOutput older,
            ParsedOutput newer,
            boolean headers,
            boolean properties,
            TreeComparison trees,
            boolean same) {
        List<String> notes = new ArrayList<>();
        if (older.error() != null) {
            notes.add("the old message cannot be parsed: " + older.error());
        }
        if (newer.error() != null) {
            notes.add("the new message cannot be parsed: " + newer.error());
        }
        if (!headers && !properties) {
            notes.add("only the bodies are compared: the headers were not recorded");
        }
        List<String> ignored =
                trees.ignoredDifferences().stream().filter(p -> !isSetAtPut(p)).toList();
        if (!ignored.isEmpty()) {
            notes.add("ignored: " + String.join(", ", ignored));
        }
        if (same && ignored.isEmpty() && !older.body().equals(newer.body())) {
            notes.add("the bytes of the bodies differ, their trees do not");
        }
        return notes;
    }

    private static boolean isSetAtPut(String path) {
        return ComparisonOptions.SET_AT_PUT.stream().anyMatch(p -> p.toString().equals(path));
    }
}
