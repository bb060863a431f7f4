package io.millrace.connectors.http;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.CalledMessage;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;

import java.util.Set;
import java.util.function.Consumer;

/** The message of a request in a call of the flow. */
abstract class HttpMessage implements CalledMessage {

    static final Defaults RAW =
            new Defaults(MessageTemplate.domain("BLOB"), ParseTiming.ON_DEMAND, Set.of())
                    .transactional(false);

    private final PendingRequest request;
    private final Defaults defaults;
    private final String terminal;

    /** Whether the reply is kept as a tree, for flow tests. */
    private final boolean keepsReply;

    private Element reply;
    private int status;

    HttpMessage(PendingRequest request, Defaults defaults, String terminal, boolean keepsReply) {
        this.request = request;
        this.defaults = defaults;
        this.terminal = terminal;
        this.keepsReply = keepsReply;
    }

    /** Returns the parts of the request. */
    abstract ReceivedRequest received(MessageAssembler assembler);

    PendingRequest request() {
        return request;
    }

    /**
     * Keeps the Root and the status of a reply, if this is the message of a flow test. A reply
     * without a body is represented by an empty BLOB.
     */
    void replied(Element root, int code) {
        if (keepsReply) {
            status = code;
            reply = root.deepCopy();
            Element last = reply.lastChild();
            if (last == null || !WrittenBody.isBody(last)) {
                reply.add("BLOB").add("BLOB", Value.of(Bytes.EMPTY));
            }
        }
    }

    @Override
    public String terminal() {
        return terminal;
    }

    @Override
    public MessageAssembly assemble(MessageAssembler assembler, Consumer<String> trace) {
        return received(assembler).assemble(assembler, defaults, trace);
    }

    @Override
    public MessageAssembly assembleRaw(MessageAssembler assembler, Consumer<String> trace) {
        return received(assembler).assembleRaw(assembler, RAW, trace);
    }

    @Override
    public Element reply() {
        return reply;
    }

    @Override
    public String replyProperties() {
        return "status " + status;
    }

    @Override
    public String missingReply() {
        return "the client receives status 504 when its timeout has passed";
    }
}
