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

/**
 * A node type for a product that Millrace does not support. The check warns about each node. A
 * message that reaches the node fails; an input node receives no messages. Any property is accepted
 * and ignored.
 */
final class AbsentNode implements NodeType {

    private final NodeDescription description;
    private final String product;
    private final String replacement;

    AbsentNode(String name, List<String> outputs, String product, String replacement) {
        this.product = product;
        this.replacement = replacement;
        boolean input = outputs.contains("catch");
        description =
                new NodeDescription(
                        name,
                        NodeDescription.ABSENT_PRODUCTS,
                        "Needs "
                                + product
                                + ", which Millrace does not support: "
                                + replacement
                                + ".",
                        "none",
                        input,
                        input
                                ? List.of()
                                : List.of(new TerminalDescription("in", "Input message.")),
                        outputs.stream()
                                .map(
                                        terminal ->
                                                new TerminalDescription(
                                                        terminal, "Accepted for connections."))
                                .toList(),
                        new SettingGroup(name, List.of(), true));
    }

    @Override
    public NodeDescription description() {
        return description;
    }

    private String problem() {
        return description.type() + " needs " + product + ", which Millrace does not support";
    }

    private MillraceException failure() {
        return new MillraceException(ErrorCode.ABSENT_PRODUCT, problem() + "; " + replacement);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        context.problems()
                .warning(
                        ErrorCode.ABSENT_PRODUCT,
                        node.place(),
                        problem()
                                + (description.input()
                                                ? ": node %s receives no messages"
                                                : ": messages that reach node %s fail")
                                        .formatted(node.name()),
                        replacement);
        Node failing =
                (terminal, message) -> {
                    throw failure();
                };
        return description.input() ? new Silent() : NodePlan.inUnit(c -> failing);
    }

    /** The plan of an input node that receives no messages. */
    private final class Silent implements CalledPlan {

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
            throw failure();
        }
    }
}
