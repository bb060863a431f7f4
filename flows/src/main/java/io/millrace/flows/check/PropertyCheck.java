package io.millrace.flows.check;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.queue.QueueName;
import io.millrace.engine.setting.Layer;
import io.millrace.engine.setting.Setting;
import io.millrace.engine.setting.SettingCondition;
import io.millrace.engine.setting.SettingKind;
import io.millrace.engine.setting.SettingValue;
import io.millrace.flows.definition.FlowOptions;
import io.millrace.flows.definition.Parameters;
import io.millrace.flows.definition.PropertyText;
import io.millrace.parsers.text.Section;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A validation of the properties that a flow sets on a node against the type's description. */
record PropertyCheck(Parameters parameters, Set<String> domains, Problems problems) {

    /** Hints for domains of other products. */
    private static final Map<String, String> OTHER_DOMAINS =
            Map.of(
                    "DFDL",
                    "use MRM with a message set (*.model.yaml), which describes records and text",
                    "SOAP",
                    "use XMLNSC: the Envelope is then the first element below the domain",
                    "IDOC",
                    "use MRM with a message set (*.model.yaml), which describes records and text");

    /**
     * Checks the given values and adds the defaults.
     *
     * @param settable properties that can be missing here because the flow that uses the subflow
     *     can set them
     */
    Map<String, SettingValue> check(
            NodeDescription type,
            String node,
            Place place,
            Map<String, PropertyText> given,
            Set<String> settable) {
        Map<String, PropertyText> byProperty = byProperty(type, given);
        Map<String, SettingValue> values = new LinkedHashMap<>();
        int before = problems.count();
        for (Setting property : type.properties().settings()) {
            PropertyText value = byProperty.get(property.name());
            if (value != null) {
                values.put(
                        property.name(),
                        new SettingValue(
                                texts(property, value),
                                value.texts(),
                                value.layer(),
                                value.place(),
                                value.places()));
            } else {
                if (property.required()
                        && settable.stream().noneMatch(property::isNamed)
                        && !isMisspelled(property, type, given)) {
                    problems.error(
                            ErrorCode.MISSING_KEY,
                            place,
                            "the "
                                    + type.type()
                                    + " node "
                                    + node
                                    + " requires the property "
                                    + property.name(),
                            property.description());
                }
                String text = property.defaultValue();
                List<String> texts = text.isEmpty() ? List.of() : List.of(text);
                values.put(property.name(), new SettingValue(texts, texts, Layer.DEFAULT, place));
            }
        }
        if (problems.count() == before) {
            byProperty.forEach((name, value) -> effect(type, name, value, values, settable));
        }
        return values;
    }

    /** Warns about a property that has no effect because of the value of another property. */
    private void effect(
            NodeDescription type,
            String name,
            PropertyText given,
            Map<String, SettingValue> values,
            Set<String> settable) {
        Setting property = Objects.requireNonNull(type.properties().find(name));
        SettingCondition condition = property.condition();
        if (condition == null
                || settable.contains(condition.setting())
                || values.get(name).texts().equals(List.of(property.defaultValue()))) {
            return;
        }
        List<String> other = values.get(condition.setting()).texts();
        if (!condition.holds(other)) {
            problems.warning(
                    ErrorCode.BAD_VALUE,
                    given.keyPlace(),
                    "%s has no effect without %s".formatted(name, condition),
                    "remove it, or set "
                            + condition
                            + (other.isEmpty() ? "" : " (found " + String.join(", ", other) + ")"));
        }
    }

    /** Whether a reported unknown property is probably a misspelled name of the given property. */
    private static boolean isMisspelled(
            Setting property, NodeDescription type, Map<String, PropertyText> given) {
        return given.keySet().stream()
                .filter(name -> type.properties().find(name) == null)
                .map(name -> nearest(type, name))
                .anyMatch(near -> near != null && property.isNamed(near));
    }

    /**
     * Returns the given values by the names of the properties, without aliases. A value from
     * outside a subflow comes after the values that it replaces.
     */
    private Map<String, PropertyText> byProperty(
            NodeDescription type, Map<String, PropertyText> given) {
        Map<String, PropertyText> byProperty = new LinkedHashMap<>();
        given.forEach(
                (name, value) -> {
                    Setting property = type.properties().find(name);
                    if (property == null) {
                        if (!type.properties().open()) {
                            unknown(type, name, value);
                        }
                        return;
                    }
                    PropertyText other = byProperty.get(property.name());
                    if (other == null || value.replaces(other)) {
                        byProperty.put(property.name(), value);
                    }
                    boolean sameFile =
                            other != null && other.place().source().equals(value.place().source());
                    if (sameFile && other.keyPlace().line() == value.keyPlace().line()) {
                        problems.error(
                                ErrorCode.DUPLICATE_NAME,
                                value.keyPlace(),
                                "the property "
                                        + property.name()
                                        + " is set twice, once as "
                                        + name);
                    }
                });
        return byProperty;
    }

    private void unknown(NodeDescription type, String name, PropertyText value) {
        List<String> known = type.properties().names();
        String elsewhere = ForeignNames.elsewhere(type.type(), name);
        String nearest = nearest(type, name);
        String all =
                known.isEmpty() ? "it has no properties" : "it has " + String.join(", ", known);
        problems.error(
                ErrorCode.UNKNOWN_PROPERTY,
                value.keyPlace(),
                type.type() + " has no property " + name,
                FlowOptions.GROUP.find(name) != null
                        ? name + " is a key of the flow: write it at the top of the file"
                        : elsewhere != null
                                ? elsewhere
                                : nearest == null ? all : "did you mean " + nearest + "?");
    }

    /** Returns the property with the most similar name; null if none is similar. */
    private static @Nullable String nearest(NodeDescription type, String name) {
        String foreign = ForeignNames.property(name, type.properties().names());
        if (foreign != null) {
            return foreign;
        }
        String nearest = Problems.nearest(name, type.properties().allNames());
        List<String> required =
                type.properties().settings().stream()
                        .filter(Setting::required)
                        .map(Setting::name)
                        .toList();
        return nearest == null ? Problems.nearest(name, required) : nearest;
    }

    private List<String> texts(Setting property, PropertyText given) {
        if (given.list() && property.kind() != SettingKind.LIST) {
            bad(property, given.place(), "a list");
            return List.of();
        }
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < given.texts().size(); i++) {
            String text = given.texts().get(i);
            Place place = i < given.places().size() ? given.places().get(i) : given.place();
            // In a pattern, ${...} contains an ESQL expression.
            boolean pattern = property.kind() == SettingKind.ESQL_PATTERN;
            Problems missing = new Problems();
            String filled = pattern ? text : parameters.fill(text, place, missing);
            problems.addAll(missing);
            texts.add(
                    missing.isEmpty() ? normal(property, filled, place) : property.defaultValue());
        }
        return texts;
    }

    /**
     * Returns the value in the form that {@link CheckedNode} reads. Reports a value that does not
     * match the kind.
     */
    private String normal(Setting property, String text, Place place) {
        return switch (property.kind()) {
            case DOMAIN -> domain(text, place);
            case QUEUE, ESQL_MODULE, DATA_SOURCE, ENDPOINT, CREDENTIALS, CERTIFICATES, LISTENER ->
                    name(property, text, place);
            default -> {
                String known = ForeignNames.value(text, property.choices());
                if (known != null && property.canonical(text) == null) {
                    bad(property, place, "'" + text + "'", "did you mean " + known + "?");
                    yield valid(property);
                }
                String value = Section.canonical(property, text, place, problems);
                yield value == null ? valid(property) : value;
            }
        };
    }

    /** Returns a valid value, so that checks can continue after an error. */
    private static String valid(Setting property) {
        return property.defaultValue().isEmpty() && property.kind() == SettingKind.INTEGER
                ? String.valueOf(Math.max(0, property.min()))
                : property.defaultValue();
    }

    private String domain(String text, Place place) {
        if (!text.isEmpty() && !domains.contains(text)) {
            problems.error(
                    ErrorCode.UNKNOWN_DOMAIN_NAME,
                    place,
                    "unknown message domain " + text,
                    OTHER_DOMAINS.getOrDefault(
                            text,
                            Problems.didYouMean(
                                    text,
                                    domains,
                                    "expected one of " + String.join(", ", domains))));
        }
        return text;
    }

    private String name(Setting property, String text, Place place) {
        String name = text.strip();
        boolean valid =
                property.kind() == SettingKind.QUEUE
                        ? QueueName.isValid(name)
                        : name.chars().noneMatch(Character::isWhitespace);
        if (QueueName.isState(name)) {
            problems.error(
                    ErrorCode.BAD_VALUE, place, property.name() + ": " + QueueName.describe(name));
        } else if (name.isEmpty() ? property.required() : !valid) {
            bad(property, place, "'" + text + "'");
        }
        return name;
    }

    private void bad(Setting property, Place place, String found) {
        bad(property, place, found, "");
    }

    private void bad(Setting property, Place place, String found, String hint) {
        String expected =
                property.kind() == SettingKind.QUEUE
                        ? property.expected() + ", which " + QueueName.RULE
                        : property.expected();
        problems.error(
                ErrorCode.BAD_VALUE,
                place,
                property.name() + " must be " + expected + " (found " + found + ")",
                hint);
    }
}
