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
     * @param subjectBytes what one unit of the subject's work allocates in the thread that does it
     * @param standardBytes and of the standard's
     * @param ratio the median of the rounds' ratios
     * @param low the lower quartile of these
     * @param high the upper quartile
     */
    public record Outcome(
            List<Double> subject,
            List<Double> standard,
            double subjectBytes,
            double standardBytes,
            double ratio,
            double low,
            double high) {}

    /**
     * What one of several took for a unit of its work: medians of the rounds.
     *
     * @param bytes allocated in the thread that does it
     */
    public record Share(double nanos, double bytes) {}

    /** Measures several who do the same work, in turns, each round begun by the next of them. */
    public List<Share> measure(List<Contender> contenders) throws Exception {
        List<Prepared> all = new ArrayList<>();
        try {
            for (Contender each : contenders) {
                all.add(Prepared.of(each));
            }
            int warm = Math.ceilDiv(warmUpMillis, WARM_UP_MILLIS);
            double[][] nanos = new double[all.size()][rounds];
            double[][] bytes = new double[all.size()][rounds];
            for (int round = -warm; round < rounds; round++) {
                for (int i = 0; i < all.size(); i++) {
                    int who = Math.floorMod(i + round, all.size());
                    int slice = round < 0 ? WARM_UP_MILLIS : sliceMillis;
                    Prepared.Taken taken = all.get(who).work(TimeUnit.MILLISECONDS.toNanos(slice));
                    if (round >= 0) {
                        nanos[who][round] = taken.nanos();
                        bytes[who][round] = taken.bytes();
                    }
                }
            }
            List<Share> shares = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                shares.add(new Share(median(nanos[i]), median(bytes[i])));
            }
            return shares;
        } finally {
            all.forEach(Prepared::close);
        }
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return quantile(values, 0.5);
    }

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
            double[] myBytes = new double[rounds];
            double[] theirBytes = new double[rounds];
            long slice = TimeUnit.MILLISECONDS.toNanos(sliceMillis);
            for (int i = 0; i < rounds; i++) {
                boolean first = i % 2 == 0;
                Prepared.Taken early = (first ? subject : standard).work(slice);
                Prepared.Taken late = (first ? standard : subject).work(slice);
                Prepared.Taken my = first ? early : late;
                Prepared.Taken their = first ? late : early;
                mine.add(my.nanos());
                theirs.add(their.nanos());
                myBytes[i] = my.bytes();
                theirBytes[i] = their.bytes();
                ratios[i] = mine.get(i) / theirs.get(i);
            }
            Arrays.sort(ratios);
            return new Outcome(
                    mine,
                    theirs,
                    median(myBytes),
                    median(theirBytes),
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
