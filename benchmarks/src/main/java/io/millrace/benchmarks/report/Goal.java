package io.millrace.benchmarks.report;

import java.util.List;

/**
 * A performance goal of Millrace.
 *
 * @param what measured quantity
 * @param goal description of the goal
 * @param parts figures that must all reach their bounds
 */
record Goal(String what, String goal, List<Part> parts) {

    /**
     * A figure with bounds. For the other components, see {@link Ratio}.
     *
     * @param label label that distinguishes parts of a goal
     * @param atLeast lowest allowed value, or null
     * @param atMost highest allowed value, or null
     */
    record Part(
            String label,
            Double atLeast,
            Double atMost,
            Point of,
            Point minus,
            Point to,
            Double times) {

        Ratio ratio() {
            return new Ratio(of, minus, to, times);
        }

        /** Describes whether the goal is reached. */
        String verdict(double value) {
            if (Double.isNaN(value)) {
                return "not measured";
            }
            boolean reached = atLeast != null ? value >= atLeast : value <= atMost;
            return reached ? "reached" : "missed";
        }
    }
}
