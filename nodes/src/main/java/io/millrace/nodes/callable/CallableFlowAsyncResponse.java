package io.millrace.nodes.callable;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.node.CallableEndpoints;
import io.millrace.engine.node.CalledFlow;
import io.millrace.engine.node.CalledMessage;
import io.millrace.engine.node.CalledPlan;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.FlowCalls;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.nodes.common.BodyProperties;
import io.millrace.nodes.common.DescribedNode;

/**
 * A node that receives the replies to the calls of CallableFlowAsyncInvoke nodes (ACE:
 * "CallableFlowAsyncResponse node").
 */
public final class CallableFlowAsyncResponse extends DescribedNode {

    static final String TYPE = "CallableFlowAsyncResponse";

    /** Prefix of the endpoints of responses, which no other endpoint can have. */
    private static final String PREFIX = "response\n";

    /**
     * Maximum number of waiting calls. It is never reached, because the calling nodes limit the
     * number of calls.
     */
    private static final int MAX_WAITING = 1_000_000;

    public CallableFlowAsyncResponse() {
        super(
                """
                CallableFlowAsyncResponse, Callable Flow, none, input
                Starts the flow when a called flow has replied to a CallableFlowAsyncInvoke node.
                The message has the Properties, the body and the LocalEnvironment of the reply,
                and Environment.CallableFlow.UserContext of the calling flow. The reply has its
                own unit of work. If a node after out throws an exception, the message is
                propagated to catch. If catch is not connected, the unit of work is rolled back
                and the reply is lost.

                out failure: The message that was sent to the called flow, with an ExceptionList,
                  if the called flow failed, was busy, did not reply or did not end in time.
                out out: Replies of called flows.
                out catch: The reply as it was received, with the ExceptionList, if a node after
                  out throws an exception.
                uniqueIdentifier [required TEXT]: Identifier, unique in the application, that
                  CallableFlowAsyncInvoke nodes specify.
                """,
                BodyProperties.OF_TESTS);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        String identifier = node.text("uniqueIdentifier");
        context.declareIdentifier(TYPE, identifier, "", node.place("uniqueIdentifier"));
        return new Plan(identifier, BodyProperties.template(node, context));
    }

    /**
     * Returns the instances that receive replies.
     *
     * @throws MillraceException with UNKNOWN_ENDPOINT if their flow does not run
     */
    static FlowCalls find(CallableEndpoints endpoints, String application, String identifier) {
        try {
            return endpoints.find(application, PREFIX + identifier);
        } catch (MillraceException e) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_ENDPOINT,
                    "no running flow of the application "
                            + application
                            + " has a CallableFlowAsyncResponse node with the uniqueIdentifier "
                            + identifier
                            + "; start the flow with this node");
        }
    }

    private record Plan(String identifier, MessageTemplate template) implements CalledPlan {

        @Override
        public int maxWaiting() {
            return MAX_WAITING;
        }

        @Override
        public boolean isInternal() {
            return true;
        }

        @Override
        public AutoCloseable open(CalledFlow flow) {
            return flow.endpoints().add(flow.application(), PREFIX + identifier, flow.calls());
        }

        @Override
        public CalledMessage accept(QueueMessage message) {
            return new ReceivedBytes(message, template);
        }
    }
}
