package io.millrace.nodes.absent;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.node.CalledFlow;
import io.millrace.engine.node.CalledMessage;
import io.millrace.engine.node.CalledPlan;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.TerminalDescription;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.setting.SettingGroup;

import java.util.List;
import java.util.function.Function;

/**
 * A node of another product for which Millrace has no equivalent. The import of projects creates
 * it, so that the rest of the flow can be checked and run. The check warns about each node. A
 * message that reaches the node fails; an input node receives no messages.
 */
final class UnsupportedNode implements NodeType {

    private static final String OUTPUTS = "outputs";

    private final NodeDescription description;

    UnsupportedNode(boolean input) {
        String name = input ? "UnsupportedInput" : "UnsupportedNode";
        description =
                new NodeDescription(
                        name,
                        NodeDescription.ABSENT_PRODUCTS,
                        "Represents a node of another product that has no equivalent; the property"
                                + " reason contains the reason.",
                        "none",
                        input,
                        input
                                ? List.of()
                                : List.of(new TerminalDescription("in", "Input message.")),
                        List.of(),
                        SettingGroup.of(
                                        name,
                                        """
                                        reason [required TEXT]: Reason, as a sentence.
                                        outputs [LIST]: Names of the output terminals.
                                        """)
                                .withOtherKeys());
    }

    @Override
    public NodeDescription description() {
        return description;
    }

    @Override
    public List<String> ownTerminals(Function<String, List<String>> properties) {
        return properties.apply(OUTPUTS);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        String reason = node.text("reason");
        context.problems()
                .warning(
                        ErrorCode.ABSENT_PRODUCT,
                        node.place(),
                        (description.input()
                                        ? "node %s receives no messages: %s"
                                        : "messages that reach node %s fail: %s")
                                .formatted(node.name(), reason),
                        "replace the node");
        Node failing =
                (terminal, message) -> {
                    throw new MillraceException(ErrorCode.ABSENT_PRODUCT, reason);
                };
        return description.input() ? new Silent(reason) : NodePlan.inUnit(c -> failing);
    }

    /** The plan of an input node that receives no messages. */
    private record Silent(String reason) implements CalledPlan {

        @Override
        public int maxWaiting() {
            return 0;
        }

        @Override
        public AutoCloseable open(CalledFlow flow) {
            return () -> {};
        }

        @Override
        public CalledMessage accept(QueueMessage message) {
            throw new MillraceException(ErrorCode.ABSENT_PRODUCT, reason);
        }
    }
}
