package io.millrace.benchmarks.peer;

import io.millrace.benchmarks.drive.Contender;
import io.millrace.benchmarks.drive.Place;
import io.millrace.benchmarks.scenario.Request;
import io.millrace.benchmarks.scenario.Scenario;

import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

import java.util.Arrays;
import java.util.Locale;

/**
 * A peer that reads and writes JMS bytes messages: bodies without headers of MQ, which it would
 * have to parse by hand.
 */
abstract class JmsContender implements Contender {

    private final String who;
    private final String input;
    private final String output;
    private final Job job;

    JmsContender(String who, Place place, Job job) {
        this.who = who;
        this.job = job;
        String queues = who.toUpperCase(Locale.ROOT).replace('-', '.');
        input = place.queue(queues + ".IN");
        output = place.queue(queues + ".OUT");
    }

    Job job() {
        return job;
    }

    /**
     * Connections within this process to the broker. All other settings are Artemis' defaults: a
     * consumer reads a mebibyte ahead, and sends wait for the broker's answer where messages are
     * persistent.
     */
    static ActiveMQConnectionFactory connections(Place place) {
        return new ActiveMQConnectionFactory(
                "vm://" + place.api().serverId(), place.api().user(), place.api().password());
    }

    @Override
    public final String who() {
        return who;
    }

    @Override
    public final String input() {
        return input;
    }

    @Override
    public final String output() {
        return output;
    }

    @Override
    public final boolean readsMqmd() {
        return false;
    }

    @Override
    public final Request request(Request request) {
        byte[] bytes = request.bytes();
        return new Request(
                Request.NONE, Arrays.copyOfRange(bytes, request.headerBytes(), bytes.length), 0);
    }

    @Override
    public final void check(Scenario scenario, int bytes, byte[] reply) {
        if (job == Job.COMPLEX) {
            scenario.check(bytes, reply);
        } else if (!Arrays.equals(reply, request(scenario.request(bytes)).bytes())) {
            throw new IllegalStateException(who + " changed a message");
        }
    }
}
