package io.millrace.nodes.transformation;

import java.util.List;

/** Which of a Compute node's output trees go downstream; for the others the input's go on. */
record ComputeMode(boolean message, boolean environment, boolean exception) {

    static final List<String> WORDS =
            List.of(
                    "message",
                    "destination",
                    "destinationAndMessage",
                    "exception",
                    "exceptionAndMessage",
                    "exceptionAndDestination",
                    "all");

    /** The mode that a flow calls by a word. */
    static ComputeMode of(String word) {
        boolean all = word.equals("all");
        String lower = word.toLowerCase();
        return new ComputeMode(
                all || lower.contains("message"),
                all || lower.contains("destination"),
                all || lower.contains("exception"));
    }
}
