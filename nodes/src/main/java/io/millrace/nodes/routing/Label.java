package io.millrace.nodes.routing;

import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.PropertyDescription;
import io.millrace.engine.node.PropertyKind;
import io.millrace.engine.node.Terminal;
import io.millrace.nodes.common.Description;
import io.millrace.nodes.common.Description.Promise;

/** A place that messages can be sent to by name (WMQI: "Label node"). */
public final class Label implements NodeType {

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "Label",
                            "Routing",
                            Promise.NONE,
                            "A place in the flow that RouteToLabel nodes and PROPAGATE TO LABEL"
                                    + " statements send messages to.")
                    .out("out", "Gives the message that was sent here.")
                    .property(
                            PropertyDescription.required(
                                    "labelName",
                                    PropertyKind.TEXT,
                                    "The label's name; unique in the flow, and case-sensitive."))
                    .build();

    @Override
    public NodeDescription description() {
        return DESCRIPTION;
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        return NodePlan.inUnit(
                c -> {
                    Terminal out = c.terminal("out");
                    return (terminal, message) -> out.propagate(message);
                });
    }
}
