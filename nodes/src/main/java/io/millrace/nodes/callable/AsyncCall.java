package io.millrace.nodes.callable;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.CalledMessage;
import io.millrace.engine.node.FlowCalls;
import io.millrace.engine.parser.MessageAssembler;

import org.slf4j.Logger;

import java.util.function.Consumer;

/**
 * A call of a flow, followed by a call of the flow that receives the reply.
 *
 * @param label node that calls, in the form {@code flow.node}
 * @param called instances of the called flow
 * @param responses instances of the flow with the CallableFlowAsyncResponse node
 * @param message message for the called flow, a full copy
 * @param environment Environment of the reply
 */
record AsyncCall(
        String label,
        FlowCalls called,
        FlowCalls responses,
        long timeoutMillis,
        MessageAssembly message,
        Element environment)
        implements Runnable {

    private static final Logger LOG = EventLog.of(AsyncCall.class);

    @Override
    public void run() {
        CopiedRequest request = new CopiedRequest(message);
        MillraceException failure = null;
        try {
            called.call(request, timeoutMillis);
            if (request.replied() == null) {
                failure =
                        new MillraceException(
                                ErrorCode.NO_REPLY,
                                "the flow that " + label + " called ended without a reply");
            }
        } catch (RuntimeException | Error e) {
            failure = MillraceException.from(e);
        }
        MessageAssembly trees = failure == null ? request.replied() : message;
        try {
            responses.call(new Reply(trees, failure, environment), FlowCalls.NO_TIMEOUT);
        } catch (RuntimeException | Error e) {
            MillraceException lost = MillraceException.from(e);
            LOG.error(
                    "{} {}: the reply to a call was not processed and is lost: {}: {}",
                    ErrorCode.MESSAGE_LOST.id(),
                    label,
                    lost.code().id(),
                    lost.getMessage());
        }
    }

    /**
     * The reply as a message of the response flow.
     *
     * @param trees reply, or the request after a failure
     * @param failure failure of the call; null for none
     */
    private record Reply(MessageAssembly trees, MillraceException failure, Element environment)
            implements CalledMessage {

        @Override
        public int size() {
            return 0;
        }

        @Override
        public MessageAssembly assemble(MessageAssembler assembler, Consumer<String> trace) {
            if (failure != null) {
                throw failure;
            }
            return assembleRaw(assembler, trace);
        }

        @Override
        public MessageAssembly assembleRaw(MessageAssembler assembler, Consumer<String> trace) {
            MessageAssembly empty = MessageAssembly.of(trees.root().copy());
            return new MessageAssembly(
                    empty.root(),
                    trees.localEnvironment().copy(),
                    environment.copy(),
                    empty.exceptionList());
        }

        @Override
        public Element reply() {
            return null;
        }
    }
}
