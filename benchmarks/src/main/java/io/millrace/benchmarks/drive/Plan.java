package io.millrace.benchmarks.drive;

import java.time.Duration;

/**
 * How long things are measured.
 *
 * @param warmUp the shared warm-up of a scenario, before anything is measured
 * @param settle of each contender before its first round
 * @param rounds of each contender, in turns
 * @param round how long one is
 * @param rated how long the run at a fixed rate is; zero for none
 */
public record Plan(Duration warmUp, Duration settle, int rounds, Duration round, Duration rated) {

    /** The whole report at one size in less than ten minutes. */
    public static final Plan QUICK = millis(500, 150, 3, 500, 600);

    /** All of the report in about two hours. */
    public static final Plan FULL = millis(3_000, 1_000, 5, 2_000, 5_000);

    /** As {@link Plan}, all in milliseconds. */
    static Plan millis(int warmUp, int settle, int rounds, int round, int rated) {
        return new Plan(
                Duration.ofMillis(warmUp),
                Duration.ofMillis(settle),
                rounds,
                Duration.ofMillis(round),
                Duration.ofMillis(rated));
    }

    /** With other rounds; where they are shorter, so are the warm-ups and the run at a fixed rate. */
    public Plan rounds(int number, Duration length) {
        double share = Math.min(1, (double) length.toMillis() / round.toMillis());
        return new Plan(
                part(warmUp, share), part(settle, share), number, length, part(rated, share));
    }

    private static Duration part(Duration whole, double share) {
        return Duration.ofMillis(Math.round(whole.toMillis() * share));
    }
}
