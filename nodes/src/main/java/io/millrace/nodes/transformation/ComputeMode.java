package io.millrace.nodes.transformation;

/**
 * The output trees that a Compute node propagates. For the other trees, the input trees are
 * propagated.
 */
record ComputeMode(boolean message, boolean environment, boolean exception) {

    /** Returns the mode with the name of a property value. */
    static ComputeMode of(String word) {
        boolean all = word.equals("all");
        String lower = word.toLowerCase();
        return new ComputeMode(
                all || lower.contains("message"),
                all || lower.contains("destination"),
                all || lower.contains("exception"));
    }
}
