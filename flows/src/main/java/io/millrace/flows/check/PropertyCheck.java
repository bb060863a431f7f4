package io.millrace.flows.check;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.PropertyDescription;
import io.millrace.engine.node.PropertyKind;
import io.millrace.engine.queue.QueueName;
import io.millrace.flows.definition.Parameters;
import io.millrace.flows.definition.PropertyText;
import io.millrace.flows.definition.TextValues;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    Map<String, CheckedNode.Property> check(
            NodeDescription type,
            String node,
            Place place,
            Map<String, PropertyText> given,
            Set<String> settable) {
        Map<String, PropertyText> byProperty = byProperty(type, given);
        Map<String, CheckedNode.Property> values = new LinkedHashMap<>();
        for (PropertyDescription property : type.properties()) {
            PropertyText value = byProperty.get(property.name());
            if (value != null) {
                values.put(
                        property.name(),
                        new CheckedNode.Property(texts(property, value), true, value.place()));
            } else {
                if (property.required() && settable.stream().noneMatch(property::isNamed)) {
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
                values.put(property.name(), new CheckedNode.Property(texts, false, place));
            }
        }
        return values;
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
                    PropertyDescription property = property(type, name);
                    if (property == null) {
                        unknown(type, name, value);
                        return;
                    }
                    PropertyText other = byProperty.put(property.name(), value);
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

    /** Returns the property with a name or alias; null for none. */
    static PropertyDescription property(NodeDescription type, String name) {
        return type.properties().stream().filter(p -> p.isNamed(name)).findFirst().orElse(null);
    }

    private void unknown(NodeDescription type, String name, PropertyText value) {
        List<String> known = type.properties().stream().map(PropertyDescription::name).toList();
        List<String> names = new ArrayList<>(known);
        type.properties().forEach(p -> names.addAll(p.aliases()));
        String all =
                known.isEmpty() ? "it has no properties" : "it has " + String.join(", ", known);
        problems.error(
                ErrorCode.UNKNOWN_PROPERTY,
                value.keyPlace(),
                type.type() + " has no property " + name,
                Problems.didYouMean(name, names, all));
    }

    private List<String> texts(PropertyDescription property, PropertyText given) {
        if (given.list() && property.kind() != PropertyKind.LIST) {
            bad(property, given.place(), "a list");
            return List.of();
        }
        List<String> texts = new ArrayList<>();
        for (String text : given.texts()) {
            // In a pattern, ${...} contains an ESQL expression.
            boolean pattern = property.kind() == PropertyKind.ESQL_PATTERN;
            Problems missing = new Problems();
            String filled = pattern ? text : parameters.fill(text, given.place(), missing);
            problems.addAll(missing);
            texts.add(
                    missing.isEmpty()
                            ? normal(property, filled, given.place())
                            : property.defaultValue());
        }
        return texts;
    }

    /**
     * Returns the value in the form that {@link CheckedNode} reads. Reports a value that does not
     * match the kind.
     */
    private String normal(PropertyDescription property, String text, Place place) {
        String word = text.strip();
        return switch (property.kind()) {
            case INTEGER ->
                    valid(
                            TextValues.whole(word, Integer.MIN_VALUE, Integer.MAX_VALUE),
                            "0",
                            property,
                            text,
                            place);
            case SECONDS -> valid(seconds(word), "0", property, text, place);
            case BOOLEAN -> valid(TextValues.truth(word), "false", property, text, place);
            case CHOICE ->
                    valid(
                            choice(property.choices(), word),
                            property.defaultValue(),
                            property,
                            text,
                            place);
            case DOMAIN -> domain(text, place);
            case QUEUE, ESQL_MODULE, DATA_SOURCE -> name(property, text, place);
            case TEXT, ESQL_EXPRESSION, ESQL_PATTERN, LIST -> text;
        };
    }

    /** Returns the value as a string. Reports null. */
    private String valid(
            Object value,
            String otherwise,
            PropertyDescription property,
            String text,
            Place place) {
        if (value == null) {
            bad(property, place, "'" + text + "'");
        }
        return value == null ? otherwise : value.toString();
    }

    private static String seconds(String word) {
        BigDecimal number = TextValues.seconds(word, -2, Integer.MAX_VALUE);
        boolean valid = number != null && (number.signum() >= 0 || number.intValue() == -1);
        return valid ? number.toPlainString() : null;
    }

    private static String choice(List<String> choices, String word) {
        if (choices.contains(word)) {
            return word;
        }
        // Some YAML editors treat unquoted yes and no as booleans and then write true and false.
        String other =
                word.equalsIgnoreCase("true")
                        ? "yes"
                        : word.equalsIgnoreCase("false") ? "no" : word;
        return choices.stream().filter(other::equalsIgnoreCase).findFirst().orElse(null);
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

    private String name(PropertyDescription property, String text, Place place) {
        String name = text.strip();
        boolean valid =
                property.kind() == PropertyKind.QUEUE
                        ? QueueName.isValid(name)
                        : name.chars().noneMatch(Character::isWhitespace);
        if (name.isEmpty() ? property.required() : !valid) {
            bad(property, place, "'" + text + "'");
        }
        return name;
    }

    private void bad(PropertyDescription property, Place place, String found) {
        String hint =
                property.kind() == PropertyKind.CHOICE
                        ? Problems.didYouMean(found.replace("'", ""), property.choices())
                        : "";
        problems.error(
                ErrorCode.BAD_VALUE,
                place,
                property.name() + " must be " + takes(property) + " (found " + found + ")",
                hint);
    }

    private static String takes(PropertyDescription property) {
        return switch (property.kind()) {
            case INTEGER -> "an integer";
            case SECONDS -> "a number of seconds such as 1.5";
            case BOOLEAN -> "true or false";
            case CHOICE -> "one of " + String.join(", ", property.choices());
            case QUEUE -> "the name of a queue, which " + QueueName.RULE;
            case ESQL_MODULE -> "the name of an ESQL module";
            case DATA_SOURCE -> "the name of a data source";
            case DOMAIN -> "the name of a message domain";
            case TEXT, ESQL_EXPRESSION, ESQL_PATTERN -> "a single string";
            case LIST -> "a word or a list of words";
        };
    }
}
