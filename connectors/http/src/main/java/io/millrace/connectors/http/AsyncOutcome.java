package io.millrace.connectors.http;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.CalledMessage;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;

import java.util.Set;
import java.util.function.Consumer;

/**
 * The outcome of an asynchronous request as a message of an HTTPAsyncResponse node: a response, or
 * a failure with the message that was sent.
 *
 * @param response response; null after a failure
 * @param failure failure; null for a response
 * @param request Root of the message that was sent; null for a response
 * @param userContext UserContext of the message that was sent; null if there is none
 * @param node properties of the node that receives the outcome
 */
record AsyncOutcome(
        ReceivedResponse response,
        MillraceException failure,
        Element request,
        Element userContext,
        Node node)
        implements CalledMessage {

    private static final Defaults RAW =
            new Defaults(MessageTemplate.domain("BLOB"), ParseTiming.ON_DEMAND, Set.of())
                    .transactional(false);

    /**
     * Properties of an HTTPAsyncResponse node.
     *
     * @param defaults parsing of the body of the response
     * @param hasErrorPath whether the terminal error is connected
     * @param hasTimeoutPath whether the terminal timeout is connected
     */
    record Node(Defaults defaults, boolean hasErrorPath, boolean hasTimeoutPath) {}

    private static final Node NO_PATHS = new Node(RAW, false, false);

    static AsyncOutcome of(ReceivedResponse response, Element userContext) {
        return new AsyncOutcome(response, null, null, userContext, NO_PATHS);
    }

    static AsyncOutcome failed(MillraceException failure, Element request, Element userContext) {
        return new AsyncOutcome(null, failure, request, userContext, NO_PATHS);
    }

    /** Returns the outcome for a node. */
    AsyncOutcome at(Node receiver) {
        return new AsyncOutcome(response, failure, request, userContext, receiver);
    }

    private boolean isTimeoutPath() {
        return node.hasTimeoutPath() && failure != null && CallFailure.isTimeout(failure);
    }

    private boolean isErrorPath() {
        return node.hasErrorPath() && response != null && response.isError();
    }

    @Override
    public String terminal() {
        return isTimeoutPath() ? "timeout" : isErrorPath() ? "error" : "out";
    }

    @Override
    public int size() {
        return response == null ? 0 : response.body().length();
    }

    @Override
    public MessageAssembly assemble(MessageAssembler assembler, Consumer<String> trace) {
        if (failure != null && !isTimeoutPath()) {
            throw failure;
        }
        if (response != null && response.isError() && !isErrorPath()) {
            throw response.unhandled();
        }
        return trees(assembler, node.defaults(), trace);
    }

    @Override
    public MessageAssembly assembleRaw(MessageAssembler assembler, Consumer<String> trace) {
        return trees(assembler, RAW, trace);
    }

    private MessageAssembly trees(
            MessageAssembler assembler, Defaults defaults, Consumer<String> trace) {
        Element root =
                response == null ? request.copy() : response.root(assembler, defaults, trace);
        Element environment = MessageAssembly.emptyTree(MessageAssembly.LOCAL_ENVIRONMENT);
        if (userContext != null) {
            environment.add("HTTP").add("Response").addLast(userContext.copy());
        }
        return MessageAssembly.of(root).withLocalEnvironment(environment);
    }

    @Override
    public Element reply() {
        return null;
    }
}
