package io.millrace.connectors.http;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.CalledMessage;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;

import java.util.Set;
import java.util.function.Consumer;

/** The message of a request, in a call of its flow. */
final class HttpMessage implements CalledMessage {

    private static final Defaults RAW =
            new Defaults(MessageTemplate.domain("BLOB"), ParseTiming.ON_DEMAND, Set.of())
                    .transactional(false);

    private final PendingRequest request;
    private final ReceivedRequest received;
    private final Defaults defaults;
    private final String terminal;

    /** Whether the reply is kept as a tree, for flow tests. */
    private final boolean keepsReply;

    private Element reply;

    HttpMessage(
            PendingRequest request,
            ReceivedRequest received,
            Defaults defaults,
            String terminal,
            boolean keepsReply) {
        this.request = request;
        this.received = received;
        this.defaults = defaults;
        this.terminal = terminal;
        this.keepsReply = keepsReply;
    }

    /** Whether the response of the request can have a body (RFC 9110, 9.3.2). */
    boolean hasResponseBody() {
        return !received.method().equals("HEAD");
    }

    /** Returns the same message for another terminal of the input node. */
    HttpMessage at(String other) {
        return new HttpMessage(request, received, defaults, other, keepsReply);
    }

    PendingRequest request() {
        return request;
    }

    /** Keeps the Root of a reply, if this is the message of a flow test. */
    void replied(Element root) {
        if (keepsReply) {
            reply = root.deepCopy();
        }
    }

    @Override
    public String terminal() {
        return terminal;
    }

    @Override
    public int size() {
        return received.body().length();
    }

    @Override
    public MessageAssembly assemble(MessageAssembler assembler, Consumer<String> trace) {
        return received.assemble(assembler, defaults, trace);
    }

    @Override
    public MessageAssembly assembleRaw(MessageAssembler assembler, Consumer<String> trace) {
        return received.assemble(assembler, RAW, trace);
    }

    @Override
    public Element reply() {
        return reply;
    }
}
