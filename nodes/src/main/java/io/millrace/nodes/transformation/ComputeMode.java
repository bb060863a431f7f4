package io.millrace.nodes.transformation;

import io.millrace.engine.esql.FieldUse;

/**
 * The output trees that a Compute node propagates. For the other trees, the input trees are
 * propagated.
 */
record ComputeMode(boolean message, boolean environment, boolean exception) {

    /** Returns the mode of a property value. */
    static ComputeMode of(String word) {
        boolean all = word.equals("all");
        String lower = word.toLowerCase();
        return new ComputeMode(
                all || lower.contains("message"),
                all || lower.contains("destination"),
                all || lower.contains("exception"));
    }

    /**
     * Returns this mode with the given output tree added. For an input tree, returns this mode
     * unchanged.
     */
    ComputeMode with(FieldUse.Tree tree) {
        return new ComputeMode(
                message || tree == FieldUse.Tree.OUTPUT_ROOT,
                environment || tree == FieldUse.Tree.OUTPUT_LOCAL_ENVIRONMENT,
                exception || tree == FieldUse.Tree.OUTPUT_EXCEPTION_LIST);
    }

    /** Returns the value of the property. */
    @Override
    public String toString() {
        if (message && environment && exception) {
            return "all";
        }
        if (exception) {
            return message
                    ? "exceptionAndMessage"
                    : environment ? "exceptionAndDestination" : "exception";
        }
        return message
                ? environment ? "destinationAndMessage" : "message"
                : environment ? "destination" : "";
    }
}
