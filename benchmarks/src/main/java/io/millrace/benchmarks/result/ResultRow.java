package io.millrace.benchmarks.result;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The figures of one contender for one piece of work. A figure that was not measured is null, never
 * zero.
 *
 * @param work work that was measured
 * @param who {@link #MILLRACE}, {@link #BARE} or the name of a peer, for example {@code camel-jms}
 * @param instances threads that did the work
 * @param seconds measured time of all rounds, without warm-up
 * @param rate messages per second
 * @param cost of a message
 * @param closed response times while every client waits for its reply before the next request
 * @param rated response times at a fixed rate
 * @param extra other figures by name, with the unit in the name: {@code deliveriesPerSecond} ...
 */
public record ResultRow(
        Work work,
        String who,
        int instances,
        Double seconds,
        Rate rate,
        Cost cost,
        ResponseTimes closed,
        RatedRun rated,
        Map<String, Double> extra) {

    /** The engine with its flow. */
    public static final String MILLRACE = "millrace";

    /** A bare loop over the core API of Artemis that moves messages from queue to queue. */
    public static final String BARE = "bare";

    /** The engine alone: one thread, queues in memory. */
    public static final String ENGINE = "engine";

    /** A round trip that JMH measures: its threads are the clients. */
    public static final String JMH = "jmh";

    /** The name of the figure in {@link #extra} that compares times measured in turns. */
    public static final String RATIO = "ratio";

    public ResultRow {
        extra = extra == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(extra));
    }

    /** Returns a row of the engine or a library without queues. */
    public static ResultRow alone(
            Work work, String who, int instances, List<Double> rates, double bytes) {
        return new ResultRow(
                work,
                who,
                instances,
                null,
                Rate.of(rates),
                Double.isNaN(bytes) ? null : new Cost(null, null, bytes),
                null,
                null,
                Map.of());
    }

    /** Returns the same row with more figures. */
    public ResultRow with(Map<String, Double> more) {
        Map<String, Double> all = new HashMap<>(extra);
        all.putAll(more);
        return new ResultRow(work, who, instances, seconds, rate, cost, closed, rated, all);
    }

    /** Returns the same row with its measured time. */
    public ResultRow measuredFor(double time) {
        return new ResultRow(work, who, instances, time, rate, cost, closed, rated, extra);
    }
}
