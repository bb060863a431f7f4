package io.millrace.flows.check;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A check for flows that put each message on the queue from which they read it, or write files to
 * the folder from which they read them. A flow that decides by a Filter or Route whether a message
 * returns is not reported.
 */
final class InputLoops {

    private static final String QUEUE = "queue";
    private static final String INPUT_DIRECTORY = "inputDirectory";
    private static final String OUTPUT_DIRECTORY = "outputDirectory";
    private static final String PATTERN = "filenamePattern";

    /** Output terminals through which nodes propagate messages without a decision. */
    private static final Set<String> UNCONDITIONAL = Set.of("out", "failure", "catch", "try");

    private InputLoops() {}

    static void check(CheckedFlow flow, Problems problems) {
        List<CheckedNode> nodes = flow.nodes();
        for (int i = 0; i < nodes.size(); i++) {
            CheckedNode input = nodes.get(i);
            if (isType(input, "MQInput")) {
                for (int node : reached(flow, i)) {
                    checkQueue(input, nodes.get(node), problems);
                }
            } else if (isType(input, "FileInput")) {
                for (int node : reached(flow, i)) {
                    checkFolder(input, nodes.get(node), problems);
                }
            }
        }
    }

    private static void checkQueue(CheckedNode input, CheckedNode output, Problems problems) {
        if (isType(output, "MQOutput")
                && output.text("destinationMode").equals("fixed")
                && output.text(QUEUE).equals(input.text(QUEUE))) {
            problems.warning(
                    ErrorCode.FLOW_CYCLE,
                    output.place(QUEUE),
                    "node %s puts each message to %s, the queue of the input node %s: an endless loop"
                            .formatted(output.name(), output.text(QUEUE), input.name()),
                    "correct the queue, or decide with a Filter which messages return");
        }
    }

    private static void checkFolder(CheckedNode input, CheckedNode output, Problems problems) {
        if (isType(output, "FileOutput")
                && isSameFolder(input.text(INPUT_DIRECTORY), output.text(OUTPUT_DIRECTORY))
                && canMatch(input.text(PATTERN), output.text("outputFilename"))) {
            problems.warning(
                    ErrorCode.FLOW_CYCLE,
                    output.place(OUTPUT_DIRECTORY),
                    "node %s writes files that the input node %s reads from %s (filenamePattern %s): an endless loop"
                            .formatted(
                                    output.name(),
                                    input.name(),
                                    input.text(INPUT_DIRECTORY),
                                    input.text(PATTERN)),
                    "write to another folder, or use a name that the pattern does not match");
        }
    }

    private static boolean isSameFolder(String one, String other) {
        try {
            return Path.of(one)
                    .toAbsolutePath()
                    .normalize()
                    .equals(Path.of(other).toAbsolutePath().normalize());
        } catch (InvalidPathException e) {
            // The node reports the path.
            return false;
        }
    }

    /**
     * Whether a pattern matches the name of an output file. Without a name, the message specifies
     * it: then only the pattern for all files matches.
     */
    private static boolean canMatch(String pattern, String name) {
        String regex = "\\Q" + pattern.replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q") + "\\E";
        return pattern.equals("*") || name.replace('*', '1').matches(regex);
    }

    /** Returns the nodes to which all messages of an input node are propagated. */
    private static Set<Integer> reached(CheckedFlow flow, int input) {
        Set<Integer> reached = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>(List.of(input));
        while (!open.isEmpty()) {
            int from = open.poll();
            for (CheckedFlow.Wire wire : flow.wires()) {
                if (wire.from() == from
                        && UNCONDITIONAL.contains(wire.output())
                        && reached.add(wire.to())) {
                    open.add(wire.to());
                }
            }
        }
        return reached;
    }

    private static boolean isType(CheckedNode node, String type) {
        return node.type().description().type().equals(type);
    }
}
