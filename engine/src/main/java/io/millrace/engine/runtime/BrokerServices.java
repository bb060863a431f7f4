package io.millrace.engine.runtime;

import io.millrace.engine.database.DataSources;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.pubsub.Subscriptions;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.work.Coordinator;

import java.time.Clock;
import java.util.Objects;

/**
 * What flows get from the broker that they run in; shared by all instances.
 *
 * @param broker the broker's name
 * @param dataSources null where there are none
 * @param coordinator null where there is none: then flows are coordinated by nobody, whatever they
 *     say
 */
public record BrokerServices(
        String broker,
        QueueStore queues,
        DataSources dataSources,
        Subscriptions subscriptions,
        MessageAssembler assembler,
        Clock clock,
        Coordinator coordinator) {

    /** Without a coordinator. */
    public BrokerServices(
            String broker,
            QueueStore queues,
            DataSources dataSources,
            Subscriptions subscriptions,
            MessageAssembler assembler,
            Clock clock) {
        this(broker, queues, dataSources, subscriptions, assembler, clock, null);
    }

    public BrokerServices {
        Objects.requireNonNull(broker);
        Objects.requireNonNull(queues);
        Objects.requireNonNull(subscriptions);
        Objects.requireNonNull(assembler);
        Objects.requireNonNull(clock);
    }
}
