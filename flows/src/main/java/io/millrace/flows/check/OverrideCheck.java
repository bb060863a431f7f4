package io.millrace.flows.check;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.node.NodeType;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.flows.definition.FlowOptions;
import io.millrace.flows.definition.NodeEntry;
import io.millrace.flows.definition.Overrides;
import io.millrace.flows.definition.PropertyText;
import io.millrace.flows.definition.SettingKey;

import java.util.Collection;
import java.util.Map;

/**
 * A check that the flows, nodes and properties in the names of overrides exist. The properties of
 * nodes and all values are checked together with those in the flows. EXTERNAL variables are checked
 * against the ESQL.
 */
record OverrideCheck(
        Map<String, FlowDefinition> flows,
        Map<String, FlowDefinition> subflows,
        NodeTypes types,
        Problems problems) {

    void check(Overrides overrides) {
        overrides.values().forEach(this::check);
        overrides.unused().forEach(this::check);
    }

    private void check(SettingKey key, PropertyText value) {
        if (key.flow().isEmpty()) {
            return;
        }
        FlowDefinition flow = flows.get(key.flow());
        if (flow == null) {
            unknown(
                    ErrorCode.UNKNOWN_FLOW,
                    value,
                    "the application has no flow " + key.flow(),
                    key.flow(),
                    flows.keySet());
        } else if (!key.node().isEmpty()) {
            node(flow, key, value);
        } else if (!key.isExternal() && FlowOptions.ASSIGNED.find(key.property()) == null) {
            unknown(
                    ErrorCode.UNKNOWN_KEY,
                    value,
                    "a flow has no key " + key.property(),
                    key.property(),
                    FlowOptions.ASSIGNED.names());
        }
    }

    private void node(FlowDefinition flow, SettingKey key, PropertyText value) {
        String rest = key.node();
        FlowDefinition definition = flow;
        while (definition != null) {
            NodeEntry node = definition.nodes().get(rest);
            if (node != null && !node.isTerminal()) {
                property(node, key, value);
                return;
            }
            NodeEntry instance = instance(definition, rest);
            if (instance == null) {
                unknown(
                        ErrorCode.UNKNOWN_NODE,
                        value,
                        "the %s %s has no node %s"
                                .formatted(definition.kind(), definition.name(), first(rest)),
                        first(rest),
                        definition.nodes().keySet());
                return;
            }
            rest = rest.substring(instance.name().length() + 1);
            definition = instance.isSubflow() ? subflow(instance) : null;
        }
    }

    /** Returns the node with which a path begins. Names of existing projects contain dots. */
    private static NodeEntry instance(FlowDefinition definition, String path) {
        NodeEntry longest = null;
        for (NodeEntry node : definition.nodes().values()) {
            boolean begins = path.startsWith(node.name() + ".") && !node.isTerminal();
            if (begins && (longest == null || node.name().length() > longest.name().length())) {
                longest = node;
            }
        }
        return longest;
    }

    private static String first(String path) {
        int dot = path.indexOf('.');
        return dot < 0 ? path : path.substring(0, dot);
    }

    private FlowDefinition subflow(NodeEntry node) {
        PropertyText name = node.subflow();
        return name == null ? null : subflows.get(name.text());
    }

    private void property(NodeEntry node, SettingKey key, PropertyText value) {
        NodeType type = types.find(node.type());
        FlowDefinition subflow = node.isSubflow() ? subflow(node) : null;
        if (subflow != null
                && !key.isExternal()
                && !subflow.promotions().containsKey(key.property())) {
            unknown(
                    ErrorCode.UNKNOWN_PROPERTY,
                    value,
                    "the subflow %s promotes no property %s"
                            .formatted(subflow.name(), key.property()),
                    key.property(),
                    subflow.promotions().keySet());
        } else if (type != null && key.isExternal()) {
            problems.error(
                    ErrorCode.UNKNOWN_PROPERTY,
                    value.keyPlace(),
                    "the node " + key.node() + " has no externals",
                    "EXTERNAL variables belong to a flow or a Subflow node: write "
                            + SettingKey.RULE);
        } else if (type != null && type.description().properties().find(key.property()) == null) {
            unknown(
                    ErrorCode.UNKNOWN_PROPERTY,
                    value,
                    node.type() + " has no property " + key.property(),
                    key.property(),
                    type.description().properties().allNames());
        } else if (type != null && DefinitionCheck.namesTerminals(type, key.property())) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    value.keyPlace(),
                    key.property() + " cannot be overridden: it defines output terminals",
                    "set it in the file of the flow");
        }
    }

    private void unknown(
            ErrorCode code,
            PropertyText value,
            String text,
            String name,
            Collection<String> known) {
        String all = known.isEmpty() ? "" : "known: " + String.join(", ", known);
        problems.error(code, value.keyPlace(), text, Problems.didYouMean(name, known, all));
    }
}
