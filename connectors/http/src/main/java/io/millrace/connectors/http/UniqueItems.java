package io.millrace.connectors.http;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.AbstractKeyword;
import com.networknt.schema.keyword.BaseKeywordValidator;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;

import tools.jackson.databind.JsonNode;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * The keyword {@code uniqueItems}. Items are compared as strings. A set of JSON values would need
 * quadratic time if a sender chooses values with equal hash codes. Numbers are equal if their
 * mathematical values are (JSON Schema, section 4.2.2).
 */
final class UniqueItems extends AbstractKeyword {

    private static final String NAME = "uniqueItems";

    UniqueItems() {
        super(NAME);
    }

    @Override
    public KeywordValidator newValidator(
            SchemaLocation location, JsonNode value, Schema parent, SchemaContext context) {
        return new Validator(this, location, value, parent, context);
    }

    private static final class Validator extends BaseKeywordValidator {

        private final boolean isUnique;

        Validator(
                UniqueItems keyword,
                SchemaLocation location,
                JsonNode value,
                Schema parent,
                SchemaContext context) {
            super(keyword, value, location, parent, context);
            isUnique = value.isBoolean() && value.booleanValue();
        }

        @Override
        public void validate(
                ExecutionContext context, JsonNode node, JsonNode root, NodePath location) {
            if (isUnique && node.isArray() && !isUnique(node)) {
                context.addError(
                        error().instanceNode(node)
                                .instanceLocation(location)
                                .evaluationPath(context.getEvaluationPath())
                                .locale(context.getExecutionConfig().getLocale())
                                .build());
            }
        }
    }

    private static boolean isUnique(JsonNode array) {
        Set<String> items = new HashSet<>();
        for (JsonNode item : array) {
            StringBuilder text = new StringBuilder();
            append(item, text);
            CheckSteps.count(text.length());
            if (!items.add(text.toString())) {
                return false;
            }
        }
        return true;
    }

    /** Appends a string that only equal values have. */
    private static void append(JsonNode node, StringBuilder text) {
        if (node.isObject()) {
            text.append('{');
            for (String name : new TreeSet<>(node.propertyNames())) {
                append(name, text);
                append(node.get(name), text);
            }
            text.append('}');
        } else if (node.isArray()) {
            text.append('[');
            for (JsonNode item : node) {
                append(item, text);
            }
            text.append(']');
        } else if (node.isString()) {
            append(node.stringValue(), text);
        } else {
            text.append(node.isNumber() ? number(node) : node.toString()).append(',');
        }
    }

    private static void append(String string, StringBuilder text) {
        text.append('"').append(string.length()).append(':').append(string);
    }

    private static String number(JsonNode node) {
        Number number = node.numberValue();
        if (number instanceof Double value && !Double.isFinite(value)) {
            return value.toString();
        }
        BigDecimal decimal = node.decimalValue();
        return decimal.stripTrailingZeros().toString();
    }
}
