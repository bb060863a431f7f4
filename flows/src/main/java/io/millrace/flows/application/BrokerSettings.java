package io.millrace.flows.application;

import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.message.Limits;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.resource.ResourceSet;
import io.millrace.engine.setting.EffectiveSetting;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The settings in {@code broker.yaml}.
 *
 * @param name name of the broker
 * @param store settings of the queue store; its home is null if the file does not specify it
 * @param dataSources data sources that all applications can use
 * @param queues queues by name, complete together with the queues of the applications; null if the
 *     file has no list
 * @param executionGroups complete list of the names of all groups; null if the file has no list
 * @param limits limits of messages that are put through the broker itself
 * @param resources endpoints, credentials, certificates and listeners that all applications can use
 * @param server settings of the server process
 * @param effective all settings of the file with their origins, for output
 */
public record BrokerSettings(
        String name,
        QueueStoreSettings store,
        List<DataSourceDefinition> dataSources,
        Map<String, QueueDefinition> queues,
        Set<String> executionGroups,
        Limits limits,
        ResourceSet resources,
        ServerSettings server,
        List<EffectiveSetting> effective) {

    public static final String DEFAULT_NAME = "MILLRACE";

    /** Settings of a broker without {@code broker.yaml}: queues in memory. */
    public static final BrokerSettings STANDARD =
            new BrokerSettings(
                    DEFAULT_NAME,
                    QueueStoreSettings.inMemory(),
                    List.of(),
                    null,
                    null,
                    Limits.DEFAULTS,
                    ResourceSet.NONE,
                    ServerSettings.STANDARD,
                    List.of());
}
