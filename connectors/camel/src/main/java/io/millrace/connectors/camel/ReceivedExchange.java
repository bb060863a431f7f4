package io.millrace.connectors.camel;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.node.CalledMessage;
import io.millrace.engine.parser.Ccsid;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;

import java.util.Set;
import java.util.function.Consumer;

/**
 * The message of a received exchange, in a call of its flow.
 *
 * @param defaults parsing of the body; its domain is empty if the domain of the body applies
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

    /** Returns how a body is parsed. */
    static Defaults defaults(ExchangeBody body, Defaults node) {
        if (!node.template().isEmpty() && !body.bytes().isEmpty()) {
            return node.transactional(false);
        }
        String domain = body.domain().isEmpty() ? "BLOB" : body.domain();
        return new Defaults(
                MessageTemplate.domain(domain),
                node.timing(),
                node.options(),
                false,
                node.validation());
    }

    private MessageAssembly assemble(
            MessageAssembler assembler, Defaults parsing, Consumer<String> trace) {
        Element root = root(assembler, body.bytes(), parsing, trace);
        Element environment = MessageAssembly.emptyTree(MessageAssembly.LOCAL_ENVIRONMENT);
        headers.addTo(environment);
        return MessageAssembly.of(root).withLocalEnvironment(environment);
    }

    /** Returns a Root with Properties and body. */
    static Element root(
            MessageAssembler assembler, Bytes body, Defaults parsing, Consumer<String> trace) {
        Mqmd descriptor = new Mqmd().codedCharSetId(Ccsid.UTF_8);
        Element root = assembler.assemble(descriptor, body, parsing, trace);
        root.child(MessageAssembly.DESCRIPTOR).remove();
        return root;
    }

    @Override
    public Element reply() {
        return null;
    }
}
