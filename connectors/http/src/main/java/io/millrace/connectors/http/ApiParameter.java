package io.millrace.connectors.http;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * A parameter of an operation.
 *
 * @param in {@code path}, {@code query} or {@code header}
 * @param schema schema of the value; null if the value is not checked
 * @param types types of the value, or of the items of a list
 * @param separator character between the items of a list; null for a single value
 * @param isRepeated whether each item of a list is sent as a separate parameter
 */
record ApiParameter(
        String name,
        String in,
        boolean required,
        Schema schema,
        Set<String> types,
        String separator,
        boolean isRepeated) {

    /** Pattern of numbers that need little memory in any computation. */
    private static final Pattern NUMBER =
            Pattern.compile("-?\\d{1,40}(?:\\.\\d{1,40})?(?:[eE][+-]?\\d{1,2})?");

    private static final Pattern INTEGER = Pattern.compile("-?\\d+");

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /**
     * Checks the values in a request.
     *
     * @param values values with the name of the parameter
     * @param report receiver of the location and the description of each fault
     */
    void check(List<String> values, BiConsumer<String, String> report) {
        String location = in + "/" + name;
        if (values.isEmpty()) {
            if (required) {
                report.accept(location, "the parameter is required");
            }
            return;
        }
        if (schema == null) {
            return;
        }
        boolean isList = separator != null;
        if (values.size() > 1 && !isList) {
            report.accept(location, "the parameter must occur once");
            return;
        }
        JsonNode value = isList ? list(values) : converted(values.getFirst());
        long characters = values.stream().mapToLong(String::length).sum();
        try {
            List<Error> errors =
                    CheckSteps.limited(characters, () -> SchemaCheck.errors(schema, value));
            for (Error error : errors) {
                report.accept(location + error.getInstanceLocation(), error.getMessage());
            }
        } catch (CheckSteps.TooManySteps e) {
            report.accept(location, e.getMessage());
        }
    }

    private JsonNode list(List<String> values) {
        ArrayNode list = NODES.arrayNode();
        for (String value : values) {
            if (isRepeated) {
                list.add(converted(value));
            } else if (!value.isEmpty()) {
                for (String item : value.split(Pattern.quote(separator), -1)) {
                    list.add(converted(item));
                }
            }
        }
        return list;
    }

    private JsonNode converted(String text) {
        boolean isNumber = types.contains("integer") || types.contains("number");
        if (isNumber && NUMBER.matcher(text).matches()) {
            return INTEGER.matcher(text).matches()
                    ? NODES.numberNode(new BigInteger(text))
                    : NODES.numberNode(new BigDecimal(text));
        }
        if (types.contains("boolean") && (text.equals("true") || text.equals("false"))) {
            return NODES.booleanNode(text.equals("true"));
        }
        return NODES.stringNode(text);
    }
}
