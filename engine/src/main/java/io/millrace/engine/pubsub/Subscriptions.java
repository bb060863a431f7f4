package io.millrace.engine.pubsub;

import java.util.List;

/**
 * Who gets what is published: the engine's own subscriptions, each a topic filter and a queue. Safe
 * to use from several threads.
 */
public interface Subscriptions {

    /**
     * A subscription. Filters are topics in which {@code +} stands for one level and a {@code #}
     * for any number of levels (WMQI: "Special characters in topics").
     *
     * @param subscriptionPoint empty for the default one
     */
    record Subscription(String topicFilter, String subscriptionPoint, String queue) {}

    /**
     * Adds a subscription; adding the same again changes nothing. Throws BAD_VALUE for a malformed
     * filter.
     */
    void add(Subscription subscription);

    void remove(Subscription subscription);

    /** The queues that get a publication, each once. */
    List<String> matches(String topic, String subscriptionPoint);

    List<Subscription> all();
}
