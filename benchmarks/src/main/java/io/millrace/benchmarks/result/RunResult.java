package io.millrace.benchmarks.result;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * One run of a command that measures.
 *
 * @param format {@link #FORMAT}
 * @param command name after {@code bench}: {@code node-costs}, {@code jmh} ...
 * @param arguments as typed; they repeat the run
 * @param started start time
 * @param seconds duration of the run
 * @param database {@code h2} or {@code postgresql}; empty if no database was used
 * @param software software that was measured
 * @param machine machine of the measurement
 * @param rows in the order of measurement
 */
public record RunResult(
        String format,
        String command,
        String arguments,
        Instant started,
        double seconds,
        String database,
        Software software,
        Machine machine,
        List<ResultRow> rows) {

    /** The version of the file format. */
    public static final String FORMAT = "millrace-bench-2";

    public RunResult {
        if (!FORMAT.equals(format)) {
            throw new IllegalArgumentException(
                    "the format must be " + FORMAT + " (found " + format + ")");
        }
        rows = List.copyOf(rows);
    }

    /** Returns the result of a run of this process that ends now. */
    public static RunResult ended(
            String command, String arguments, Instant started, Measured measured) {
        return new RunResult(
                FORMAT,
                command,
                arguments,
                started,
                Duration.between(started, Instant.now()).toMillis() / 1e3,
                measured.database(),
                Software.here(),
                measured.machine(),
                measured.rows());
    }

    /**
     * Rows and the place where they were measured.
     *
     * @param database as in {@link RunResult}
     */
    public record Measured(List<ResultRow> rows, Machine machine, String database) {}
}
