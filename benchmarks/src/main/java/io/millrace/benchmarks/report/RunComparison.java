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
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A comparison of two runs row by row. The comparison uses the ratio of a row to the bare loop of
 * the same round, so that a slower machine does not affect the result. Without a bare loop, the
 * comparison uses the rate, if both runs used the same machine. Peers are not compared.
 *
 * <p>A row is slower or faster if the change is at least the tolerance, and Welch's t-test of the
 * rounds is significant at the 1 % level. The level is strict because there are hundreds of rows.
 *
 * @param changes rows of both runs, in the order of the old run
 * @param gone number of rows that only the old run has
 * @param added number of rows that only the new run has
 * @param sameMachine whether both runs used the same kind of machine
 */
public record RunComparison(List<Change> changes, int gone, int added, boolean sameMachine) {

    private static final List<String> COMPARED = List.of(ResultRow.MILLRACE, ResultRow.ENGINE);

    /** The outcome of the comparison of a row. */
    public enum Verdict {
        SLOWER,
        FASTER,
        WITHIN_THE_NOISE,
        /** The row has only one round, or the figures cannot be compared. */
        NOT_JUDGED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * The change of a row between two runs.
     *
     * @param toBare whether the figures are ratios to the bare loop
     * @param before figure of the old run
     * @param after figure of the new run
     */
    record Change(ResultRow row, boolean toBare, double before, double after, Verdict verdict) {

        double factor() {
            return after / before;
        }
    }

    /** Returns the rows of a run by work, contender and instances. */
    private static Map<List<Object>, ResultRow> rows(RunResult run) {
        Map<List<Object>, ResultRow> rows = new LinkedHashMap<>();
        run.rows().stream()
                .filter(row -> COMPARED.contains(row.who()))
                .forEach(row -> rows.put(List.of(row.work(), row.who(), row.instances()), row));
        return rows;
    }

    /**
     * Compares two runs.
     *
     * @param tolerance smallest relevant change, as a share
     * @throws MillraceException with USAGE if the runs have no row in common
     */
    public static RunComparison of(RunResult old, RunResult now, double tolerance) {
        Map<List<Object>, ResultRow> before = rows(old);
        Map<List<Object>, ResultRow> after = rows(now);
        Machine a = old.machine();
        Machine b = now.machine();
        boolean sameMachine = a.cpu().equals(b.cpu()) && a.cores() == b.cores();
        List<Change> changes = new ArrayList<>();
        before.forEach(
                (key, row) -> {
                    if (after.containsKey(key)) {
                        ResultRow oldBare = bare(row, old);
                        ResultRow newBare = bare(row, now);
                        boolean toBare = oldBare != null && newBare != null;
                        double[] was = logarithms(row, toBare ? oldBare : null);
                        double[] is = logarithms(after.get(key), toBare ? newBare : null);
                        changes.add(change(row, toBare, was, is, sameMachine, tolerance));
                    }
                });
        if (changes.isEmpty()) {
            throw new MillraceException(
                    ErrorCode.USAGE,
                    "the runs have no row in common: the old run is %s, the new run is %s"
                            .formatted(described(old), described(now)));
        }
        int common = changes.size();
        return new RunComparison(
                changes, before.size() - common, after.size() - common, sameMachine);
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
        return changes.stream().filter(change -> change.verdict == verdict).count();
    }

    private static Change change(
            ResultRow row,
            boolean toBare,
            double[] was,
            double[] is,
            boolean sameMachine,
            double tolerance) {
        double change = StatUtils.mean(is) - StatUtils.mean(was);
        Verdict verdict = change < 0 ? Verdict.SLOWER : Verdict.FASTER;
        if (Math.min(was.length, is.length) < 2
                || !toBare && !sameMachine
                || !Double.isFinite(change)) {
            verdict = Verdict.NOT_JUDGED;
        } else if (Math.abs(change) < Math.log1p(tolerance) || new TTest().tTest(was, is) >= 0.01) {
            verdict = Verdict.WITHIN_THE_NOISE;
        }
        double before = Math.exp(StatUtils.mean(was));
        return new Change(row, toBare, before, before * Math.exp(change), verdict);
    }

    /** Returns the bare loop for the work of a row, or null. */
    private static ResultRow bare(ResultRow row, RunResult run) {
        return run.rows().stream()
                .filter(one -> one.who().equals(ResultRow.BARE))
                .filter(one -> one.work().equals(row.work()))
                .filter(one -> one.instances() == row.instances())
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns the logarithms of the rates of the rounds. The rates are first divided by the rates
     * of the bare loop, unless it is null. Differences of logarithms correspond to ratios.
     */
    private static double[] logarithms(ResultRow row, ResultRow bare) {
        List<Double> ours = row.rate().rounds();
        List<Double> theirs =
                bare == null ? Collections.nCopies(ours.size(), 1.0) : bare.rate().rounds();
        return IntStream.range(0, ours.size())
                .mapToDouble(
                        i -> Math.log(ours.get(i) / theirs.get(Math.min(i, theirs.size() - 1))))
                .toArray();
    }

    /** Prints the changes, and the number of rows with each verdict. */
    public void print(Console console, boolean all) {
        Table table = new Table("work", "who", "compared", "old", "new", "change %", "verdict");
        for (Change change : changes) {
            if (all || change.verdict != Verdict.WITHIN_THE_NOISE) {
                table.row(
                        change.row.work(),
                        change.row.who(),
                        change.toBare ? "to the bare loop" : "per second",
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
            err.println("the machines differ: rows without a bare loop are not compared");
        }
    }
}
