package io.millrace.connectors.http;

import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageAssembler.Defaults;

/** The message of a request that a client has sent. */
final class ClientMessage extends HttpMessage {

    private final ReceivedRequest received;
    private final Defaults defaults;

    ClientMessage(
            PendingRequest request, ReceivedRequest received, Defaults defaults, String terminal) {
        super(request, defaults, terminal, false);
        this.received = received;
        this.defaults = defaults;
    }

    /** Whether the response of the request can have a body (RFC 9110, 9.3.2). */
    boolean hasResponseBody() {
        return !received.method().equals("HEAD");
    }

    /** Returns the same message for another terminal of the input node. */
    ClientMessage at(String terminal) {
        return new ClientMessage(request(), received, defaults, terminal);
    }

    @Override
    ReceivedRequest received(MessageAssembler assembler) {
        return received;
    }

    @Override
    public int size() {
        return received.body().length();
    }
}
