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

/** Passes messages on: a place to name, to connect to and to look at. */
public final class Passthrough implements NodeType {

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "Passthrough",
                            "Construction",
                            Promise.NONE,
                            "Passes the message on as it is. Use it to give a place in a flow a"
                                    + " name, or to gather several connections in one.")
                    .in("in", "Takes the message.")
                    .out("out", "Gives the same message.")
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
