package io.millrace.benchmarks.result;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The figures of one who did one piece of work. What was not measured is null, never zero.
 *
 * @param work what was done
 * @param who {@link #MILLRACE}, {@link #BARE} or a peer's name: {@code camel-jms}, {@code
 *     spring-integration}, {@code plain-jms}, {@code stax} ...
 * @param instances threads that did it
 * @param rate messages a second
 * @param cost of a message; null where it was not measured
 * @param closed response times while every client waits for its reply before it sends the next;
 *     null where they were not measured
 * @param rated response times at a fixed rate; null where they were not measured
 * @param extra other figures by name, with the unit in the name: {@code deliveriesPerSecond} ...
 */
public record ResultRow(
        Work work,
        String who,
        int instances,
        Rate rate,
        Cost cost,
        ResponseTimes closed,
        RatedRun rated,
        Map<String, Double> extra) {

    /** The engine with its flow. */
    public static final String MILLRACE = "millrace";

    /** A bare loop over Artemis' core API that takes a message and puts it. */
    public static final String BARE = "bare";

    /** The same loop, where messages that are ready share a transaction. */
    public static final String SHARED_UNITS = "shared-units";

    /** The same loop for publications, where each subscriber gets a message of its own. */
    public static final String COPIES_BY_HAND = "copies-by-hand";

    /** The driving clients alone, which get their own requests: nobody is between. */
    public static final String CLIENTS_ALONE = "clients-alone";

    public ResultRow {
        Objects.requireNonNull(work);
        Objects.requireNonNull(who);
        Objects.requireNonNull(rate);
        extra = extra == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(extra));
    }
}
