package io.millrace.nodes.construction;

import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.nodes.common.DescribedNode;

/** A node that propagates messages unchanged. */
public final class Passthrough extends DescribedNode {

    public Passthrough() {
        super(
                """
                Passthrough, Construction, none
                Propagates the message unchanged. Use it to name a place in a flow or to join
                several connections.

                in: Input message.
                out out: The message, unchanged.
                """);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        return NodePlan.inUnit(c -> new Pass(c.terminal("out")));
    }

    private record Pass(Terminal out) implements Node {
        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            out.propagate(message);
        }
    }
}
