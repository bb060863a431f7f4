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

/** Catches exceptions of the nodes behind it (WMQI: "TryCatch node"). */
public final class TryCatch implements NodeType {

    private static final Logger LOG = EventLog.of(TryCatch.class);

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "TryCatch",
                            "Construction",
                            Promise.NONE,
                            "Gives the message to try. When a node behind it throws, gives the"
                                + " message as it came in, with the ExceptionList of what was"
                                + " thrown, to catch. What the try path did to the Environment, to"
                                + " queues and to databases stays. An exception on the catch path"
                                + " goes to the next catcher upstream; where catch is not wired,"
                                + " the exception ends here.")
                    .in("in", "Takes the message.")
                    .failure()
                    .out(
                            "catch",
                            "Gives the message and the ExceptionList when the try path threw.")
                    .out("try", "Gives the message.")
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
                        "{} {}: catch is not wired, so that the message ends here: {}",
                        cause.code().id(),
                        context.label(),
                        cause.getMessage());
                context.note("catch is not wired: the message ends here");
            }
        }

        /**
         * An ExceptionList that the message brought along is lost now: the log is told what it
         * said.
         */
        private void replaced(Element earlier) {
            Element exception = earlier.firstChild();
            if (exception != null) {
                String first = exception.textOf("Text");
                LOG.warn(
                        "{}: an earlier exception gives way to a new one: {}",
                        context.label(),
                        first);
            }
        }
    }
}
