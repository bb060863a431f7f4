package io.millrace.projects.dialect;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/**
 * The conversion of a node type.
 *
 * @param type type of the product
 * @param node node type of Millrace; empty if there is none
 * @param reason reason why there is none, as a sentence; empty if there is one
 * @param input whether nodes of the type start flows
 * @param rules conversions of attributes by name
 * @param defaults properties whose defaults differ, with the default of the product
 * @param outputs output terminals with other names
 * @param inputs input terminals with other names
 */
public record NodeDialect(
        String type,
        String node,
        String reason,
        boolean input,
        Map<String, Rule> rules,
        Map<String, String> defaults,
        Map<String, String> outputs,
        Map<String, String> inputs) {

    /** Returns the conversion of an attribute; null if the attribute is unknown. */
    public @Nullable Rule rule(String attribute) {
        return rules.get(attribute);
    }

    /** Whether Millrace has the node type. */
    public boolean isSupported() {
        return reason.isEmpty();
    }

    /** Returns a copy that has no equivalent. */
    NodeDialect without(String why) {
        return new NodeDialect(type, "", why, input, rules, defaults, outputs, inputs);
    }
}
