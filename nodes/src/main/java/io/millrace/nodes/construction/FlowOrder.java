package io.millrace.nodes.construction;

import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.nodes.common.DescribedNode;

/**
 * A node that propagates a message to one path and then to a second path (WMQI: "FlowOrder node").
 */
public final class FlowOrder extends DescribedNode {

    public FlowOrder() {
        super(
                """
                FlowOrder, Construction, none
                Propagates the message to first and, after that path has ended normally, to
                second. Both receive the input message. After an error on the first path, the
                second path does not run.

                in: Input message.
                out failure
                out first: The message before it is propagated to second.
                out second: The message after the path of first has ended.
                """);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        return NodePlan.inUnit(c -> new Order(c.terminal("first"), c.terminal("second")));
    }

    private record Order(Terminal first, Terminal second) implements Node {
        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            first.propagate(message);
            second.propagate(message);
        }
    }
}
