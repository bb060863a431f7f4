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

    /** The whole report at one size in less than ten minutes. */
    public static final Plan QUICK = millis(500, 150, 3, 500, 600);

    /** All of the report in about two hours. */
    public static final Plan FULL = millis(3_000, 1_000, 5, 2_000, 5_000);

    private static Plan millis(long warmUp, long settle, int rounds, long round, long rated) {
        return new Plan(
                Duration.ofMillis(warmUp),
                Duration.ofMillis(settle),
                rounds,
                Duration.ofMillis(round),
                Duration.ofMillis(rated),
                0);
    }

    /**
     * Returns the plan with other rounds. The run at a fixed rate is in proportion; warm-ups are at
     * most as long as they were.
     */
    public Plan rounds(int number, long millis) {
        double share = (double) millis / round.toMillis();
        double less = Math.min(1, share);
        return millis(
                Math.round(warmUp.toMillis() * less),
                Math.round(settle.toMillis() * less),
                number,
                millis,
                Math.round(rated.toMillis() * share));
    }

    /** Returns the plan without runs at a fixed rate. */
    public Plan unrated() {
        return new Plan(warmUp, settle, rounds, round, Duration.ZERO, rate);
    }

    /** Returns the plan with the same rate for every contender. */
    public Plan rate(double perSecond) {
        return new Plan(warmUp, settle, rounds, round, rated, perSecond);
    }
}
