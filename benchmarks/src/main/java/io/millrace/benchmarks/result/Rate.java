package io.millrace.benchmarks.result;

import com.fasterxml.jackson.annotation.JsonIgnore;

import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;

import java.util.List;

/**
 * A rate in messages per second with a confidence interval.
 *
 * @param perSecond mean of the rounds
 * @param low lower end of the 95 % confidence interval; {@code perSecond} for a single round
 * @param high upper end of the interval
 * @param rounds rate of each round, in order of time. The same round of the other contenders was
 *     measured at about the same time.
 */
public record Rate(double perSecond, double low, double high, List<Double> rounds) {

    public Rate {
        rounds = List.copyOf(rounds);
    }

    /** Returns the rate for one or more rounds. */
    public static Rate of(List<Double> rounds) {
        double[] values = rounds.stream().mapToDouble(Double::doubleValue).toArray();
        int n = values.length;
        double mean = StatUtils.mean(values);
        double half =
                n == 1
                        ? 0
                        : new TDistribution(n - 1).inverseCumulativeProbability(0.975)
                                * Math.sqrt(StatUtils.variance(values) / n);
        return new Rate(mean, Math.max(0, mean - half), mean + half, rounds);
    }

    /** Returns half of the confidence interval as a share of the rate; NaN for a single round. */
    public double interval() {
        return rounds.size() < 2 ? Double.NaN : high / perSecond - 1;
    }

    /** Whether the interval is wider than 30 % of the rate to either side. */
    @JsonIgnore
    public boolean isWide() {
        return interval() > 0.3;
    }

    /**
     * Whether every round was faster than the previous one, which shows that the warm-up was too
     * short.
     */
    @JsonIgnore
    public boolean isRising() {
        return rounds.size() > 2
                && rounds.getLast() > 1.15 * rounds.getFirst()
                && rounds.equals(rounds.stream().distinct().sorted().toList());
    }
}
