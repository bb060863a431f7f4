package io.millrace.projects.convert;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.setting.Layer;
import io.millrace.engine.setting.Setting;
import io.millrace.engine.setting.SettingKind;
import io.millrace.flows.definition.PropertyText;
import io.millrace.projects.convert.Finding.Level;
import io.millrace.projects.dialect.Converter;
import io.millrace.projects.dialect.NodeDialect;
import io.millrace.projects.dialect.Rule;
import io.millrace.projects.flow.Attribute;
import io.millrace.projects.flow.FlowNode;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The conversion of the attributes of the nodes of a flow. */
final class PropertyConverter {

    private static final String OPTIONS = "options";
    private static final String VALIDATE = "validate";

    private final Context context;
    private final String flow;
    private final ValueConverter values;

    /** Number of further instances of the flow; null if no node sets it. */
    private @Nullable PropertyText instances;

    PropertyConverter(Context context, String flow) {
        this.context = context;
        this.flow = flow;
        this.values = new ValueConverter(context);
    }

    @Nullable PropertyText instances() {
        return instances;
    }

    /**
     * A property of Millrace, or a reason why the node cannot be supported.
     *
     * @param property name of the property
     */
    record Converted(String property, PropertyText text) {}

    /** Returns the properties of a supported node. */
    Map<String, PropertyText> properties(FlowNode node, NodeDialect dialect) {
        Map<String, PropertyText> properties = new LinkedHashMap<>();
        List<String> options = new ArrayList<>();
        Place optionPlace = node.place();
        for (Attribute attribute : node.attributes().values()) {
            Rule rule = context.dialect().rule(dialect, attribute.name());
            if (rule instanceof Rule.Option option) {
                boolean isSet = attribute.value().equals(option.value());
                if (isSet) {
                    options.add(option.word());
                    optionPlace = attribute.place();
                }
                same(node, attribute, isSet ? OPTIONS + ": " + option.word() : "the default");
                continue;
            }
            Converted converted = convert(node, dialect, attribute);
            if (converted != null) {
                properties.put(converted.property(), converted.text());
            }
        }
        if (!options.isEmpty()) {
            properties.put(
                    OPTIONS, new PropertyText(optionPlace, optionPlace, options, true, Layer.FLOW));
        }
        dialect.defaults()
                .forEach(
                        (name, value) ->
                                properties.putIfAbsent(
                                        name, PropertyText.of(node.place(), node.place(), value)));
        useXmlnsc(node, properties);
        if (context.models().isEmpty() && isValidated(properties.get(VALIDATE))) {
            remove(
                    VALIDATE,
                    "messages are not validated: the projects contain no message set",
                    node,
                    properties);
        }
        if (properties.containsKey("remoteEndpoint")) {
            for (String name : List.of("outputMode", "replaceDuplicateArchives")) {
                remove(name, "files of a server are always replaced", node, properties);
            }
        }
        return properties;
    }

    private static boolean isValidated(@Nullable PropertyText validate) {
        return validate != null && validate.text().startsWith("content");
    }

    /** Removes a property that cannot be combined with other properties of the node. */
    private void remove(
            String property, String text, FlowNode node, Map<String, PropertyText> properties) {
        PropertyText removed = properties.remove(property);
        if (removed != null) {
            context.findings()
                    .difference(
                            new Finding(
                                    Level.NEAR,
                                    removed.keyPlace(),
                                    flow,
                                    node.label(),
                                    property,
                                    removed.text(),
                                    text));
        }
    }

    /** Replaces the domain XMLNS if the node parses it with XMLNSC. */
    private static void useXmlnsc(FlowNode node, Map<String, PropertyText> properties) {
        Attribute use = node.attributes().get("parserXmlnscUseForXmlnsDomain");
        PropertyText domain = properties.get("domain");
        if (use != null
                && use.value().equals("true")
                && domain != null
                && domain.text().equals("XMLNS")) {
            properties.put("domain", PropertyText.of(domain.keyPlace(), domain.place(), "XMLNSC"));
        }
    }

    /**
     * Returns the end of a sentence with the name of a similar attribute; empty if no name is
     * similar.
     */
    private String similar(NodeDialect dialect, String attribute) {
        Set<String> known = new TreeSet<>(dialect.rules().keySet());
        known.addAll(context.dialect().common().keySet());
        NodeDescription description = context.dialect().description(dialect.node());
        if (description != null) {
            known.addAll(description.properties().names());
        }
        String advice = Problems.didYouMean(attribute, known);
        return advice.isEmpty() ? "" : "; " + advice;
    }

    /**
     * Returns the property for an attribute. If the attribute has no equivalent, records this and
     * returns null.
     */
    @Nullable Converted convert(FlowNode node, NodeDialect dialect, Attribute attribute) {
        Rule rule = context.dialect().rule(dialect, attribute.name());
        return switch (rule) {
            case null -> {
                difference(
                        node,
                        attribute,
                        Level.NEAR,
                        "the attribute is unknown to Millrace and is ignored"
                                + similar(dialect, attribute.name()));
                yield null;
            }
            case Rule.Rename rename -> rename(node, dialect, attribute, rename);
            case Rule.Difference difference -> {
                Attribute queue = node.attributes().get("queueName");
                if (queue != null
                        && ValueConverter.QUEUE_MANAGERS.contains(attribute.name())
                        && values.mappedQueue(node, queue.value()) != null) {
                    same(node, attribute, "environment.yaml maps the queue");
                } else if (!attribute.value().isEmpty()) {
                    difference(
                            node,
                            attribute,
                            difference.missing() ? Level.MISSING : Level.NEAR,
                            difference.sentence());
                }
                yield null;
            }
            case Rule.NoEffect none -> {
                same(node, attribute, "no effect");
                yield null;
            }
            case Rule.Option option -> {
                difference(
                        node,
                        attribute,
                        Level.NEAR,
                        "all instances of the subflow have the value that the subflow sets");
                yield null;
            }
        };
    }

    private @Nullable Converted rename(
            FlowNode node, NodeDialect dialect, Attribute attribute, Rule.Rename rename) {
        String given = attribute.value();
        if (given.isEmpty()) {
            same(node, attribute, "the default");
            return null;
        }
        if (rename.converter() == Converter.INSTANCES && usesInstancesOfFlow(node)) {
            same(node, attribute, "no effect without componentLevel=node");
            return null;
        }
        if (rename.converter() == Converter.INSTANCES) {
            instances = PropertyText.of(attribute.keyPlace(), attribute.place(), given);
            same(node, attribute, "additionalInstances of the flow");
            return null;
        }
        if (rename.converter() == Converter.XMLNSC) {
            if (given.equals("true")) {
                difference(node, attribute, Level.NEAR, "only the domain of the node is replaced");
            }
            return null;
        }
        Attribute mapped = attribute.withValue(rename.values().getOrDefault(given, given));
        if (isLocal(node) && rename.property().matches("remote.*|transferMode|scanDelay")) {
            same(node, attribute, "no effect without a remote transfer");
            return null;
        }
        ValueConverter.Result result = values.convert(rename.converter(), node, mapped);
        if (result.note() != null) {
            difference(node, attribute, Level.NEAR, result.note());
        }
        String value = result.value();
        String property = result.property() == null ? rename.property() : result.property();
        Setting setting = context.dialect().property(dialect, property);
        if (value == null || setting == null) {
            return null;
        }
        if (setting.kind() == SettingKind.DATA_SOURCE && !attribute.secret()) {
            context.findings().name(Environment.DATA_SOURCES, value, attribute.place());
        }
        if (isInvalid(setting, value)) {
            difference(
                    node,
                    attribute,
                    Level.NEAR,
                    "the value is not %s; the default %s is used"
                            .formatted(setting.expected(), setting.defaultValue()));
            return null;
        }
        if (result.note() == null) {
            same(node, attribute, setting.name() + ": " + attribute.shown(value));
        }
        return new Converted(
                setting.name(),
                PropertyText.of(attribute.keyPlace(), attribute.place(), escaped(setting, value)));
    }

    /**
     * Whether an input node uses the instances of the flow. A subflow node can promote both
     * properties, or one of them.
     */
    private static boolean usesInstancesOfFlow(FlowNode node) {
        Attribute level = node.attributes().get("componentLevel");
        return !node.isSubflow() && (level == null || !level.value().equals("node"));
    }

    /** Whether a file node does not use its file server. */
    private static boolean isLocal(FlowNode node) {
        Attribute transfer = node.attributes().get("fileFtp");
        return transfer != null && transfer.value().equals("false");
    }

    private static boolean isInvalid(Setting setting, String value) {
        return (setting.kind() == SettingKind.CHOICE || setting.kind() == SettingKind.BOOLEAN)
                && setting.canonical(value) == null;
    }

    /** Returns a value without references to parameters, which other products do not have. */
    private static String escaped(Setting setting, String value) {
        return setting.kind() == SettingKind.ESQL_PATTERN ? value : escaped(value);
    }

    static String escaped(String value) {
        return value.replace("${", "$${");
    }

    private Finding finding(FlowNode node, Attribute attribute, Level level, String text) {
        return new Finding(
                level,
                attribute.keyPlace(),
                flow,
                node.label(),
                attribute.name(),
                attribute.shown(),
                text);
    }

    private void same(FlowNode node, Attribute attribute, String text) {
        context.findings().add(finding(node, attribute, Level.SAME, text));
    }

    private void difference(FlowNode node, Attribute attribute, Level level, String text) {
        String shown =
                attribute.secret() && !attribute.value().isEmpty()
                        ? text.replace(attribute.value(), attribute.shown())
                        : text;
        context.findings().difference(finding(node, attribute, level, shown));
    }
}
