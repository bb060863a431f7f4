package io.millrace.benchmarks.drive;

import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** A peer that moves JMS bytes messages. */
abstract class JmsPeer extends Contender {

    /** Starts a peer. */
    interface Opening {
        Contender open(Place place, boolean transacted, boolean persistent) throws Exception;
    }

    JmsPeer(String who, Place place) {
        super(who, place.queue(who + ".IN"), place.queue(who + ".OUT"));
    }

    /** Returns a maker of peers for the scenarios that only move messages. */
    static Maker maker(Opening opening) {
        return (place, scenario, persistent) ->
                scenario.id().contains("mqinput-mqoutput")
                        ? opening.open(place, scenario.isTransacted(persistent), persistent)
                        : null;
    }

    /**
     * Returns a factory of in-process connections to the broker, with the default settings of
     * Artemis: a consumer prefetches 1 MiB, and sends of persistent messages wait for the response
     * of the broker.
     */
    static ActiveMQConnectionFactory connections(Place place) {
        CoreApi api = place.api();
        return new ActiveMQConnectionFactory("vm://" + api.serverId(), api.user(), api.password());
    }

    @Override
    boolean readsMqmd() {
        return false;
    }
}
