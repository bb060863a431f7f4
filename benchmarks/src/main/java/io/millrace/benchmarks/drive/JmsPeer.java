package io.millrace.benchmarks.drive;

import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A peer that takes and gives JMS bytes messages: bodies without headers of MQ, which it would have
 * to parse itself.
 */
abstract class JmsPeer extends Contender {

    /** The parts of the report's work that peers can do. */
    enum Job {
        /** Moves messages from one queue to another. */
        PASS("mqinput-mqoutput|mqinput-mqoutput-60-clients|transactional-mqinput-mqoutput", "", ""),
        /** The complex compute node: a stylesheet, or StAX by hand. */
        COMPLEX("compute-complex", "", ""),
        /** Passing the message on if a field has a value: XPath, or StAX by hand. */
        FILTER("filter", "/message/choice", "true"),
        /** Choosing the queue by content, because peers have no list of labels. */
        ROUTE("route-to-label-1", "/order/status", "new");

        private final String scenarios;
        private final String path;
        final String value;

        Job(String scenarios, String path, String value) {
            this.scenarios = scenarios;
            this.path = path;
            this.value = value;
        }

        /** Returns the condition that the messages fulfil. */
        String xpath() {
            return path + " = '" + value + "'";
        }

        /** Returns the field of the condition. */
        String field() {
            return path.substring(path.lastIndexOf('/') + 1);
        }
    }

    /** The work of a peer. */
    record Task(Place place, Job job, boolean transacted, boolean persistent) {

        private static Task of(Place place, Scenario scenario, boolean persistent) {
            return Stream.of(Job.values())
                    .filter(job -> scenario.id().matches(job.scenarios))
                    .map(job -> new Task(place, job, scenario.isTransacted(persistent), persistent))
                    .findFirst()
                    .orElse(null);
        }
    }

    /** Starts a peer. */
    interface Opening {
        Contender open(Task task) throws Exception;
    }

    private final Job job;

    JmsPeer(String who, Task task) {
        this(who, who.toUpperCase(Locale.ROOT).replace('-', '.'), task);
    }

    private JmsPeer(String who, String queues, Task task) {
        super(who, task.place.queue(queues + ".IN"), task.place.queue(queues + ".OUT"));
        job = task.job;
    }

    /** Returns a maker of peers for the scenarios that they can do. */
    static Maker maker(Opening opening) {
        return (place, scenario, persistent) -> {
            Task task = Task.of(place, scenario, persistent);
            return task == null ? null : opening.open(task);
        };
    }

    /**
     * Connections within this process to the broker. All other settings are Artemis' defaults: a
     * consumer reads a mebibyte ahead, and sends wait for the broker's answer where messages are
     * persistent.
     */
    static ActiveMQConnectionFactory connections(Task task) {
        CoreApi api = task.place.api();
        return new ActiveMQConnectionFactory("vm://" + api.serverId(), api.user(), api.password());
    }

    @Override
    boolean readsMqmd() {
        return false;
    }

    @Override
    Request request(Request request) {
        byte[] bytes = request.bytes();
        return new Request("", Arrays.copyOfRange(bytes, request.headerBytes(), bytes.length), 0);
    }

    @Override
    void check(Scenario scenario, int bytes, byte[] reply) {
        if (job == Job.COMPLEX) {
            scenario.check(bytes, reply);
        } else {
            super.check(scenario, bytes, reply);
        }
    }
}
