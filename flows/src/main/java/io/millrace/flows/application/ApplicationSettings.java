package io.millrace.flows.application;

import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.error.Place;
import io.millrace.engine.message.Limits;
import io.millrace.engine.pubsub.Subscriptions.Subscription;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.flows.definition.Parameters;

import java.util.List;
import java.util.Map;

/**
 * What {@code application.yaml} says.
 *
 * @param name the application's name; by default that of its folder
 * @param version for people; empty where not said
 * @param parameters those of the chosen environment
 * @param dataSources data sources of the application's own
 * @param queues by name, then complete; null where there is no list
 * @param assignments flows that were put into execution groups
 * @param subscriptions queues that get what is published, and where the file says so
 * @param limits what messages and programs of the application may cost
 * @param externals values of ESQL's external variables
 */
public record ApplicationSettings(
        String name,
        String version,
        Parameters parameters,
        List<DataSourceDefinition> dataSources,
        Map<String, QueueDefinition> queues,
        List<FlowAssignment> assignments,
        Map<Subscription, Place> subscriptions,
        Limits limits,
        Map<String, String> externals) {

    /** Of an application without {@code application.yaml}. */
    public static ApplicationSettings standard(String name) {
        return new ApplicationSettings(
                name,
                "",
                Parameters.NONE,
                List.of(),
                null,
                List.of(),
                Map.of(),
                Limits.DEFAULTS,
                Map.of());
    }
}
