package io.millrace.flows.application;

import io.millrace.engine.database.JdbcDrivers;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.pubsub.Subscriptions.Subscription;
import io.millrace.engine.pubsub.TopicTree;
import io.millrace.engine.setting.Layer;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.engine.setting.SettingValue;
import io.millrace.flows.definition.FileSettings;
import io.millrace.flows.definition.FlowOptions;
import io.millrace.flows.definition.Names;
import io.millrace.flows.definition.Parameters;
import io.millrace.flows.definition.PropertyText;
import io.millrace.parsers.text.Section;
import io.millrace.parsers.text.Yaml;
import io.millrace.parsers.text.YamlEntry;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** A reader of {@code application.yaml}. */
public final class ApplicationFile {

    /** Name of the file in the application's folder. */
    public static final String NAME = "application.yaml";

    /**
     * Name of the environment whose parameters also apply to all other environments, unless these
     * override them.
     */
    static final String DEFAULT_ENVIRONMENT = "default";

    private static final String NAME_IN_PATH = "\"[^\"]+\"|[^\".\\s]+";
    private static final Pattern FIELD_NAME = Pattern.compile("(" + NAME_IN_PATH + ")");
    private static final Pattern FIELD_PATH =
            Pattern.compile("(?:%1$s)(?:\\.(?:%1$s))*".formatted(NAME_IN_PATH));

    private ApplicationFile() {}

    /**
     * Reads the file.
     *
     * @param name name of the application if the file does not specify a name
     * @param environment environment whose parameters are substituted; empty for the default
     *     parameters
     * @param drivers drivers that data sources can use
     */
    static ApplicationSettings read(
            Source source,
            String name,
            Path folder,
            String environment,
            OverridesFile overrides,
            JdbcDrivers drivers,
            Problems problems) {
        YamlNode document = source == null ? null : Yaml.read(source, problems);
        Parameters parameters = parameters(document, folder, environment, overrides, problems);
        if (document == null) {
            Section none = Section.of(null, FileSettings.APPLICATION, parameters, problems);
            return ApplicationSettings.standard(
                    name,
                    parameters,
                    none.effective(Layer.APPLICATION, Place.of(folder.toString())));
        }
        Section file =
                Section.of(
                        document,
                        FileSettings.APPLICATION,
                        Map.of("broker.yaml", FileSettings.BROKER),
                        parameters,
                        problems);
        String given = file.text("name", name);
        if (!Names.isName(given)) {
            problems.error(
                    ErrorCode.BAD_VALUE, file.place("name"), "'" + given + "' " + Names.RULE);
        }
        NamedResources resources = NamedResources.read(file, folder);
        return new ApplicationSettings(
                given,
                file.text("version"),
                parameters,
                Resources.dataSources(file, resources, drivers),
                Resources.queues(file),
                assignments(file),
                subscriptions(file),
                Resources.limits(file),
                externals(file),
                sensitiveFields(file),
                libraries(file),
                resources.all(),
                file.effective(Layer.APPLICATION, document.place()));
    }

    private static Map<String, PropertyText> externals(Section file) {
        Map<String, PropertyText> externals = new LinkedHashMap<>();
        Section mapping =
                Section.of(
                        file.node("externals"),
                        SettingGroup.OPEN,
                        Parameters.NONE,
                        file.problems());
        for (YamlEntry entry : mapping.entries()) {
            String text = Section.text(entry.value(), entry.name(), file.problems());
            List<String> texts = text == null ? List.of() : List.of(text);
            externals.put(
                    entry.name(),
                    new PropertyText(
                            entry.key().place(),
                            entry.value().place(),
                            texts,
                            false,
                            Layer.APPLICATION));
        }
        return externals;
    }

    private static Map<String, Place> libraries(Section file) {
        Map<String, Place> libraries = new LinkedHashMap<>();
        for (YamlNode item : Section.items(file.node("libraries"))) {
            if (item instanceof YamlScalar name && !name.isNull()) {
                if (!Names.isName(name.text())) {
                    file.problems()
                            .error(
                                    ErrorCode.BAD_VALUE,
                                    name.place(),
                                    "'" + name.text() + "' " + Names.RULE);
                } else if (libraries.putIfAbsent(name.text(), name.place()) != null) {
                    file.problems()
                            .error(
                                    ErrorCode.DUPLICATE_NAME,
                                    name.place(),
                                    "the library %s is listed twice".formatted(name.text()));
                }
            }
        }
        return libraries;
    }

    private static Map<List<String>, Place> sensitiveFields(Section file) {
        Map<List<String>, Place> fields = new LinkedHashMap<>();
        for (YamlNode item : Section.items(file.node("sensitiveFields"))) {
            if (item instanceof YamlScalar path && !path.isNull()) {
                List<String> names =
                        FIELD_NAME.matcher(path.text()).results().map(m -> m.group(1)).toList();
                if (FIELD_PATH.matcher(path.text()).matches()) {
                    fields.put(
                            names.stream().map(ApplicationFile::unquoted).toList(), item.place());
                } else {
                    file.problems()
                            .error(
                                    ErrorCode.BAD_VALUE,
                                    item.place(),
                                    "sensitiveFields has '%s', expected names separated by points"
                                            .formatted(path.text()),
                                    "for example XMLNSC.order.card.number");
                }
            }
        }
        return fields;
    }

    private static String unquoted(String name) {
        return name.startsWith("\"") ? name.substring(1, name.length() - 1) : name;
    }

    /** Reports an environment that is specified for an application without parameters. */
    private static void warnOfEnvironment(String environment, Place place, Problems problems) {
        problems.warning(
                ErrorCode.BAD_VALUE,
                place,
                "the environment "
                        + environment
                        + " has no effect: the application has no parameters",
                "set parameters in " + NAME + ", or omit the environment");
    }

    private static Parameters parameters(
            YamlNode document,
            Path folder,
            String environment,
            OverridesFile overrides,
            Problems problems) {
        YamlNode node = document instanceof YamlMapping file ? file.get("parameters") : null;
        Section environments =
                Section.of(node, SettingGroup.OPEN, Parameters.IN_PARAMETERS, problems);
        Map<String, SettingValue> values = new LinkedHashMap<>();
        Map<String, String> others = new LinkedHashMap<>();
        TreeSet<String> names = new TreeSet<>(overrides.environments());
        for (YamlEntry entry : environments.entries()) {
            if (entry.value() instanceof YamlScalar value && !value.isNull()) {
                problems.error(
                        ErrorCode.YAML_SHAPE,
                        entry.key().place(),
                        "found the value of the parameter "
                                + entry.name()
                                + ", expected the name of an environment",
                        "list the parameters by environment: default: {"
                                + entry.name()
                                + ": "
                                + value.text()
                                + "}");
                continue;
            }
            names.add(entry.name());
            boolean chosen = entry.name().equals(environment);
            Layer layer = chosen ? Layer.ENVIRONMENT : Layer.APPLICATION;
            environments
                    .given(entry.name(), layer)
                    .forEach(
                            (name, value) -> {
                                if (chosen) {
                                    values.put(name, value);
                                } else if (entry.name().equals(DEFAULT_ENVIRONMENT)) {
                                    values.putIfAbsent(name, value);
                                } else {
                                    others.putIfAbsent(name, entry.name());
                                }
                            });
        }
        warnOfMisspelled(environments, problems);
        Place place = environments.isMapping() ? node.place() : overrides.place();
        if (!environment.isEmpty() && place != null && !names.contains(environment)) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    Place.of(Source.ENVIRONMENT),
                    "found %s, expected an environment of %s: %s"
                            .formatted(
                                    environment, place.source().name(), String.join(", ", names)),
                    Problems.didYouMean(environment, names));
        }
        if (!environment.isEmpty() && node == null && overrides.place() == null) {
            warnOfEnvironment(
                    environment,
                    document == null ? Place.of(folder.toString()) : document.place(),
                    problems);
        }
        return new Parameters(environment, values, others);
    }

    /**
     * Warns about a parameter that only one environment defines, if another environment has a
     * parameter with a similar name. The name is probably misspelled, so the value would not
     * override the other one.
     */
    private static void warnOfMisspelled(Section environments, Problems problems) {
        for (YamlEntry environment : environments.entries()) {
            if (!(environment.value() instanceof YamlMapping own)
                    || environment.name().equals(DEFAULT_ENVIRONMENT)) {
                continue;
            }
            Map<String, String> others = new LinkedHashMap<>();
            List<String> earlier = new ArrayList<>();
            boolean isBefore = true;
            for (YamlEntry other : environments.entries()) {
                isBefore &= other != environment;
                if (other != environment && other.value() instanceof YamlMapping parameters) {
                    parameters.keys().forEach(name -> others.putIfAbsent(name, other.name()));
                    if (isBefore || other.name().equals(DEFAULT_ENVIRONMENT)) {
                        earlier.addAll(parameters.keys());
                    }
                }
            }
            for (YamlEntry parameter : own.entries()) {
                String near =
                        others.containsKey(parameter.name())
                                ? null
                                : Problems.nearest(parameter.name(), earlier);
                if (near != null && !own.has(near)) {
                    problems.warning(
                            ErrorCode.UNKNOWN_PARAMETER,
                            parameter.key().place(),
                            "only the environment %s defines the parameter %s; it does not define %s, which the environment %s defines"
                                    .formatted(
                                            environment.name(),
                                            parameter.name(),
                                            near,
                                            others.get(near)),
                            "did you mean " + near + "?");
                }
            }
        }
    }

    private static List<FlowAssignment> assignments(Section file) {
        List<FlowAssignment> assignments = new ArrayList<>();
        for (Section.Named group : file.named("executionGroups")) {
            for (Section.Named flow : group.section().named("flows")) {
                Section options = flow.section();
                assignments.add(
                        new FlowAssignment(
                                group.name(),
                                flow.name(),
                                new FlowOptions(options.given(Layer.APPLICATION)),
                                flow.place()));
            }
        }
        return assignments;
    }

    private static Map<Subscription, Place> subscriptions(Section file) {
        Map<Subscription, Place> subscriptions = new LinkedHashMap<>();
        for (Section subscription : file.sections("subscriptions")) {
            String queue = subscription.text("queue");
            if (!queue.isEmpty()
                    && subscription.isSet("topic")
                    && Resources.isQueueName(queue, subscription.place("queue"), file.problems())) {
                Subscription read =
                        new Subscription(
                                subscription.text("topic"),
                                subscription.text("subscriptionPoint"),
                                queue);
                if (isTopicFilter(read, subscription)) {
                    subscriptions.put(read, subscription.place("queue"));
                }
            }
        }
        return subscriptions;
    }

    private static boolean isTopicFilter(Subscription read, Section subscription) {
        try {
            new TopicTree().add(read);
            if (List.of(read.topicFilter().split("/", -1)).contains("*")) {
                subscription
                        .problems()
                        .warning(
                                ErrorCode.BAD_VALUE,
                                subscription.place("topic"),
                                "the wildcard * is unknown; it matches only the character *",
                                "the wildcards are + for one level and # for any number of levels");
            }
            return true;
        } catch (MillraceException malformed) {
            subscription
                    .problems()
                    .error(malformed.code(), subscription.place("topic"), malformed.getMessage());
            return false;
        }
    }
}
