package io.millrace.benchmarks.drive;

import java.time.Duration;

/**
 * Durations of a measurement.
 *
 * @param warmUp shared warm-up of a scenario
 * @param settle time of each contender before its first round
 * @param rounds of each contender, in turns
 * @param round length of a round
 * @param rated length of the run at a fixed rate; zero for none
 * @param rate messages per second of that run; 0 for 70 % of the rate that each contender reached
 */
public record Plan(
        Duration warmUp, Duration settle, int rounds, Duration round, Duration rated, double rate) {

    /** The share of the closed loop's rate. */
    private static final double SHARE = 0.7;

    /** The whole report at one size in less than ten minutes. */
    public static final Plan QUICK = millis(500, 150, 3, 500, 600);

    /** All of the report in about two hours. */
    public static final Plan FULL = millis(3_000, 1_000, 5, 2_000, 5_000);

    /** Creates a {@link Plan}, with all times in milliseconds. */
    static Plan millis(int warmUp, int settle, int rounds, int round, int rated) {
        return new Plan(
                Duration.ofMillis(warmUp),
                Duration.ofMillis(settle),
                rounds,
                Duration.ofMillis(round),
                Duration.ofMillis(rated),
                0);
    }

    /**
     * Returns a plan with another number and length of rounds, also for the run at a fixed rate.
     * Warm-ups are not longer than the rounds.
     */
    public Plan rounds(int number, Duration length) {
        double share = (double) length.toMillis() / round.toMillis();
        double less = Math.min(1, share);
        return new Plan(
                part(warmUp, less), part(settle, less), number, length, part(rated, share), rate);
    }

    private static Duration part(Duration whole, double share) {
        return Duration.ofMillis(Math.round(whole.toMillis() * share));
    }

    /** Returns a plan without runs at a fixed rate. */
    public Plan unrated() {
        return new Plan(warmUp, settle, rounds, round, Duration.ZERO, rate);
    }

    /** Returns a plan with the same rate for all contenders. */
    public Plan rate(double perSecond) {
        return new Plan(warmUp, settle, rounds, round, rated, perSecond);
    }

    /** Returns the rate for a contender that has reached the given rate in the closed loop. */
    double target(double reached) {
        return rate > 0 ? rate : SHARE * reached;
    }
}
