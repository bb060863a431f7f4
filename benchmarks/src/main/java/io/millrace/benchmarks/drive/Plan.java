package io.millrace.benchmarks.drive;

/**
 * The phases of a measurement, in milliseconds.
 *
 * @param warmUp shared warm-up of a scenario
 * @param settle time of each contender before the first round
 * @param rounds number of rounds of each contender, in turns
 * @param round length of a round
 * @param rated length of the run at a fixed rate; zero for none
 */
public record Plan(long warmUp, long settle, int rounds, long round, long rated) {

    /** The whole report at one size in less than ten minutes. */
    public static final Plan QUICK = new Plan(500, 150, 3, 500, 600);

    /** All of the report in about two hours. */
    public static final Plan FULL = new Plan(3_000, 1_000, 5, 2_000, 5_000);

    /**
     * Returns the plan with other rounds. Null keeps the value of this plan. The run at a fixed
     * rate is scaled in proportion. Warm-ups do not become longer.
     */
    public Plan rounds(Integer number, Integer millis) {
        double share = millis == null ? 1 : (double) millis / round;
        double less = Math.min(1, share);
        return new Plan(
                Math.round(warmUp * less),
                Math.round(settle * less),
                number == null ? rounds : number,
                millis == null ? round : millis,
                Math.round(rated * share));
    }

    /** Returns the plan without runs at a fixed rate. */
    public Plan unrated() {
        return new Plan(warmUp, settle, rounds, round, 0);
    }
}
