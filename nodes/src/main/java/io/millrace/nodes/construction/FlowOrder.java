package io.millrace.nodes.construction;

import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.Terminal;
import io.millrace.nodes.common.Description;
import io.millrace.nodes.common.Description.Promise;

/** Propagates a message to one path and then to a second one (WMQI: "FlowOrder node"). */
public final class FlowOrder implements NodeType {

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "FlowOrder",
                            "Construction",
                            Promise.NONE,
                            """
                            Propagates the message to first and, after that path has ended \
                            normally, to second. Both receive the input message. After an error \
                            on the first path, the second path does not run.\
                            """)
                    .in("in", "Input message.")
                    .failure()
                    .out("first", "The message, first.")
                    .out("second", "The message after the first path has ended.")
                    .build();

    @Override
    public NodeDescription description() {
        return DESCRIPTION;
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        return NodePlan.inUnit(Order::new);
    }

    private static final class Order implements Node {
        private final Terminal first;
        private final Terminal second;

        Order(NodeContext context) {
            first = context.terminal("first");
            second = context.terminal("second");
        }

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            first.propagate(message);
            second.propagate(message);
        }
    }
}
