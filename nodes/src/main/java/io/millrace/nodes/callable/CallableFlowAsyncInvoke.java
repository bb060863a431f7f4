package io.millrace.nodes.callable;

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

import java.util.UUID;
import java.util.concurrent.Semaphore;

/**
 * A node that calls a callable flow without waiting for its reply (ACE: "CallableFlowAsyncInvoke
 * node").
 */
public final class CallableFlowAsyncInvoke extends DescribedNode {

    public CallableFlowAsyncInvoke() {
        super(
                """
                CallableFlowAsyncInvoke, Callable Flow, transactional
                Calls a flow of the same broker without waiting for the reply. The message is
                propagated to out first; the call begins after its unit of work is committed. The
                CallableFlowAsyncResponse node with the same uniqueIdentifier receives the reply,
                with Environment.CallableFlow.UserContext of this message. The called flow
                receives the message as from a CallableFlowInvoke node. If the process ends before
                the reply arrives, the call is lost.

                in: Message for the called flow.
                out failure: The input message with an ExceptionList, if the called flow or the
                  flow with the CallableFlowAsyncResponse node does not run, or too many calls
                  are outstanding.
                out out: The message, unchanged.
                uniqueIdentifier [required TEXT]: Value of uniqueIdentifier of the
                  CallableFlowAsyncResponse node, which must belong to the same application.
                application [TEXT, alias targetApplication]: Application of the called flow. The
                  default is the application of this flow.
                endpoint [required TEXT, alias targetEndpointName]: Endpoint of the
                  CallableFlowInput node of the called flow.
                timeout [SECONDS 0..86400 = 120, alias requestTimeout]: Maximum time until the
                  reply, in seconds. After this time, the CallableFlowAsyncResponse node receives an
                  error; a message that the called flow is already processing is completed. 0 for no
                  limit.
                maxOutstanding [INTEGER 1..100000 = 100]: Maximum number of calls of this node
                  without a reply. Further messages fail with MR4013.
                """);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        String application = node.text("application");
        String endpoint = node.text("endpoint");
        String identifier = node.text("uniqueIdentifier");
        context.useEndpoint(application, endpoint, node.place("endpoint"));
        context.useIdentifier(
                CallableFlowAsyncResponse.TYPE, identifier, node.place("uniqueIdentifier"));
        long timeout = node.millis("timeout");
        Semaphore outstanding = new Semaphore(node.integer("maxOutstanding"));
        return NodePlan.inUnit(
                c ->
                        new Invoke(
                                c,
                                application.isEmpty() ? c.application() : application,
                                endpoint,
                                identifier,
                                timeout == 0 ? FlowCalls.NO_TIMEOUT : timeout,
                                outstanding,
                                c.terminal("out")));
    }

    private record Invoke(
            NodeContext context,
            String application,
            String endpoint,
            String identifier,
            long timeoutMillis,
            Semaphore outstanding,
            Terminal out)
            implements Node {

        private static final String FOLDER = "CallableFlow";
        private static final String USER_CONTEXT = "UserContext";
        private static final String CORRELATION = "CorrelationID";

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            CallableEndpoints endpoints = context.endpoints();
            FlowCalls called = endpoints.find(application, endpoint);
            FlowCalls responses =
                    CallableFlowAsyncResponse.find(endpoints, context.application(), identifier);
            AsyncCall call =
                    new AsyncCall(
                            context.label(),
                            called,
                            responses,
                            timeoutMillis,
                            FlowRequest.copy(message),
                            environment(message.environment()));
            if (!outstanding.tryAcquire()) {
                throw new MillraceException(
                        ErrorCode.FLOW_BUSY,
                        "the maximum number of calls of "
                                + context.label()
                                + " (maxOutstanding) wait for their replies");
            }
            context.unit().watch(new Start(call, endpoints, outstanding));
            out.propagate(message);
        }

        /** Returns the Environment of the reply, and adds the identifier of the call to both. */
        private static Element environment(Element environment) {
            Element folder = environment.child(FOLDER);
            if (folder == null) {
                folder = environment.add(FOLDER);
            }
            Element before = folder.child(CORRELATION);
            if (before != null) {
                before.remove();
            }
            folder.add(CORRELATION, UUID.randomUUID().toString());
            Element copy = MessageAssembly.emptyTree(MessageAssembly.ENVIRONMENT);
            Element kept = copy.add(FOLDER);
            kept.add(CORRELATION, folder.textOf(CORRELATION));
            Element user = folder.child(USER_CONTEXT);
            if (user != null) {
                kept.addLast(user.deepCopy());
            }
            return copy;
        }
    }

    /** Starts a call when the unit of its message has been committed. */
    private record Start(AsyncCall call, CallableEndpoints endpoints, Semaphore outstanding)
            implements UnitWatcher {

        @Override
        public void committing() {
            // The call is not part of the unit.
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
                            call.run();
                        } finally {
                            outstanding.release();
                        }
                    });
        }
    }
}
