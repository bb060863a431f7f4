package io.millrace.benchmarks.result;

import java.time.Instant;
import java.util.List;

/** Results for tests. */
public final class Results {

    private Results() {}

    public static RunResult run(String command, ResultRow... rows) {
        return run(command, "Processor <X> & Co", rows);
    }

    public static RunResult run(String command, String cpu, ResultRow... rows) {
        return new RunResult(
                RunResult.FORMAT,
                command,
                "--quick",
                Instant.parse("2026-01-02T12:00:00Z"),
                90,
                "h2",
                new RunResult.Software("0.1.0", "abc1234", "Maker 25", "-XX:+UseParallelGC"),
                new Machine(cpu, 2, 8L << 30, 2L << 30, "Linux", "ext4", 312.4, "NIO, 0.31 ms"),
                List.of(rows));
    }

    /** A row of a scenario of the WMQI report, or of our own. */
    public static ResultRow row(
            String scenario, boolean persistent, int bytes, String who, Double... rounds) {
        Work work = new Work(scenario, "", "", persistent, bytes);
        return ResultRow.alone(work, who, 1, List.of(rounds), Double.NaN);
    }
}
