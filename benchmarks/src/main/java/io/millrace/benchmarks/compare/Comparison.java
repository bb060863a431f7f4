package io.millrace.benchmarks.compare;

import io.millrace.benchmarks.result.Machine;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.result.Work;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Two runs, row by row. A row is compared by its ratio to the bare loop of the same round of the
 * same run, so that a machine that is slower today does not matter; where a run has no bare loop
 * beside it, by its figure itself, if the machine is the same. Peers are not compared.
 *
 * <p>Something is slower or faster if the 99 % confidence interval of the change leaves no doubt
 * and the change is at least the tolerance; 99, because there are hundreds of rows.
 */
public final class Comparison {

    private static final String TO_BARE = "to the bare loop";
    private static final String A_SECOND = "a second";

    private final double tolerance;
    private final boolean sameMachine;
    private final Map<Key, ResultRow> before;
    private final Map<Key, ResultRow> after;
    private final List<Change> changes = new ArrayList<>();

    private record Key(Work work, String who, int instances) {
        static Key of(ResultRow row) {
            return new Key(row.work(), row.who(), row.instances());
        }
    }

    private Comparison(RunResult old, RunResult now, double tolerance) {
        this.tolerance = tolerance;
        this.sameMachine = alike(old.machine(), now.machine());
        this.before = rows(old);
        this.after = rows(now);
        before.forEach(
                (key, row) -> {
                    ResultRow other = after.get(key);
                    if (other != null && !key.who().equals(ResultRow.BARE)) {
                        changes.add(change(key, row, other));
                    }
                });
    }

    /**
     * Compares two runs.
     *
     * @param tolerance the least change that is told, as a share: 0.05 for 5 %
     * @throws MillraceException with USAGE where they have no row in common
     */
    public static Comparison of(RunResult old, RunResult now, double tolerance) {
        Comparison comparison = new Comparison(old, now, tolerance);
        if (comparison.changes.isEmpty()) {
            throw new MillraceException(
                    ErrorCode.USAGE,
                    "the runs have no row in common: the old one is of "
                            + described(old)
                            + ", the new one of "
                            + described(now));
        }
        return comparison;
    }

    private static String described(RunResult run) {
        List<String> scenarios =
                run.rows().stream().map(r -> r.work().scenarioId()).distinct().toList();
        return "'"
                + run.command()
                + "' with "
                + (scenarios.isEmpty()
                        ? "no rows"
                        : scenarios.stream().limit(3).collect(Collectors.joining(", "))
                                + (scenarios.size() > 3 ? " ..." : ""));
    }

    /** Rows of both, in the order of the old run. */
    public List<Change> changes() {
        return List.copyOf(changes);
    }

    public long count(Verdict verdict) {
        return changes.stream().filter(c -> c.verdict() == verdict).count();
    }

    /** Whether both ran on the same kind of machine. */
    public boolean sameMachine() {
        return sameMachine;
    }

    /** How many rows only the old run has. */
    public long gone() {
        return before.keySet().stream().filter(k -> !after.containsKey(k)).count();
    }

    /** How many rows only the new run has. */
    public long added() {
        return after.keySet().stream().filter(k -> !before.containsKey(k)).count();
    }

    private static boolean alike(Machine a, Machine b) {
        return a.cpu().equals(b.cpu()) && a.cores() == b.cores();
    }

    /** Those that are compared, and the bare loops. */
    private static Map<Key, ResultRow> rows(RunResult run) {
        Map<Key, ResultRow> rows = new LinkedHashMap<>();
        for (ResultRow row : run.rows()) {
            if (OWN.contains(row.who())) {
                rows.put(Key.of(row), row);
            }
        }
        return rows;
    }

    private static final List<String> OWN =
            List.of(ResultRow.MILLRACE, ResultRow.BARE, "jmh", "engine");

    private Change change(Key key, ResultRow old, ResultRow now) {
        ResultRow oldBare = bare(before, key.work());
        ResultRow newBare = bare(after, key.work());
        boolean ratio = oldBare != null && newBare != null;
        Sample was = Sample.of(ratio ? ratios(old, oldBare) : old.rate().rounds());
        Sample is = Sample.of(ratio ? ratios(now, newBare) : now.rate().rounds());
        double difference = is.mean() - was.mean();
        boolean judged =
                was.rounds() > 1 && is.rounds() > 1 && (ratio || sameMachine) && finite(difference);
        double half = judged ? was.halfInterval(is) : Double.NaN;
        return new Change(
                key.work(),
                key.who(),
                ratio ? TO_BARE : A_SECOND,
                was.figure(),
                is.figure(),
                Math.exp(difference - half),
                Math.exp(difference + half),
                judged ? verdict(difference, half) : Verdict.NOT_JUDGED);
    }

    private static boolean finite(double value) {
        return !Double.isNaN(value) && !Double.isInfinite(value);
    }

    private Verdict verdict(double difference, double half) {
        boolean large = Math.abs(difference) >= Math.log1p(tolerance);
        if (large && difference + half < 0) {
            return Verdict.SLOWER;
        }
        return large && difference - half > 0 ? Verdict.FASTER : Verdict.NOISE;
    }

    private static ResultRow bare(Map<Key, ResultRow> rows, Work work) {
        return rows.entrySet().stream()
                .filter(e -> e.getKey().work().equals(work))
                .filter(e -> e.getKey().who().equals(ResultRow.BARE))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    /** Round by round; to the bare loop's mean where the rounds are not side by side. */
    private static List<Double> ratios(ResultRow row, ResultRow bare) {
        List<Double> ours = row.rate().rounds();
        List<Double> theirs = bare.rate().rounds();
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < ours.size(); i++) {
            boolean beside = ours.size() == theirs.size();
            ratios.add(ours.get(i) / (beside ? theirs.get(i) : bare.rate().perSecond()));
        }
        return ratios;
    }
}
