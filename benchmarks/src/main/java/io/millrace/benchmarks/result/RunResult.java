package io.millrace.benchmarks.result;

import io.millrace.server.Millrace;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The result of one run of a benchmark command.
 *
 * @param format version of the file format, {@link #FORMAT}
 * @param command name of the command, for example {@code node-costs}
 * @param arguments arguments of the command, with which the run can be repeated
 * @param started start time
 * @param seconds duration of the run in seconds
 * @param database {@code h2} or {@code postgresql}; empty if no database was used
 * @param software measured software
 * @param machine machine of the run
 * @param rows rows in the order of measurement
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

    /**
     * The measured software.
     *
     * @param millrace version of Millrace
     * @param commit commit of the sources, followed by {@code +} if there were uncommitted changes;
     *     {@code unknown} outside a repository
     * @param java vendor and version of Java
     * @param options options of the virtual machine that affect performance
     */
    public record Software(String millrace, String commit, String java, String options) {

        private static Software here() {
            String version = Millrace.class.getPackage().getImplementationVersion();
            return new Software(
                    version == null ? "(not packaged)" : version,
                    System.getProperty("millrace.commit", "unknown"),
                    System.getProperty("java.vendor") + " " + Runtime.version(),
                    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                            .filter(o -> o.matches("-X(?!log)(?!.*AOTCache).*"))
                            .collect(Collectors.joining(" ")));
        }
    }

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

    /** Describes software, machine and duration. */
    public String environment() {
        return "%s; Millrace %s, Java %s; %.0f s"
                .formatted(machine, software.commit, software.java, seconds);
    }

    /**
     * Rows and the place where they were measured.
     *
     * @param database database, see {@link RunResult}
     */
    public record Measured(List<ResultRow> rows, Machine machine, String database) {}
}
