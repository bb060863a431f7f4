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
    }

    private void check(SettingKey key, PropertyText value) {
        if (key.flow().isEmpty()) {
            return;
        }
        FlowDefinition flow = flows.get(key.flow());
        if (flow == null) {
            unknown(ErrorCode.UNKNOWN_FLOW, value, "flow", key.flow(), flows.keySet(), "");
        } else if (!key.node().isEmpty()) {
            node(flow, key, value);
        } else if (!key.isExternal() && FlowOptions.ASSIGNED.find(key.property()) == null) {
            unknown(
                    ErrorCode.UNKNOWN_KEY,
                    value,
                    "key",
                    key.property(),
                    FlowOptions.ASSIGNED.names(),
                    " of a flow");
        }
    }

    private void node(FlowDefinition flow, SettingKey key, PropertyText value) {
        FlowDefinition definition = flow;
        NodeEntry node = null;
        for (String name : key.node().split("\\.")) {
            if (node != null) {
                definition = node.isSubflow() ? subflow(node) : null;
            }
            if (definition == null) {
                return;
            }
            node = definition.nodes().get(name);
            if (node == null || node.isTerminal()) {
                unknown(
                        ErrorCode.UNKNOWN_NODE,
                        value,
                        "node",
                        name,
                        definition.nodes().keySet(),
                        " in the " + definition.kind() + " " + definition.name());
                return;
            }
        }
        property(node, key, value);
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
                    "property",
                    key.property(),
                    subflow.promotions().keySet(),
                    " promoted by the subflow " + subflow.name());
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
                    "property",
                    key.property(),
                    type.description().properties().allNames(),
                    " of the " + node.type() + " node " + key.node());
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
            String kind,
            String name,
            Collection<String> known,
            String where) {
        String all = known.isEmpty() ? "there is none" : "known: " + String.join(", ", known);
        problems.error(
                code,
                value.keyPlace(),
                "unknown " + kind + " " + name + where,
                Problems.didYouMean(name, known, all));
    }
}
