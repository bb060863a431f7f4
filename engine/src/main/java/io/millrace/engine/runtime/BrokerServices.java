package io.millrace.engine.runtime;

import io.millrace.engine.database.DataSources;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.pubsub.Subscriptions;
import io.millrace.engine.queue.QueueStore;

import java.time.Clock;
import java.util.Objects;

/**
 * What flows get from the broker that they run in; shared by all instances.
 *
 * @param broker the broker's name
 * @param dataSources null where there are none
 */
public record BrokerServices(
        String broker,
        QueueStore queues,
        DataSources dataSources,
        Subscriptions subscriptions,
        MessageAssembler assembler,
        Clock clock) {

    public BrokerServices {
        Objects.requireNonNull(broker);
        Objects.requireNonNull(queues);
        Objects.requireNonNull(subscriptions);
        Objects.requireNonNull(assembler);
        Objects.requireNonNull(clock);
    }
}
