package io.millrace.connectors.http;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.CallableEndpoints;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.FlowCalls;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.work.UnitWatcher;
import io.millrace.nodes.common.DescribedNode;

import java.util.concurrent.Semaphore;

/**
 * A node that sends an HTTP request without waiting for the response (IIB: "HTTPAsyncRequest
 * node").
 */
public final class HTTPAsyncRequest extends DescribedNode {

    public HTTPAsyncRequest() {
        super(
                """
                HTTPAsyncRequest, HTTP, transactional
                Sends the body of the message to an HTTP server when the unit of work of this
                message has been committed, and propagates the message to out without waiting. The
                HTTPAsyncResponse node with the same uniqueIdentifier receives the response, with
                LocalEnvironment.Destination.HTTP.UserContext of this message. HTTPRequestHeader
                and the fields of LocalEnvironment.Destination.HTTP apply as in the HTTPRequest
                node. If the process ends before the response arrives, the request can be lost, and
                the response is lost.

                destination HTTP: RequestURL RequestLine QueryString Timeout UserContext
                in: Message whose body is sent.
                out failure: The input message with an ExceptionList, if the flow with the
                  HTTPAsyncResponse node does not run, or too many requests are outstanding.
                out out: The message, unchanged.
                uniqueIdentifier [required TEXT]: Value of uniqueIdentifier of the
                  HTTPAsyncResponse node, which must belong to the same application.
                """,
                ClientProperties.SERVER,
                HTTPRequest.METHOD_PROPERTY,
                ClientProperties.REQUEST,
                """
                maxOutstanding [INTEGER 1..100000 = 100]: Maximum number of requests of this node
                  whose responses have not been processed. Further messages fail with MR4013.
                """);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        ClientProperties properties = ClientProperties.of(node, context);
        UrlCheck.settable(node, context);
        String method = HTTPRequest.method(node, context);
        String identifier = node.text("uniqueIdentifier");
        context.useIdentifier(HTTPAsyncResponse.TYPE, identifier, node.place("uniqueIdentifier"));
        if (context.problems().hasErrors()) {
            return null;
        }
        Semaphore outstanding = new Semaphore(node.integer("maxOutstanding"));
        return NodePlan.inUnit(
                c ->
                        new Request(
                                c,
                                new ClientRequests(c, properties, HTTPRequest.choice(method)),
                                identifier,
                                outstanding));
    }

    private static final class Request implements Node {
        private final NodeContext context;
        private final ClientRequests requests;
        private final HttpClients.Settings settings;
        private final String identifier;
        private final Semaphore outstanding;
        private final Terminal out;

        Request(
                NodeContext context,
                ClientRequests requests,
                String identifier,
                Semaphore outstanding) {
            this.context = context;
            this.requests = requests;
            this.identifier = identifier;
            this.outstanding = outstanding;
            settings = requests.settings();
            out = context.terminal("out");
            // Keeps the connections between two requests.
            HttpClients.acquire(settings);
        }

        @Override
        public void close() {
            HttpClients.release(settings);
        }

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            CallableEndpoints endpoints = context.endpoints();
            FlowCalls responses =
                    HTTPAsyncResponse.find(endpoints, context.application(), identifier);
            AsyncRequest request =
                    new AsyncRequest(
                            context.label(),
                            requests.of(message),
                            settings,
                            responses,
                            copy(message.root()),
                            userContext(message));
            if (!outstanding.tryAcquire()) {
                throw new MillraceException(
                        ErrorCode.FLOW_BUSY,
                        "the maximum number of requests of "
                                + context.label()
                                + " (maxOutstanding) wait for their responses");
            }
            context.unit().watch(new Start(request, endpoints, outstanding));
            out.propagate(message);
        }

        /** Returns a completely parsed copy, which another thread can use. */
        private static Element copy(Element root) {
            Element copy = MessageAssembly.emptyTree(MessageAssembly.ROOT);
            for (Element e = root.firstChild(); e != null; e = e.next()) {
                copy.addLast(e.deepCopy().domain(e.owningDomain()));
            }
            return copy;
        }

        private static Element userContext(MessageAssembly message) {
            Element context =
                    message.localEnvironment()
                            .at("Destination", "HTTP", HTTPAsyncResponse.USER_CONTEXT);
            return context == null ? null : context.deepCopy();
        }
    }

    /** Sends a request after the commit of the unit of work. */
    private record Start(AsyncRequest request, CallableEndpoints endpoints, Semaphore outstanding)
            implements UnitWatcher {

        @Override
        public void committing() {
            // The request is not part of the unit.
        }

        @Override
        public void ended(boolean committed) {
            if (!committed) {
                outstanding.release();
                return;
            }
            endpoints.callLater(
                    () -> {
                        try {
                            request.run();
                        } finally {
                            outstanding.release();
                        }
                    });
        }
    }
}
