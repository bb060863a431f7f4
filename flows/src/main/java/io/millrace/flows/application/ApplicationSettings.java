package io.millrace.flows.application;

import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.error.Place;
import io.millrace.engine.message.Limits;
import io.millrace.engine.pubsub.Subscriptions.Subscription;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.resource.ResourceSet;
import io.millrace.engine.setting.EffectiveSetting;
import io.millrace.flows.definition.Parameters;
import io.millrace.flows.definition.PropertyText;

import java.util.List;
import java.util.Map;

/**
 * The settings in {@code application.yaml}.
 *
 * @param name name of the application; by default, the name of the folder
 * @param version version for display; empty if not specified
 * @param parameters parameters of the selected environment
 * @param dataSources data sources of only this application
 * @param queues complete list of queues by name; null if the file has no list
 * @param assignments flows assigned to execution groups
 * @param subscriptions queues that receive publications, with their positions in the file
 * @param limits resource limits of messages and programs of the application
 * @param externals values of EXTERNAL variables in ESQL of all flows
 * @param sensitiveFields names of the paths of fields whose values are masked, with their positions
 * @param libraries names of libraries that the application uses, with their positions
 * @param resources endpoints, credentials, certificates and listeners of only this application
 * @param effective all settings of the file with their origins, for output
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
        Map<String, PropertyText> externals,
        Map<List<String>, Place> sensitiveFields,
        Map<String, Place> libraries,
        ResourceSet resources,
        List<EffectiveSetting> effective) {

    /** Returns the settings of an application without {@code application.yaml}. */
    static ApplicationSettings standard(
            String name, Parameters parameters, List<EffectiveSetting> defaults) {
        return standard(name, "", parameters, defaults);
    }

    /** Returns the settings of an application or a library without other settings. */
    static ApplicationSettings standard(
            String name, String version, Parameters parameters, List<EffectiveSetting> effective) {
        return new ApplicationSettings(
                name,
                version,
                parameters,
                List.of(),
                null,
                List.of(),
                Map.of(),
                Limits.DEFAULTS,
                Map.of(),
                Map.of(),
                Map.of(),
                ResourceSet.NONE,
                effective);
    }

    /** Returns the name, followed by the version if one is specified. */
    public String label() {
        return version.isEmpty() ? name : name + " " + version;
    }
}
