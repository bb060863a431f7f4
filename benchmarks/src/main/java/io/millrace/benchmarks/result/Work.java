package io.millrace.benchmarks.result;

import java.util.Comparator;
import java.util.Objects;

/**
 * A piece of work that several can do: a row of the report's tables, or one of our own.
 *
 * @param scenarioId as in {@code wmqi-v21-node-costs.csv}, or a name of our own
 * @param section of the report, {@code 7.1} to {@code 7.11}; empty for work of our own
 * @param messageFormat in the report's words
 * @param persistent whether messages are
 * @param sizeBytes of the message's user data, nominal
 */
public record Work(
        String scenarioId, String section, String messageFormat, boolean persistent, int sizeBytes)
        implements Comparable<Work> {

    private static final Comparator<Work> ORDER =
            Comparator.comparing(Work::scenarioId)
                    .thenComparing(Work::persistent)
                    .thenComparingInt(Work::sizeBytes)
                    .thenComparing(Work::section)
                    .thenComparing(Work::messageFormat);

    public Work {
        Objects.requireNonNull(scenarioId);
        Objects.requireNonNull(section);
        Objects.requireNonNull(messageFormat);
    }

    /** By scenario, not persistent first, by size. */
    @Override
    public int compareTo(Work other) {
        return ORDER.compare(this, other);
    }
}
