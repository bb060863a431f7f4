package io.millrace.benchmarks.report;

import java.util.OptionalDouble;

/** Where figures are looked up: the reports' own, or ours. */
@FunctionalInterface
interface Figures {

    /** The figure; empty where it was not measured. */
    OptionalDouble at(Point point);
}
