package io.millrace.benchmarks.report;

import java.util.OptionalDouble;

/**
 * How two figures go with each other.
 *
 * @param of the one
 * @param to what it is divided by
 * @param factor what the quotient is multiplied with, so that like is compared with like
 */
record Ratio(Point of, Point to, double factor) {

    static Ratio of(Point of, Point to) {
        return new Ratio(of, to, 1);
    }

    /** The ratio; empty where one of the two was not measured. */
    OptionalDouble in(Figures figures) {
        OptionalDouble above = figures.at(of);
        OptionalDouble below = figures.at(to);
        if (above.isEmpty() || below.isEmpty() || below.getAsDouble() <= 0) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(above.getAsDouble() / below.getAsDouble() * factor);
    }
}
