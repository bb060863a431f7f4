package io.millrace.benchmarks.sidebyside;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Measures two contenders in turns in this virtual machine, after a warm-up that both share. A
 * round is a slice of time for the one and one for the other, begun by each in turn: what disturbs
 * the machine disturbs both.
 *
 * @param warmUpMillis of each comparison
 * @param rounds how many
 * @param sliceMillis of each contender in each round
 */
public record SideBySide(int warmUpMillis, int rounds, int sliceMillis) {

    /** Slices of the warm-up: the contenders take turns there too. */
    private static final int WARM_UP_MILLIS = 50;

    /**
     * What came out, in nanoseconds of one unit of work, by round.
     *
     * @param ratio the median of the rounds' ratios
     * @param low the lower quartile of these
     * @param high the upper quartile
     */
    public record Outcome(
            List<Double> subject, List<Double> standard, double ratio, double low, double high) {}

    public Outcome measure(Comparison comparison) throws Exception {
        try (Prepared subject = Prepared.of(comparison.subject());
                Prepared standard = Prepared.of(comparison.standard())) {
            long warm = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(warmUpMillis);
            while (System.nanoTime() < warm) {
                subject.work(TimeUnit.MILLISECONDS.toNanos(WARM_UP_MILLIS));
                standard.work(TimeUnit.MILLISECONDS.toNanos(WARM_UP_MILLIS));
            }
            List<Double> mine = new ArrayList<>();
            List<Double> theirs = new ArrayList<>();
            double[] ratios = new double[rounds];
            long slice = TimeUnit.MILLISECONDS.toNanos(sliceMillis);
            for (int i = 0; i < rounds; i++) {
                boolean first = i % 2 == 0;
                double early = (first ? subject : standard).work(slice);
                double late = (first ? standard : subject).work(slice);
                mine.add(first ? early : late);
                theirs.add(first ? late : early);
                ratios[i] = mine.get(i) / theirs.get(i);
            }
            Arrays.sort(ratios);
            return new Outcome(
                    mine,
                    theirs,
                    quantile(ratios, 0.5),
                    quantile(ratios, 0.25),
                    quantile(ratios, 0.75));
        }
    }

    static double quantile(double[] sorted, double part) {
        double at = part * (sorted.length - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }
}
