package io.millrace.benchmarks.result;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * A run of a command that measures.
 *
 * @param command its name after {@code bench}: {@code node-costs}, {@code jmh} ...
 * @param arguments what it was given, as one would type it; repeats the run
 * @param started when
 * @param seconds how long it took
 * @param software what was measured
 * @param machine where
 * @param rows in the order of measurement
 */
public record RunResult(
        String command,
        String arguments,
        Instant started,
        double seconds,
        Software software,
        Machine machine,
        List<ResultRow> rows) {

    public RunResult {
        Objects.requireNonNull(command);
        Objects.requireNonNull(arguments);
        Objects.requireNonNull(started);
        Objects.requireNonNull(software);
        Objects.requireNonNull(machine);
        rows = List.copyOf(rows);
    }
}
