package io.millrace.flows.application;

import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.message.Limits;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueStoreSettings;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What {@code broker.yaml} says.
 *
 * @param name the broker's name
 * @param store how the queues are opened; its home is null where the file does not say
 * @param dataSources data sources that all applications can use
 * @param queues by name, then complete together with those of the applications; null where there is
 *     no list
 * @param executionGroups the names of all groups, then complete; null where there is no list
 * @param limits what messages may cost that are put through the broker itself
 */
public record BrokerSettings(
        String name,
        QueueStoreSettings store,
        List<DataSourceDefinition> dataSources,
        Map<String, QueueDefinition> queues,
        Set<String> executionGroups,
        Limits limits) {

    public static final String DEFAULT_NAME = "MILLRACE";

    /** Of a broker without {@code broker.yaml}: queues in memory. */
    public static final BrokerSettings STANDARD =
            new BrokerSettings(
                    DEFAULT_NAME,
                    QueueStoreSettings.inMemory(),
                    List.of(),
                    null,
                    null,
                    Limits.DEFAULTS);
}
