package io.millrace.engine.pubsub;

import java.util.List;

/**
 * The subscriptions of the engine, each a topic filter and a queue. Safe for use by several
 * threads.
 */
public interface Subscriptions {

    /**
     * A subscription. A filter is a topic in which {@code +} represents one level and {@code #} any
     * number of levels (WMQI: "Special characters in topics").
     *
     * @param subscriptionPoint subscription point; empty for the default subscription point
     */
    record Subscription(String topicFilter, String subscriptionPoint, String queue) {}

    /**
     * Adds a subscription. If the subscription already exists, the call has no effect. Fails with
     * BAD_VALUE for an invalid filter.
     */
    void add(Subscription subscription);

    void remove(Subscription subscription);

    /** Returns the queues that receive a publication. Each queue is included once. */
    List<String> matches(String topic, String subscriptionPoint);

    List<Subscription> all();
}
