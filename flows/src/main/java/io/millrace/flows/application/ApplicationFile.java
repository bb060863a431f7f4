package io.millrace.flows.application;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Limits;
import io.millrace.engine.pubsub.Subscriptions.Subscription;
import io.millrace.flows.definition.FlowOptions;
import io.millrace.flows.definition.Names;
import io.millrace.flows.definition.Parameters;
import io.millrace.flows.definition.Section;
import io.millrace.parsers.text.Yaml;
import io.millrace.parsers.text.YamlEntry;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A reader of {@code application.yaml}. */
public final class ApplicationFile {

    /** Name of the file in the application's folder. */
    public static final String NAME = "application.yaml";

    /**
     * Name of the environment whose parameters also apply to all other environments, unless these
     * override them.
     */
    static final String DEFAULT_ENVIRONMENT = "default";

    static final List<String> KEYS =
            List.of(
                    "name",
                    "version",
                    "description",
                    "parameters",
                    "externals",
                    "queues",
                    "dataSources",
                    "subscriptions",
                    "executionGroups",
                    "limits");
    static final List<String> GROUP_KEYS = List.of("flows");
    static final List<String> FLOW_KEYS =
            Stream.concat(Stream.of("copies"), FlowOptions.KEYS.stream()).toList();
    static final List<String> SUBSCRIPTION_KEYS = List.of("topic", "queue", "subscriptionPoint");

    private static final int MAX_COPIES = 256;

    private ApplicationFile() {}

    /**
     * Reads the file.
     *
     * @param name name of the application if the file does not specify a name @param environment
     *     environment whose parameters are substituted; empty for the default parameters
     */
    static ApplicationSettings read(
            Source source, String name, Path folder, String environment, Problems problems) {
        YamlNode document = Yaml.read(source, problems);
        if (document == null) {
            return ApplicationSettings.standard(name);
        }
        Parameters parameters =
                parameters(Section.of(document, KEYS, Parameters.NONE, problems), environment);
        Section file = Section.of(document, null, parameters, problems);
        String given = file.text("name", name);
        if (!Names.isName(given)) {
            problems.error(
                    ErrorCode.BAD_VALUE, file.place("name"), "'" + given + "' " + Names.RULE);
        }
        file.text("description", "");
        return new ApplicationSettings(
                given,
                file.text("version", ""),
                parameters,
                Resources.dataSources(file, folder),
                Resources.queues(file),
                assignments(file),
                subscriptions(file),
                Resources.limits(file, Limits.DEFAULTS),
                externals(file));
    }

    private static Parameters parameters(Section file, String environment) {
        Section environments = file.section("parameters", null);
        Map<String, String> values = new LinkedHashMap<>();
        TreeSet<String> names = new TreeSet<>();
        for (YamlEntry entry : environments.entries()) {
            names.add(entry.name());
            Section section = environments.section(entry.name(), null);
            boolean chosen = entry.name().equals(environment);
            for (YamlEntry parameter : section.entries()) {
                String value = section.text(parameter.value());
                if (value != null && chosen) {
                    values.put(parameter.name(), value);
                } else if (value != null && entry.name().equals(DEFAULT_ENVIRONMENT)) {
                    values.putIfAbsent(parameter.name(), value);
                }
            }
        }
        if (!environment.isEmpty() && environments.isMapping() && !names.contains(environment)) {
            file.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            file.place("parameters"),
                            "unknown environment "
                                    + environment
                                    + "; expected one of "
                                    + String.join(", ", names),
                            Problems.didYouMean(environment, names));
        }
        return new Parameters(environment, values);
    }

    private static List<FlowAssignment> assignments(Section file) {
        List<FlowAssignment> assignments = new ArrayList<>();
        for (YamlEntry entry : file.section("executionGroups", null).entries()) {
            Section group =
                    Section.of(entry.value(), GROUP_KEYS, file.parameters(), file.problems());
            if (group.node("flows") instanceof YamlMapping) {
                for (YamlEntry flow : group.section("flows", null).entries()) {
                    Section how =
                            Section.of(flow.value(), FLOW_KEYS, file.parameters(), file.problems());
                    int copies = (int) how.integer("copies", 1, 1, MAX_COPIES);
                    assignments.add(
                            new FlowAssignment(
                                    entry.name(),
                                    flow.name(),
                                    copies,
                                    how.options(),
                                    flow.key().place()));
                }
            } else {
                for (YamlNode item : group.items("flows")) {
                    String flow = group.text(item);
                    if (flow != null) {
                        assignments.add(FlowAssignment.once(entry.name(), flow, item.place()));
                    }
                }
            }
        }
        return assignments;
    }

    private static Map<Subscription, Place> subscriptions(Section file) {
        Map<Subscription, Place> subscriptions = new LinkedHashMap<>();
        for (YamlNode item : file.items("subscriptions")) {
            Section subscription =
                    Section.of(item, SUBSCRIPTION_KEYS, file.parameters(), file.problems());
            String topic = subscription.required("topic");
            String queue = subscription.required("queue");
            if (!queue.isEmpty()
                    && Resources.isQueueName(queue, subscription.place("queue"), file.problems())) {
                subscriptions.put(
                        new Subscription(topic, subscription.text("subscriptionPoint", ""), queue),
                        subscription.place("queue"));
            }
        }
        return subscriptions;
    }

    private static Map<String, String> externals(Section file) {
        Map<String, String> externals = new LinkedHashMap<>();
        Section section = file.section("externals", null);
        for (YamlEntry entry : section.entries()) {
            String value = section.text(entry.value());
            if (value != null) {
                externals.put(entry.name(), value);
            }
        }
        return externals;
    }
}
