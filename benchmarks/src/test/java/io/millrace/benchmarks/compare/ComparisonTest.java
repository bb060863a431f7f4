package io.millrace.benchmarks.compare;

import static io.millrace.benchmarks.result.Results.row;
import static io.millrace.benchmarks.result.Results.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.millrace.benchmarks.compare.Comparison.Change;
import io.millrace.benchmarks.compare.Comparison.Verdict;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.engine.error.MillraceException;

import org.junit.jupiter.api.Test;

import java.util.List;

final class ComparisonTest {

    private static final double TOLERANCE = 0.05;

    private static ResultRow of(String who, Double... rounds) {
        return row("filter", false, 1024, who, rounds);
    }

    private static Change only(RunResult old, RunResult now) {
        List<Change> changes = Comparison.of(old, now, TOLERANCE).changes();
        assertThat(changes).hasSize(1);
        return changes.getFirst();
    }

    /** A machine that is half as fast is no change. */
    @Test
    void aSlowerMachineIsNoSlowerEngine() {
        Change change =
                only(
                        run(
                                "node-costs",
                                of("millrace", 90.0, 91.0, 89.0),
                                of("bare", 100.0, 101.0, 99.0)),
                        run(
                                "node-costs",
                                of("millrace", 45.1, 45.4, 44.6),
                                of("bare", 50.0, 50.4, 49.5)));
        assertThat(change.verdict()).isEqualTo(Verdict.WITHIN_THE_NOISE);
        assertThat(change.factor()).isCloseTo(1, within(0.01));
        assertThat(change.measure()).isEqualTo("to the bare loop");
    }

    @Test
    void anEngineThatIsSlowerBesideTheBareLoopIsSlower() {
        Change change =
                only(
                        run(
                                "node-costs",
                                of("millrace", 90.0, 91.0, 89.0),
                                of("bare", 100.0, 101.0, 99.0)),
                        run(
                                "node-costs",
                                of("millrace", 80.0, 81.0, 79.0),
                                of("bare", 100.0, 101.0, 99.0)));
        assertThat(change.verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(change.high()).isLessThan(1);
        assertThat(change.low()).isLessThan(change.factor());
    }

    @Test
    void roundsThatAreNoisyTogetherWithTheBareLoopAreNotNoise() {
        Change change =
                only(
                        run(
                                "node-costs",
                                of("millrace", 45.0, 90.0, 180.0),
                                of("bare", 50.0, 100.0, 200.0)),
                        run(
                                "node-costs",
                                of("millrace", 160.0, 40.0, 80.0),
                                of("bare", 200.0, 50.0, 100.0)));
        assertThat(change.verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(change.factor()).isCloseTo(0.8 / 0.9, within(1e-9));
    }

    @Test
    void aChangeThatTheRoundsDoNotBearOutIsNoise() {
        Change change =
                only(
                        run(
                                "node-costs",
                                of("millrace", 90.0, 120.0, 60.0),
                                of("bare", 100.0, 100.0, 100.0)),
                        run(
                                "node-costs",
                                of("millrace", 80.0, 100.0, 55.0),
                                of("bare", 100.0, 100.0, 100.0)));
        assertThat(change.verdict()).isEqualTo(Verdict.WITHIN_THE_NOISE);
    }

    @Test
    void aCertainChangeBelowTheToleranceIsNoise() {
        Change change =
                only(
                        run("jmh", of("engine", 100.0, 100.01, 99.99)),
                        run("jmh", of("engine", 97.0, 97.01, 96.99)));
        assertThat(change.verdict()).isEqualTo(Verdict.WITHIN_THE_NOISE);
        assertThat(change.measure()).isEqualTo("per second");
    }

    @Test
    void fasterIsTold() {
        assertThat(
                        only(
                                        run("jmh", of("engine", 100.0, 101.0, 99.0)),
                                        run("jmh", of("engine", 150.0, 151.0, 149.0)))
                                .verdict())
                .isEqualTo(Verdict.FASTER);
    }

    @Test
    void aSingleRoundIsNotJudged() {
        assertThat(only(run("jmh", of("engine", 100.0)), run("jmh", of("engine", 10.0))).verdict())
                .isEqualTo(Verdict.NOT_JUDGED);
    }

    @Test
    void ratesOfDifferentMachinesAreNotJudged() {
        RunResult here = run("jmh", of("engine", 100.0, 101.0, 99.0));
        RunResult there = run("jmh", "another", of("engine", 50.0, 51.0, 49.0));
        assertThat(only(here, there).verdict()).isEqualTo(Verdict.NOT_JUDGED);
    }

    @Test
    void peersAreNotComparedAndMissingRowsAreCounted() {
        Comparison comparison =
                Comparison.of(
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
                                Comparison.of(
                                        run("jmh", of("engine", 1.0)),
                                        run("node-costs", of("millrace", 1.0)),
                                        TOLERANCE))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining("'jmh' with filter")
                .hasMessageContaining("'node-costs' with filter");
    }

    /** Welch's interval of two samples, as worked out by hand. */
    @Test
    void intervalsAreWelchs() {
        double[] a = {10, 11, 9, 10};
        double[] b = {20, 21, 19, 20};
        // Variances of the means: 1/6 each; six degrees of freedom; t(0.995) = 3.7074.
        assertThat(Comparison.halfInterval(a, b))
                .isCloseTo(3.7074 * Math.sqrt(1 / 3.0), within(1e-3));
    }
}
