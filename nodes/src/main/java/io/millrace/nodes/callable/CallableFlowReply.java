package io.millrace.nodes.callable;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.nodes.common.DescribedNode;

/** A node that returns the reply of a callable flow (ACE: "CallableReply node"). */
public final class CallableFlowReply extends DescribedNode {

    private static final String INPUT = "CallableFlowInput";

    public CallableFlowReply() {
        super(
                """
                CallableFlowReply, Callable Flow, none
                Returns the Properties, the body and the LocalEnvironment of the message to the
                CallableFlowInvoke node that called the flow. The calling flow receives them
                when the unit of work of this flow has been committed. If several messages
                reach such a node during a call, the last one is the reply.

                in: Message that is returned to the caller.
                """);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        if (!context.nodeTypes().contains(INPUT)) {
            context.problems()
                    .error(
                            ErrorCode.DESTINATION_MISSING,
                            node.place(),
                            "the flow has no caller to which the node "
                                    + node.name()
                                    + " can reply",
                            "add a node of type " + INPUT + " to the flow, or remove this node");
            return null;
        }
        NodePlan plan =
                c -> {
                    Node reply =
                            (terminal, message) -> {
                                if (!(c.called() instanceof FlowRequest request)) {
                                    throw new MillraceException(
                                            ErrorCode.DESTINATION_MISSING,
                                            "the message was not received by a "
                                                    + INPUT
                                                    + " node, so it has no caller");
                                }
                                request.reply(FlowRequest.copy(message));
                            };
                    return reply;
                };
        return NodePlan.inUnit(plan);
    }
}
