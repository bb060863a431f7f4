package io.millrace.nodes.construction;

import io.millrace.engine.error.DownstreamException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.ExceptionList;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.nodes.common.DescribedNode;

import org.slf4j.Logger;

/** A node that catches exceptions thrown by the nodes after it (WMQI: "TryCatch node"). */
public final class TryCatch extends DescribedNode {

    private static final Logger LOG = EventLog.of(TryCatch.class);

    public TryCatch() {
        super(
                """
                TryCatch, Construction, none
                Propagates the message to try. If a node after try throws an exception, the
                input message is propagated to catch with the ExceptionList of the exception.
                Changes of the try path to the Environment, to queues and to databases remain.
                An exception on the catch path goes to the next catcher upstream. If catch is
                not connected, the exception is discarded.

                in: Input message.
                out failure
                out catch: The message and the ExceptionList if the try path throws an
                  exception.
                out try: The message, unchanged.
                """);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        return NodePlan.inUnit(c -> new Catcher(c, c.terminal("try"), c.terminal("catch")));
    }

    private record Catcher(NodeContext context, Terminal attempt, Terminal caught) implements Node {
        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            // Copies have no cost unless the try path changes the trees through references.
            Element root = message.root().copy();
            Element localEnvironment = message.localEnvironment().copy();
            MillraceException thrown;
            try {
                attempt.propagate(message);
                return;
            } catch (DownstreamException e) {
                thrown = e.exception();
            }
            replaced(message.exceptionList());
            if (caught.isWired()) {
                caught.propagate(
                        new MessageAssembly(
                                root,
                                localEnvironment,
                                message.environment(),
                                ExceptionList.of(thrown)));
            } else {
                MillraceException cause = thrown.root();
                LOG.warn(
                        """
                        {} {}: the processing of the message ends because the terminal catch is \
                        not connected: {}: {}\
                        """,
                        ErrorCode.MESSAGE_LOST.id(),
                        context.label(),
                        cause.code().id(),
                        cause.getMessage());
                context.note("processing ends: the terminal catch is not connected");
            }
        }

        /** Logs an ExceptionList of the input message before a new ExceptionList replaces it. */
        private void replaced(Element earlier) {
            Element exception = earlier.firstChild();
            if (exception != null) {
                String first = exception.textOf("Text");
                LOG.warn("{}: a new exception replaces an earlier one: {}", context.label(), first);
            }
        }
    }
}
