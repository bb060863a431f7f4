package io.millrace.benchmarks.drive;

import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** A peer that moves JMS bytes messages. */
abstract class JmsPeer extends Contender {

    /** Starts a peer for messages of a kind. */
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
     * Connections within this process to the broker. All other settings are Artemis' defaults: a
     * consumer reads a mebibyte ahead, and sends wait for the broker's answer where messages are
     * persistent.
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
