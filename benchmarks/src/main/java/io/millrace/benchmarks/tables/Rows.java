package io.millrace.benchmarks.tables;

import io.millrace.benchmarks.result.Work;
import io.millrace.benchmarks.scenario.Scenarios;

/** Pieces of work as values of the JMH parameter {@code row}. */
public final class Rows {

    private static final String PERSISTENT = " persistent";

    private Rows() {}

    /** Returns the value for a piece of work. */
    public static String row(Work work) {
        return work.scenarioId() + " " + work.sizeBytes() + (work.persistent() ? PERSISTENT : "");
    }

    /** Returns the piece of work of a value. */
    public static Work work(String row) {
        return Scenarios.of(row.split(" ")[0]).works().stream()
                .filter(work -> row(work).equals(row))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown row " + row));
    }
}
