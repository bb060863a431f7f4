package io.millrace.engine.runtime;

import io.millrace.engine.database.DataSources;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.pubsub.Subscriptions;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.resource.ResourceSet;
import io.millrace.engine.state.StateStore;
import io.millrace.engine.work.Coordinator;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.util.Objects;

/**
 * Services of the broker for its flows. All instances share them.
 *
 * @param broker name of the broker
 * @param dataSources data sources; null if there is none
 * @param coordinator coordinator; null if there is none, in which case flows are never coordinated
 * @param failures last failures of messages that will be delivered again
 * @param calls calls that wait for flows, and the callable endpoints
 * @param states states of the nodes; the applications of a broker share them
 * @param resources named resources of the application and the broker
 */
public record BrokerServices(
        String broker,
        QueueStore queues,
        @Nullable DataSources dataSources,
        Subscriptions subscriptions,
        MessageAssembler assembler,
        Clock clock,
        @Nullable Coordinator coordinator,
        RecentFailures failures,
        CallQueues calls,
        StateStore states,
        ResourceSet resources) {

    /** Creates services without a coordinator. */
    public BrokerServices(
            String broker,
            QueueStore queues,
            DataSources dataSources,
            Subscriptions subscriptions,
            MessageAssembler assembler,
            Clock clock) {
        this(broker, queues, dataSources, subscriptions, assembler, clock, null);
    }

    /** Creates services with no recent failures and no waiting calls. */
    public BrokerServices(
            String broker,
            QueueStore queues,
            @Nullable DataSources dataSources,
            Subscriptions subscriptions,
            MessageAssembler assembler,
            Clock clock,
            @Nullable Coordinator coordinator) {
        this(
                broker,
                queues,
                dataSources,
                subscriptions,
                assembler,
                clock,
                coordinator,
                new RecentFailures(),
                new CallQueues(),
                new StateStore(queues, clock),
                ResourceSet.NONE);
    }

    /** Returns the same services with named resources. */
    public BrokerServices withResources(ResourceSet value) {
        return new BrokerServices(
                broker,
                queues,
                dataSources,
                subscriptions,
                assembler,
                clock,
                coordinator,
                failures,
                calls,
                states,
                value);
    }

    public BrokerServices {
        Objects.requireNonNull(broker);
        Objects.requireNonNull(queues);
        Objects.requireNonNull(subscriptions);
        Objects.requireNonNull(assembler);
        Objects.requireNonNull(clock);
        Objects.requireNonNull(resources);
    }
}
