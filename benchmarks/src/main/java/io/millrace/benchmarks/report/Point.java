package io.millrace.benchmarks.report;

import java.util.Objects;

/**
 * One figure: of a scenario of the reports, or one beyond them, for one kind and size of message.
 *
 * @param scenario the scenario_id
 * @param who whose figure it is where results are looked at: {@link Who#MILLRACE} or {@link
 *     Who#ENGINE}; the reports have one for each point
 * @param persistent whether messages are
 * @param bytes the size of messages; 0 where the scenario fixes it
 */
record Point(String scenario, String who, boolean persistent, int bytes, Measure measure) {

    Point {
        Objects.requireNonNull(scenario);
        Objects.requireNonNull(who);
        Objects.requireNonNull(measure);
    }

    /** Messages a second through the broker, not persistent. */
    static Point rate(String scenario, int bytes) {
        return new Point(scenario, Who.MILLRACE, false, bytes, Measure.RATE);
    }

    /** The same by the engine alone: one thread, queues in memory. */
    static Point engine(String scenario, int bytes) {
        return rate(scenario, bytes).by(Who.ENGINE);
    }

    Point by(String other) {
        return new Point(scenario, other, persistent, bytes, measure);
    }

    Point forced() {
        return new Point(scenario, who, true, bytes, measure);
    }

    Point with(Measure other) {
        return new Point(scenario, who, persistent, bytes, other);
    }
}
