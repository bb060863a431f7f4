package io.millrace.benchmarks.report;

import static io.millrace.benchmarks.result.Results.row;
import static io.millrace.benchmarks.result.Results.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.millrace.benchmarks.report.RunComparison.Change;
import io.millrace.benchmarks.report.RunComparison.Verdict;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.engine.error.MillraceException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.stream.Stream;

final class RunComparisonTest {

    private static final double TOLERANCE = 0.05;

    private static ResultRow of(String who, Double... rounds) {
        return row("filter", false, 1024, who, rounds);
    }

    private static Change only(RunResult old, RunResult now) {
        List<Change> changes = RunComparison.of(old, now, TOLERANCE).changes();
        assertThat(changes).hasSize(1);
        return changes.getFirst();
    }

    /** A run of an engine and, after a bar, of the bare loop beside it. */
    private static RunResult of(String rounds) {
        String[] both = rounds.split("[|]");
        return both.length == 1
                ? run("jmh", of("engine", numbers(both[0])))
                : run("node-costs", of("millrace", numbers(both[0])), of("bare", numbers(both[1])));
    }

    private static Double[] numbers(String text) {
        return Stream.of(text.strip().split(" ")).map(Double::valueOf).toArray(Double[]::new);
    }

    @ParameterizedTest
    @CsvSource({
        "aSlowerMachineIsNoSlowerEngine, 90 91 89 | 100 101 99, 45.1 45.4 44.6 | 50 50.4 49.5,"
                + " WITHIN_THE_NOISE, 1, 0.01",
        "anEngineThatIsSlowerBesideTheBareLoopIsSlower, 90 91 89 | 100 101 99, 80 81 79 | 100 101"
                + " 99, SLOWER, 0.89, 0.01",
        "roundsThatAreNoisyTogetherWithTheBareLoopAreNotNoise, 45 90 180 | 50 100 200, 160 40 80 |"
                + " 200 50 100, SLOWER, 0.888888888, 1e-8",
        "aChangeThatTheRoundsDoNotBearOutIsNoise, 90 120 60 | 100 100 100, 80 100 55 | 100 100 100,"
                + " WITHIN_THE_NOISE, 0.87, 0.02",
        "aCertainChangeBelowTheToleranceIsNoise, 100 100.01 99.99, 97 97.01 96.99,"
                + " WITHIN_THE_NOISE, 0.97, 0.001",
        "fasterIsReported, 100 101 99, 150 151 149, FASTER, 1.5, 0.01",
        "aSingleRoundIsNotJudged, 100, 10, NOT_JUDGED, 0.1, 1e-9"
    })
    void aChangeIsJudged(
            String name, String old, String now, Verdict verdict, double factor, double tolerance) {
        Change change = only(of(old), of(now));
        assertThat(change.verdict()).as(name).isEqualTo(verdict);
        assertThat(change.factor()).isCloseTo(factor, within(tolerance));
        assertThat(change.toBare()).isEqualTo(old.contains("|"));
    }

    @Test
    void ratesOfDifferentMachinesAreNotJudged() {
        RunResult here = run("jmh", of("engine", 100.0, 101.0, 99.0));
        RunResult there = run("jmh", "another", of("engine", 50.0, 51.0, 49.0));
        assertThat(only(here, there).verdict()).isEqualTo(Verdict.NOT_JUDGED);
    }

    @Test
    void peersAreNotComparedAndMissingRowsAreCounted() {
        RunComparison comparison =
                RunComparison.of(
                        run("node-costs", of("millrace", 1.0, 1.0), of("camel-jms", 9.0, 9.0)),
                        run(
                                "node-costs",
                                of("millrace", 1.0, 1.0),
                                of("camel-jms", 1.0, 1.0),
                                row("filter", true, 1024, "millrace", 1.0)),
                        TOLERANCE);
        assertThat(comparison.changes()).hasSize(1);
        assertThat(comparison.gone()).isZero();
        assertThat(comparison.added()).isEqualTo(1);
    }

    @Test
    void runsWithoutACommonRowSayWhatTheyHave() {
        assertThatThrownBy(
                        () ->
                                RunComparison.of(
                                        run("jmh", of("engine", 1.0)),
                                        run("node-costs", of("millrace", 1.0)),
                                        TOLERANCE))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining("'jmh' with filter")
                .hasMessageContaining("'node-costs' with filter");
    }
}
