package io.millrace.nodes.routing;

import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.nodes.common.DescribedNode;

/** A named target for routing (WMQI: "Label node"). */
public final class Label extends DescribedNode {

    public Label() {
        super(
                """
                Label, Routing, none
                Target of RouteToLabel nodes and PROPAGATE TO LABEL statements.

                out out: The message that was routed to the label.
                labelName [required TEXT]: Name of the label. It is case-sensitive and must be
                  unique in the flow.
                """);
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
