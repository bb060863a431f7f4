package io.millrace.nodes.callable;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.FlowCalls;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.nodes.common.DescribedNode;

/** A node that calls a callable flow and waits for its reply (ACE: "CallableFlowInvoke node"). */
public final class CallableFlowInvoke extends DescribedNode {

    public CallableFlowInvoke() {
        super(
                """
                CallableFlowInvoke, Callable Flow, immediate
                Calls a flow of the same broker, or through a queue a flow of any process that
                reads the queue, waits for its reply, and propagates the reply
                to out. The Properties, the body and the LocalEnvironment of the message are
                passed to the called flow, parsed completely. The reply replaces them. Headers
                and the Environment are not passed; they stay unchanged. The called flow has its
                own unit of work, which is committed before the reply is propagated. If the
                called flow fails, its exception is thrown in this node.

                in: Message for the called flow.
                out failure: The input message with an ExceptionList, if the called flow fails, is
                  busy, does not reply or does not end in time.
                out out: Reply of the called flow.
                application [TEXT, alias targetApplication]: Application of the called flow. The
                  default is the application of this flow.
                endpoint [TEXT, alias targetEndpointName]: Endpoint of the CallableFlowInput node
                  of the called flow.
                queue [QUEUE]: Queue of the CallableFlowInput node of the called flow, instead of
                  endpoint. The LocalEnvironment is then not passed; it stays unchanged.
                replyQueue [QUEUE]: Queue for the replies to requests on queue. Its definition
                  should have the index `correlId`. Requests and replies expire after the timeout.
                timeout [SECONDS 0..86400 = 120, alias requestTimeout]: Maximum time to wait for
                  the reply, in seconds. After this time the node fails; a message that the
                  called flow is already processing is completed. 0 for no limit.
                """);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        long timeout = node.millis("timeout");
        long timeoutMillis = timeout == 0 ? FlowCalls.NO_TIMEOUT : timeout;
        OutsideUnit outside =
                new OutsideUnit("calls a flow, which has its own unit of work", node.place());
        if (!areDestinationsValid(node, context)) {
            return null;
        }
        String queue = node.text("queue");
        if (!queue.isEmpty()) {
            String replies = node.text("replyQueue");
            context.useQueue(queue, node.place("queue"));
            context.useQueue(replies, node.place("replyQueue"));
            return NodePlan.of(
                    c ->
                            new QueueInvoke(
                                    new QueueCaller(c, queue, replies, timeoutMillis),
                                    c.terminal("out")),
                    outside);
        }
        String application = node.text("application");
        String endpoint = node.text("endpoint");
        context.useEndpoint(application, endpoint, node.place("endpoint"));
        NodePlan plan =
                c ->
                        new Invoke(
                                c,
                                application.isEmpty() ? c.application() : application,
                                endpoint,
                                timeoutMillis,
                                c.terminal("out"));
        return NodePlan.of(plan, outside);
    }

    /** Whether the node has either an endpoint, or a queue and a reply queue. Reports a problem. */
    private static boolean areDestinationsValid(NodeDefinition node, DeployContext context) {
        boolean endpoint = !node.text("endpoint").isEmpty();
        boolean queue = !node.text("queue").isEmpty();
        boolean replies = !node.text("replyQueue").isEmpty();
        if (endpoint != queue
                && queue == replies
                && (endpoint || node.text("application").isEmpty())) {
            return true;
        }
        context.problems()
                .error(
                        ErrorCode.BAD_VALUE,
                        node.place(),
                        "CallableFlowInvoke node "
                                + node.name()
                                + " must have either endpoint, or queue and replyQueue",
                        "set endpoint (and application) for a flow of the same broker, or queue"
                                + " and replyQueue for a flow that reads the queue");
        return false;
    }

    /** A node that calls flows through a queue. */
    private record QueueInvoke(QueueCaller caller, Terminal out) implements Node {

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            MessageAssembly reply = caller.call(message);
            out.propagate(message.withRoot(Invoke.withHeadersOf(message, reply.root())));
        }

        @Override
        public void close() {
            caller.close();
        }
    }

    private record Invoke(
            NodeContext context,
            String application,
            String endpoint,
            long timeoutMillis,
            Terminal out)
            implements Node {

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            FlowCalls calls = context.endpoints().find(application, endpoint);
            CopiedRequest request = new CopiedRequest(FlowRequest.copy(message));
            context.interruptible(true);
            try {
                calls.call(request, timeoutMillis);
            } finally {
                context.interruptible(false);
            }
            MessageAssembly reply = request.replied();
            if (reply == null) {
                throw new MillraceException(
                        ErrorCode.NO_REPLY,
                        "the flow with the endpoint "
                                + application
                                + "/"
                                + endpoint
                                + " ended without a reply");
            }
            out.propagate(
                    message.withRoot(withHeadersOf(message, reply.root()))
                            .withLocalEnvironment(reply.localEnvironment()));
        }

        /** Returns the Properties and the body of a reply with the headers of the request. */
        private static Element withHeadersOf(MessageAssembly request, Element reply) {
            Element root = request.root().copy();
            if (request.body() != null) {
                root.lastChild().remove();
            }
            Element properties = reply.child("Properties");
            if (properties != null) {
                Element before = root.child("Properties");
                if (before != null) {
                    before.remove();
                }
                root.addFirst(properties.detach());
            }
            Element body = reply.lastChild();
            if (body != null) {
                root.addLast(body.detach());
            }
            return root;
        }
    }
}
