package io.millrace.nodes.timer;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.state.State;
import io.millrace.engine.state.StateLimits;
import io.millrace.engine.state.StateRecord;
import io.millrace.nodes.common.DescribedNode;

/** A node that sets and cancels timers (IIB: "TimeoutControl node"). */
public final class TimeoutControl extends DescribedNode {

    public TimeoutControl() {
        super(
                """
                TimeoutControl, Timer, transactional
                Sets or cancels a timer that the timeout request in the message describes, and
                propagates the message unchanged. When the timer is due, the TimeoutNotification
                node with the same uniqueIdentifier propagates the message. The timer is stored
                in the unit of work of the message, in the state of the timers, and survives a
                restart.

                environment TimeoutRequest: Action Identifier StartDate StartTime Interval Count
                  IgnoreMissed AllowOverwrite
                in: Message with a timeout request.
                out failure: The input message with an ExceptionList, if the request is invalid, or
                  if a request with its Identifier exists that does not allow overwriting.
                out out: The message, unchanged.
                uniqueIdentifier [required TEXT]: Value of uniqueIdentifier of the
                  TimeoutNotification node, which must have operationMode controlled and belong
                  to the same application.
                requestLocation [TEXT = InputLocalEnvironment.TimeoutRequest]: Field that contains
                  the timeout request. It begins with InputLocalEnvironment, InputRoot, InputBody
                  or Environment.
                """);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        String identifier = node.text("uniqueIdentifier");
        context.useIdentifier(TimeoutNotification.TYPE, identifier, node.place("uniqueIdentifier"));
        RequestLocation location = RequestLocation.of(node, context);
        if (location == null) {
            return null;
        }
        return NodePlan.inUnit(
                c -> {
                    String name = Timer.state(c.application(), identifier, true);
                    State timers = c.state(name, StateLimits.DEFAULT);
                    return new Control(c, location, timers, c.terminal("out"));
                });
    }

    private record Control(
            NodeContext context, RequestLocation location, State timers, Terminal out)
            implements Node {

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            Element folder = location.find(message);
            if (folder == null) {
                throw new MillraceException(
                        ErrorCode.TIMEOUT_REQUEST,
                        """
                        the message has no timeout request: %s does not exist; set it in a \
                        Compute node whose computeMode includes the LocalEnvironment, or change \
                        requestLocation\
                        """
                                .formatted(location.text()),
                        Insert.of(location.text()));
            }
            TimeoutRequest request = TimeoutRequest.read(folder, location.text(), context.clock());
            if (request.isSet()) {
                set(request, message);
            } else {
                cancel(request.identifier());
            }
            out.propagate(message);
        }

        private void set(TimeoutRequest request, MessageAssembly message) {
            StateRecord before = timers.get(request.identifier());
            if (before != null && !Timer.of(before).allowOverwrite()) {
                throw new MillraceException(
                        ErrorCode.TIMEOUT_REQUEST,
                        """
                        the timeout request at %s cannot replace the request with the Identifier \
                        %s, which was set with AllowOverwrite FALSE; cancel that request, or use \
                        another Identifier\
                        """
                                .formatted(location.text(), request.identifier()),
                        Insert.of(location.text()),
                        Insert.of(request.identifier()));
            }
            Timer timer =
                    new Timer(
                            request.identifier(),
                            request.start(),
                            request.interval(),
                            request.count(),
                            request.ignoreMissed(),
                            request.allowOverwrite(),
                            StoredMessage.of(message, context.assembler()));
            timers.put(timer.toRecord());
            context.note("timer " + timer.identifier() + " is due at " + timer.due());
        }

        private void cancel(String identifier) {
            boolean isKnown = timers.get(identifier) != null;
            timers.remove(identifier);
            context.note(
                    "timer "
                            + identifier
                            + (isKnown ? " was canceled" : " does not exist or was due before"));
        }

        @Override
        public void close() {
            timers.close();
        }
    }
}
