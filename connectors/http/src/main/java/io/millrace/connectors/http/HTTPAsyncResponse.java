package io.millrace.connectors.http;

import io.helidon.http.WritableHeaders;
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
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.nodes.common.BodyProperties;
import io.millrace.nodes.common.DescribedNode;

/**
 * A node that receives the responses to the requests of HTTPAsyncRequest nodes (IIB:
 * "HTTPAsyncResponse node").
 */
public final class HTTPAsyncResponse extends DescribedNode {

    static final String TYPE = "HTTPAsyncResponse";
    static final String USER_CONTEXT = "UserContext";

    /** Prefix of the endpoints of responses, which no other endpoint can have. */
    private static final String PREFIX = "http\n";

    /**
     * Maximum number of waiting calls. It is never reached, because the sending nodes limit the
     * number of requests.
     */
    private static final int MAX_WAITING = 1_000_000;

    public HTTPAsyncResponse() {
        super(
                """
                HTTPAsyncResponse, HTTP, none, input
                Starts the flow when a server has answered the request of an HTTPAsyncRequest node.
                The message has the body of the response and HTTPResponseHeader, and
                LocalEnvironment.HTTP.Response.UserContext is the UserContext of the request. The
                response has its own unit of work. If a node after out, error or timeout throws an
                exception, the message is propagated to catch. If catch is not connected, the unit
                of work is rolled back and the response is lost.

                out failure: The message that was sent, with an ExceptionList, if no response was
                  received; the response, with an ExceptionList, if it cannot be parsed.
                out out: Responses with a status below 400.
                out error: Responses with status 400 or more. If it is not connected, they are
                  propagated to failure.
                out timeout: The message that was sent, if the server did not answer in time. If it
                  is not connected, the message is propagated to failure.
                out catch: The response as it was received, with the ExceptionList, if a node
                  after out, error or timeout throws an exception.
                uniqueIdentifier [required TEXT]: Identifier, unique in the application, that
                  HTTPAsyncRequest nodes specify.
                """,
                ClientProperties.RESPONSE,
                BodyProperties.PARSING);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        String identifier = node.text("uniqueIdentifier");
        context.declareIdentifier(TYPE, identifier, "", node.place("uniqueIdentifier"));
        Defaults defaults = BodyProperties.defaults(node, context).transactional(false);
        return new Plan(
                identifier,
                new AsyncOutcome.Node(
                        defaults,
                        context.isConnected(node.name(), "error"),
                        context.isConnected(node.name(), "timeout")));
    }

    /**
     * Returns the instances that receive responses, which are called with an {@link AsyncOutcome}.
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
                            + " has an HTTPAsyncResponse node with the uniqueIdentifier "
                            + identifier
                            + "; start the flow with this node");
        }
    }

    /** The instances of a flow, with the properties of the version that was deployed last. */
    private record Responses(FlowCalls calls, AsyncOutcome.Node node) implements FlowCalls {

        @Override
        public void call(CalledMessage message, long timeoutMillis) {
            calls.call(((AsyncOutcome) message).at(node), timeoutMillis);
        }
    }

    private record Plan(String identifier, AsyncOutcome.Node node) implements CalledPlan {

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
            return flow.endpoints()
                    .add(
                            flow.application(),
                            PREFIX + identifier,
                            new Responses(flow.calls(), node));
        }

        /** Creates a response with status 200 and a Content-Type for its first character. */
        @Override
        public CalledMessage accept(QueueMessage message) {
            WritableHeaders<?> headers = WritableHeaders.create();
            HTTPInput.setSampleType(headers, message.body());
            ReceivedResponse response =
                    new ReceivedResponse(200, "200 OK", headers, message.body());
            return AsyncOutcome.of(response, null).at(node);
        }
    }
}
