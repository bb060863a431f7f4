package io.millrace.benchmarks.compare;

import java.util.List;

/**
 * Logarithms of the figures of several rounds, whose differences are ratios.
 *
 * @param mean of the logarithms
 * @param variance of the mean
 * @param rounds how many there were
 */
record Sample(double mean, double variance, int rounds) {

    /** Two-sided 99 % quantiles of Student's t for 1 to 30 degrees of freedom. */
    private static final double[] STUDENT = {
        63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.250, 3.169, 3.106, 3.055, 3.012,
        2.977, 2.947, 2.921, 2.898, 2.878, 2.861, 2.845, 2.831, 2.819, 2.807, 2.797, 2.787, 2.779,
        2.771, 2.763, 2.756, 2.750
    };

    private static final double NORMAL = 2.576;

    /** Of figures that are more than 0. */
    static Sample of(List<Double> figures) {
        int n = figures.size();
        double[] logs = figures.stream().mapToDouble(Math::log).toArray();
        double sum = 0;
        for (double log : logs) {
            sum += log;
        }
        double mean = sum / n;
        double squares = 0;
        for (double log : logs) {
            squares += (log - mean) * (log - mean);
        }
        return new Sample(mean, n < 2 ? Double.NaN : squares / (n - 1) / n, n);
    }

    /** The mean of the figures. */
    double figure() {
        return Math.exp(mean);
    }

    /**
     * Half the 99 % confidence interval of the difference of two means, in logarithms: Welch's,
     * since the one may be noisier than the other.
     */
    double halfInterval(Sample other) {
        double both = variance + other.variance;
        if (both == 0) {
            return 0;
        }
        double freedom =
                both
                        * both
                        / (variance * variance / (rounds - 1)
                                + other.variance * other.variance / (other.rounds - 1));
        int whole = (int) Math.max(1, Math.floor(freedom));
        double student = whole <= STUDENT.length ? STUDENT[whole - 1] : NORMAL;
        return student * Math.sqrt(both);
    }
}
