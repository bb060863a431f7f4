package io.millrace.benchmarks.report;

import io.millrace.benchmarks.result.Machine;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;

import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.inference.TTest;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Two runs compared row by row. A row is compared by its ratio to the bare loop of the same round,
 * so that a slower machine does not matter; without a bare loop by its rate, if the machine is the
 * same. Peers are not compared.
 *
 * <p>Something is slower or faster if Welch's t-test of the rounds is significant at 1 %, because
 * there are hundreds of rows, and the change is at least the tolerance.
 *
 * @param changes rows of both runs, in the order of the old run
 * @param gone number of rows that only the old run has
 * @param added number of rows that only the new run has
 * @param sameMachine whether both ran on the same kind of machine
 */
public record RunComparison(List<Change> changes, long gone, long added, boolean sameMachine) {

    private static final double SIGNIFICANCE = 0.01;
    private static final List<String> COMPARED =
            List.of(ResultRow.MILLRACE, ResultRow.BARE, ResultRow.ENGINE);

    /** The outcome of a row. */
    public enum Verdict {
        SLOWER,
        FASTER,
        WITHIN_THE_NOISE,
        /** A row has a single round, or the runs have nothing comparable. */
        NOT_JUDGED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * A row of two runs.
     *
     * @param measure {@code to the bare loop} or {@code per second}
     * @param before figure of the old run
     * @param after figure of the new run
     */
    public record Change(
            ResultRow row, String measure, double before, double after, Verdict verdict) {

        /** Returns {@code after / before}. */
        public double factor() {
            return after / before;
        }
    }

    /** The rows of a run to compare, by work, contender and instances. */
    private static Map<List<Object>, ResultRow> rows(RunResult run) {
        Map<List<Object>, ResultRow> rows = new LinkedHashMap<>();
        run.rows().stream()
                .filter(row -> COMPARED.contains(row.who()))
                .forEach(row -> rows.put(key(row, row.who()), row));
        return rows;
    }

    private static List<Object> key(ResultRow row, String who) {
        return List.of(row.work(), who, row.instances());
    }

    /**
     * Compares two runs.
     *
     * @param tolerance smallest change that counts, as a share
     * @throws MillraceException with USAGE if they have no row in common
     */
    public static RunComparison of(RunResult old, RunResult now, double tolerance) {
        Map<List<Object>, ResultRow> before = rows(old);
        Map<List<Object>, ResultRow> after = rows(now);
        Machine a = old.machine();
        Machine b = now.machine();
        boolean sameMachine = a.cpu().equals(b.cpu()) && a.cores() == b.cores();
        List<Change> changes =
                before.keySet().stream()
                        .filter(key -> after.containsKey(key) && !key.contains(ResultRow.BARE))
                        .map(key -> change(key, before, after, sameMachine, tolerance))
                        .toList();
        if (changes.isEmpty()) {
            throw new MillraceException(
                    ErrorCode.USAGE,
                    "the runs have no row in common: the old run is %s, the new run is %s"
                            .formatted(described(old), described(now)));
        }
        return new RunComparison(
                changes,
                before.keySet().stream().filter(key -> !after.containsKey(key)).count(),
                after.keySet().stream().filter(key -> !before.containsKey(key)).count(),
                sameMachine);
    }

    private static String described(RunResult run) {
        return run.rows().stream()
                .map(row -> row.work().scenarioId())
                .distinct()
                .limit(3)
                .collect(Collectors.joining(", ", "'" + run.command() + "' with ", ""));
    }

    /** Returns the number of rows with a verdict. */
    public long count(Verdict verdict) {
        return changes.stream().filter(change -> change.verdict() == verdict).count();
    }

    private static Change change(
            List<Object> key,
            Map<List<Object>, ResultRow> before,
            Map<List<Object>, ResultRow> after,
            boolean sameMachine,
            double tolerance) {
        ResultRow old = before.get(key);
        ResultRow oldBare = before.get(key(old, ResultRow.BARE));
        ResultRow newBare = after.get(key(old, ResultRow.BARE));
        boolean toBare = oldBare != null && newBare != null;
        double[] was = logarithms(old, toBare ? oldBare : null);
        double[] is = logarithms(after.get(key), toBare ? newBare : null);
        double change = StatUtils.mean(is) - StatUtils.mean(was);
        Verdict verdict = change < 0 ? Verdict.SLOWER : Verdict.FASTER;
        if (Math.min(was.length, is.length) < 2
                || !toBare && !sameMachine
                || !Double.isFinite(change)) {
            verdict = Verdict.NOT_JUDGED;
        } else if (Math.abs(change) < Math.log1p(tolerance)
                || new TTest().tTest(was, is) >= SIGNIFICANCE) {
            verdict = Verdict.WITHIN_THE_NOISE;
        }
        return new Change(
                old,
                toBare ? "to the bare loop" : "per second",
                Math.exp(StatUtils.mean(was)),
                Math.exp(StatUtils.mean(is)),
                verdict);
    }

    /** Rates of the rounds, divided by those of the bare loop if given; differences are ratios. */
    private static double[] logarithms(ResultRow row, ResultRow bare) {
        List<Double> ours = row.rate().rounds();
        return IntStream.range(0, ours.size())
                .mapToDouble(i -> Math.log(ours.get(i) / divisor(bare, i, ours.size())))
                .toArray();
    }

    private static double divisor(ResultRow bare, int round, int rounds) {
        if (bare == null) {
            return 1;
        }
        List<Double> theirs = bare.rate().rounds();
        return theirs.size() == rounds ? theirs.get(round) : bare.rate().perSecond();
    }

    /** Prints the changes, and how many there are of each verdict. */
    public void print(Console console, boolean all) {
        Table table = new Table("work", "who", "compared", "old", "new", "change %", "verdict");
        for (Change change : changes) {
            if (all || change.verdict != Verdict.WITHIN_THE_NOISE) {
                table.row(
                        change.row.work(),
                        change.row.who(),
                        change.measure,
                        ResultTable.text(change.before),
                        ResultTable.text(change.after),
                        String.format(Locale.ROOT, "%+.1f", 100 * (change.factor() - 1)),
                        change.verdict);
            }
        }
        if (!table.isEmpty()) {
            table.print(console);
        }
        PrintWriter err = console.err();
        err.println(
                Stream.of(Verdict.values())
                        .map(verdict -> count(verdict) + " " + verdict)
                        .collect(Collectors.joining(", ")));
        if (gone + added > 0) {
            err.printf(
                    "%s only in the old file, %s only in the new file%n",
                    Console.count(gone, "row"), Console.count(added, "row"));
        }
        if (!sameMachine) {
            err.println("the machines differ: rows without a bare loop are not judged");
        }
    }
}
