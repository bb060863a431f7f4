package io.millrace.benchmarks.report;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What Millrace aims at.
 *
 * @param what is measured
 * @param aim in words
 * @param parts the figures that must all be reached; none where {@code elsewhere} says who proves
 *     it
 * @param elsewhere what proves it, if not these figures; else empty
 */
record Goal(String what, String aim, List<Part> parts, String elsewhere) {

    /** A figure made of those that were measured. */
    @FunctionalInterface
    interface Figure {
        OptionalDouble in(Figures results);
    }

    /**
     * A figure with its bound.
     *
     * @param label which of several; may be empty
     * @param most whether the bound is the most that is allowed, not the least
     */
    record Part(String label, Figure figure, double bound, boolean most) {

        static Part least(String label, Figure figure, double bound) {
            return new Part(label, figure, bound, false);
        }

        static Part most(String label, Figure figure, double bound) {
            return new Part(label, figure, bound, true);
        }

        boolean reached(double value) {
            return most ? value <= bound : value >= bound;
        }
    }

    static Goal measured(String what, String aim, Part... parts) {
        return new Goal(what, aim, List.of(parts), "");
    }

    static Goal elsewhere(String what, String aim, String where) {
        return new Goal(what, aim, List.of(), where);
    }
}
