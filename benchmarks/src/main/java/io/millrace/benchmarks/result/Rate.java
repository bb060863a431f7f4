package io.millrace.benchmarks.result;

import java.util.List;

/**
 * Messages a second.
 *
 * @param perSecond the mean of the rounds
 * @param low the lower end of its 95 % confidence interval; {@code perSecond} itself where there
 *     was one round
 * @param high the upper end
 * @param rounds what each round gave, in order of time; side by side with the same round of the
 *     others in the run
 */
public record Rate(double perSecond, double low, double high, List<Double> rounds) {

    /** Two-sided 95 % quantiles of Student's t for 1 to 30 degrees of freedom. */
    private static final double[] STUDENT = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
        2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
        2.052, 2.048, 2.045, 2.042
    };

    private static final double NORMAL = 1.960;

    public Rate {
        rounds = List.copyOf(rounds);
    }

    /** Of at least one round. */
    public static Rate of(List<Double> rounds) {
        int n = rounds.size();
        double mean = rounds.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        if (n == 1) {
            return new Rate(mean, mean, mean, rounds);
        }
        double squares = rounds.stream().mapToDouble(r -> (r - mean) * (r - mean)).sum();
        double student = n - 2 < STUDENT.length ? STUDENT[n - 2] : NORMAL;
        double half = student * Math.sqrt(squares / (n - 1) / n);
        return new Rate(mean, Math.max(0, mean - half), mean + half, rounds);
    }
}
