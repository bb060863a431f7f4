package io.millrace.connectors.camel;

import io.millrace.engine.message.Bytes;
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
 * The message of a received exchange in a call of the flow.
 *
 * @param defaults parsing of the body; the domain is empty if the body determines it
 */
record ReceivedExchange(ExchangeBody body, ExchangeHeaders headers, Defaults defaults)
        implements CalledMessage {

    private static final Defaults RAW =
            new Defaults(MessageTemplate.domain("BLOB"), ParseTiming.ON_DEMAND, Set.of())
                    .transactional(false);

    @Override
    public int size() {
        return body.bytes().length();
    }

    @Override
    public MessageAssembly assemble(MessageAssembler assembler, Consumer<String> trace) {
        return assemble(assembler, defaults(body, defaults), trace);
    }

    @Override
    public MessageAssembly assembleRaw(MessageAssembler assembler, Consumer<String> trace) {
        return assemble(assembler, RAW, trace);
    }

    /** Returns the parser defaults for the body. */
    static Defaults defaults(ExchangeBody body, Defaults node) {
        if (!node.template().isEmpty() && !body.bytes().isEmpty()) {
            return node.transactional() ? node.transactional(false) : node;
        }
        MessageTemplate template =
                body.domain().isEmpty() ? RAW.template() : MessageTemplate.domain(body.domain());
        return new Defaults(template, node.timing(), node.options(), false, node.validation());
    }

    private MessageAssembly assemble(
            MessageAssembler assembler, Defaults parsing, Consumer<String> trace) {
        Element root = root(assembler, body.bytes(), parsing, trace);
        Element environment = MessageAssembly.emptyTree(MessageAssembly.LOCAL_ENVIRONMENT);
        headers.addTo(environment);
        return MessageAssembly.of(root, environment);
    }

    /** Returns a Root with Properties and body. */
    static Element root(
            MessageAssembler assembler, Bytes body, Defaults parsing, Consumer<String> trace) {
        return assembler.assemble(null, body, parsing, trace);
    }

    @Override
    public Element reply() {
        return null;
    }
}
