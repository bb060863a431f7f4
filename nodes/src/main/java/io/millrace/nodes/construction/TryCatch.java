package io.millrace.nodes.construction;

import io.millrace.engine.error.DownstreamException;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.ExceptionList;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.Terminal;
import io.millrace.nodes.common.Description;
import io.millrace.nodes.common.Description.Promise;

import org.slf4j.Logger;

/** Catches exceptions of the nodes after it (WMQI: "TryCatch node"). */
public final class TryCatch implements NodeType {

    private static final Logger LOG = EventLog.of(TryCatch.class);

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "TryCatch",
                            "Construction",
                            Promise.NONE,
                            """
                            Propagates the message to try. If a node after try throws an \
                            exception, the input message is propagated to catch with the \
                            ExceptionList of the exception. Changes of the try path to the \
                            Environment, to queues and to databases remain. An exception on the \
                            catch path goes to the next catcher upstream. If catch is not \
                            connected, the exception is discarded.\
                            """)
                    .in("in", "Input message.")
                    .failure()
                    .out(
                            "catch",
                            """
                            The message and the ExceptionList if the try path throws an exception.\
                            """)
                    .out("try", "The message, unchanged.")
                    .build();

    @Override
    public NodeDescription description() {
        return DESCRIPTION;
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        return NodePlan.inUnit(Catcher::new);
    }

    private static final class Catcher implements Node {
        private final NodeContext context;
        private final Terminal attempt;
        private final Terminal caught;

        Catcher(NodeContext context) {
            this.context = context;
            attempt = context.terminal("try");
            caught = context.terminal("catch");
        }

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            // Copies cost nothing unless the try path changes the trees through references.
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
                        {} {}: processing of the message ends because the terminal catch is not \
                        connected: {}\
                        """,
                        cause.code().id(),
                        context.label(),
                        cause.getMessage());
                context.note("processing ends: the terminal catch is not connected");
            }
        }

        /** Logs an ExceptionList of the input message, because a new one replaces it. */
        private void replaced(Element earlier) {
            Element exception = earlier.firstChild();
            if (exception != null) {
                String first = exception.textOf("Text");
                LOG.warn("{}: a new exception replaces an earlier one: {}", context.label(), first);
            }
        }
    }
}
