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

/** Propagates messages unchanged. */
public final class Passthrough implements NodeType {

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "Passthrough",
                            "Construction",
                            Promise.NONE,
                            """
                            Propagates the message unchanged. Use it to name a place in a flow or \
                            to join several connections.\
                            """)
                    .in("in", "Input message.")
                    .out("out", "The message, unchanged.")
                    .build();

    @Override
    public NodeDescription description() {
        return DESCRIPTION;
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        return NodePlan.inUnit(Pass::new);
    }

    private static final class Pass implements Node {
        private final Terminal out;

        Pass(NodeContext context) {
            out = context.terminal("out");
        }

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            out.propagate(message);
        }
    }
}
