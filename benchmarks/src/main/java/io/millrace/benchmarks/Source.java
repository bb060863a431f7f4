package io.millrace.benchmarks;

import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.InputNode;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.TerminalDescription;

import java.util.List;

/** An input node that is only handed messages. */
final class Source implements NodeType {
    @Override
    public NodeDescription description() {
        return new NodeDescription(
                "Source",
                "Benchmarks",
                "Begins the flow.",
                "none",
                true,
                List.of(),
                List.of(
                        new TerminalDescription("out", "The message."),
                        new TerminalDescription("failure", "Never used."),
                        new TerminalDescription("catch", "Never used.")),
                List.of());
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        return instance -> new Waiting();
    }

    private static final class Waiting implements InputNode {
        @Override
        public Delivery receive(long timeoutMillis) {
            return null;
        }

        @Override
        public void wake() {
            // Nobody waits.
        }

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            throw new IllegalStateException("an input node has no input terminal");
        }
    }
}
