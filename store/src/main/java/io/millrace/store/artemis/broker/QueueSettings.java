package io.millrace.store.artemis.broker;

import io.millrace.engine.queue.QueueStore;

import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.core.settings.impl.DiskFullMessagePolicy;

/** Settings of addresses and queues, common to embedded and remote brokers. */
public final class QueueSettings {

    /** Queue for expired messages. It keeps the last thousand expired messages for inspection. */
    public static final String EXPIRY_QUEUE = "SYSTEM.EXPIRED.QUEUE";

    private QueueSettings() {}

    /** Returns the settings of all addresses. */
    public static AddressSettings common() {
        return new AddressSettings()
                // The default deletes messages after ten attempts without a dead-letter address.
                // The engine keeps its own counts.
                .setMaxDeliveryAttempts(-1)
                .setRedeliveryDelay(0)
                .setDeadLetterAddress(SimpleString.of(QueueStore.DEAD_LETTER_QUEUE))
                .setExpiryAddress(SimpleString.of(EXPIRY_QUEUE))
                // The default blocks senders without an error.
                .setDiskFullMessagePolicy(DiskFullMessagePolicy.FAIL);
    }

    /** Returns the settings of the addresses of created queues. */
    public static AddressSettings created() {
        return common().setAutoCreateQueues(false)
                .setAutoCreateAddresses(false)
                // The default deletes idle queues.
                .setAutoDeleteQueues(false)
                .setAutoDeleteAddresses(false)
                // The default routing type of clients is that of a topic.
                .setDefaultAddressRoutingType(RoutingType.ANYCAST)
                .setDefaultQueueRoutingType(RoutingType.ANYCAST);
    }

    /** Returns the configuration of a queue, at an address of the same name. */
    public static QueueConfiguration queue(String name) {
        return QueueConfiguration.of(name)
                .setAddress(name)
                .setRoutingType(RoutingType.ANYCAST)
                .setDurable(true)
                .setAutoDelete(false)
                .setAutoCreated(false);
    }
}
