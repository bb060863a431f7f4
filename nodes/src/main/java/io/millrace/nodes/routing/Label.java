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

/** A named target for routing (WMQI: "Label node"). */
public final class Label implements NodeType {

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "Label",
                            "Routing",
                            Promise.NONE,
                            "Target of RouteToLabel nodes and PROPAGATE TO LABEL statements.")
                    .out("out", "The message that was routed to the label.")
                    .property(
                            PropertyDescription.required(
                                    "labelName",
                                    PropertyKind.TEXT,
                                    """
                                    Name of the label. It is case-sensitive and must be unique in \
                                    the flow.\
                                    """))
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
