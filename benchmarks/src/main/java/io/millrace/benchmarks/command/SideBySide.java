package io.millrace.benchmarks.command;

import io.millrace.benchmarks.result.ResultRow;

import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.apache.commons.math3.stat.descriptive.rank.Percentile.EstimationType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Measures contenders in turns in this virtual machine, after a shared warm-up. In each round,
 * every contender has a slice of time, and each round begins with another contender, so that
 * disturbances of the machine affect all of them.
 *
 * @param warmUpMillis warm-up of each contender, in milliseconds
 * @param rounds number of rounds
 * @param sliceMillis time of each contender in each round, in milliseconds
 * @param clock clock of the warm-up and of the rounds
 */
record SideBySide(int warmUpMillis, int rounds, int sliceMillis, Prepared.Clock clock) {

    /** Number of slices of the warm-up, in which contenders also take turns. */
    private static final int WARM_UP_MILLIS = 50;

    /**
     * Returns a row for each contender. The first row has the ratio if the contenders are compared.
     */
    List<ResultRow> measure(Comparison comparison) throws Exception {
        List<Prepared> all = new ArrayList<>();
        try {
            for (Comparison.Contender each : comparison.contenders()) {
                all.add(Prepared.of(each));
            }
            takeTurns(all, Math.ceilDiv(warmUpMillis, WARM_UP_MILLIS), WARM_UP_MILLIS);
            all.forEach(each -> each.taken.clear());
            takeTurns(all, rounds, sliceMillis);
            List<ResultRow> rows = new ArrayList<>();
            for (Prepared each : all) {
                rows.add(each.row(comparison.work()).measuredFor(rounds * sliceMillis / 1e3));
            }
            if (comparison.goal() != null) {
                Map<String, Double> ratio = ratio(all.getFirst().taken, all.getLast().taken);
                rows.set(0, rows.getFirst().with(ratio).with(Map.of("goal", comparison.goal())));
            }
            return rows;
        } finally {
            all.forEach(Prepared::close);
        }
    }

    private void takeTurns(List<Prepared> all, int rounds, int millis) throws Exception {
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < all.size(); i++) {
                all.get((i + round) % all.size()).work(millis, clock);
            }
        }
    }

    /**
     * Returns the time of the first contender divided by the time of the last one, for each round.
     */
    private static Map<String, Double> ratio(
            List<Prepared.Taken> first, List<Prepared.Taken> last) {
        double[] ratios =
                IntStream.range(0, first.size())
                        .mapToDouble(i -> first.get(i).nanos() / last.get(i).nanos())
                        .toArray();
        return Map.of(
                ResultRow.RATIO,
                quantile(ratios, 50),
                "lowerQuartile",
                quantile(ratios, 25),
                "upperQuartile",
                quantile(ratios, 75));
    }

    static double quantile(double[] values, double percent) {
        return new Percentile().withEstimationType(EstimationType.R_7).evaluate(values, percent);
    }
}
