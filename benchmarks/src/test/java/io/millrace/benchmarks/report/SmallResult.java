package io.millrace.benchmarks.report;

import io.millrace.benchmarks.result.Cost;
import io.millrace.benchmarks.result.Machine;
import io.millrace.benchmarks.result.Rate;
import io.millrace.benchmarks.result.RatedRun;
import io.millrace.benchmarks.result.ResponseTimes;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.result.Software;
import io.millrace.benchmarks.result.Work;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A made-up result of a few rows. */
public final class SmallResult {

    private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

    private SmallResult() {}

    /** A run of these rows. */
    public static RunResult run(String command, ResultRow... rows) {
        return new RunResult(
                command,
                "--quick",
                NOON,
                90,
                new Software("0.1.0", "abc1234", "Maker 25", "-XX:+UseParallelGC"),
                new Machine(
                        "Processor <X> & Co",
                        2,
                        8L << 30,
                        2L << 30,
                        "Linux",
                        "ext4",
                        312.4,
                        "NIO, 0.31 ms"),
                List.of(rows));
    }

    /** A row with the rates of its rounds. */
    public static ResultRow row(
            String scenario,
            String section,
            boolean persistent,
            int bytes,
            String who,
            Double... rounds) {
        return new ResultRow(
                new Work(scenario, section, "unspecified", persistent, bytes),
                who,
                1,
                Rate.of(List.of(rounds)),
                null,
                null,
                null,
                Map.of());
    }

    /**
     * Pass-through with everything that can be measured, a peer, engine alone, and one of our own.
     */
    static RunResult everyKind() {
        String pass = "mqinput-mqoutput";
        ResultRow full =
                new ResultRow(
                        new Work(pass, "7.1", "unspecified", false, 1024),
                        Who.MILLRACE,
                        1,
                        Rate.of(List.of(20_000.0, 20_400.0, 19_600.0)),
                        new Cost(88.0, 0.0871, 12_345.0),
                        new ResponseTimes(700, 1_900, 4_000, 9_000, 60_000),
                        new RatedRun(
                                14_000, 13_990, new ResponseTimes(90, 600, 2_000, 3_000, 40_000)),
                        Map.of());
        return run(
                "node-costs",
                full,
                row(pass, "7.1", false, 1024, Who.BARE, 20_500.0, 20_900.0, 20_100.0),
                row(pass, "7.1", false, 1024, Who.CAMEL, 8_000.0),
                row(pass, "7.1", true, 1024, Who.MILLRACE, 9_000.0),
                row("filter", "7.4", false, 1024, Who.ENGINE, 400_000.0),
                row("filter", "7.4", false, 65_536, Who.ENGINE, 380_000.0),
                row("a|b <script>alert('x')</script> *c*", "", false, 0, "jmh", 12.0));
    }
}
