package io.millrace.benchmarks.result;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The figures of one contender for one piece of work. A figure that was not measured is null, never
 * zero.
 *
 * @param work work that was measured
 * @param who {@link #MILLRACE}, {@link #BARE} or the name of a peer, for example {@code camel-jms}
 * @param instances number of threads that did the work
 * @param seconds measured time of all rounds in seconds, without warm-up
 * @param rate messages per second
 * @param cost cost per message
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

    /** Name of Millrace with a flow. */
    public static final String MILLRACE = "millrace";

    /**
     * Name of the bare loop, which moves messages from queue to queue with the core API of Artemis.
     */
    public static final String BARE = "bare";

    /** Name of the engine alone, with one thread and queues in memory. */
    public static final String ENGINE = "engine";

    /** Name of the figure in {@link #extra} that compares times measured in turns. */
    public static final String RATIO = "ratio";

    /**
     * The cost per message, including the store, the driving clients and a database in this
     * process. A figure that was not measured is null.
     *
     * @param cpuPercent use of all processors available to the process, in percent
     * @param cpuMillisPerMessage processor time of all threads, in milliseconds
     * @param allocatedBytesPerMessage number of bytes that all threads allocated on the heap
     */
    public record Cost(
            Double cpuPercent, Double cpuMillisPerMessage, Double allocatedBytesPerMessage) {

        static final Cost NONE = new Cost(null, null, null);
    }

    /**
     * Percentiles of the response times in microseconds.
     *
     * @param p50 median
     * @param p99 99th percentile
     * @param p999 99.9th percentile; useful only with at least 1,000 replies
     * @param max time of the slowest reply
     * @param count number of replies
     */
    public record ResponseTimes(double p50, double p99, double p999, double max, long count) {}

    /**
     * A run at a fixed rate. Response times count from the intended time of a request, so that
     * delays caused by an earlier request are included (no coordinated omission).
     *
     * @param targetPerSecond intended rate
     * @param reachedPerSecond actual rate
     * @param times response times, from the intended time of the request to the reply
     */
    public record RatedRun(double targetPerSecond, double reachedPerSecond, ResponseTimes times) {

        /** Whether less than 95 % of the intended rate was reached. */
        public boolean hasMissedRate() {
            return reachedPerSecond < 0.95 * targetPerSecond;
        }
    }

    public ResultRow {
        extra = extra == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(extra));
    }

    /** Returns a row for the engine or a library without queues. */
    public static ResultRow alone(
            Work work, String who, int instances, List<Double> rates, double bytes) {
        Cost cost = Double.isNaN(bytes) ? null : new Cost(null, null, bytes);
        return new ResultRow(
                work, who, instances, null, Rate.of(rates), cost, null, null, Map.of());
    }

    /** Returns the measured cost, or a cost without figures if the cost was not measured. */
    public Cost anyCost() {
        return Objects.requireNonNullElse(cost, Cost.NONE);
    }

    /** Returns the row with additional figures. */
    public ResultRow with(Map<String, Double> more) {
        Map<String, Double> all = new HashMap<>(extra);
        all.putAll(more);
        return new ResultRow(work, who, instances, seconds, rate, cost, closed, rated, all);
    }

    /** Returns the row with the measured time. */
    public ResultRow measuredFor(double time) {
        return new ResultRow(work, who, instances, time, rate, cost, closed, rated, extra);
    }
}
