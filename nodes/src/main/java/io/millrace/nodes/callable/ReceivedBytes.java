package io.millrace.nodes.callable;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.queue.QueueMessage;

import java.util.Set;
import java.util.function.Consumer;

/** A message for a called flow whose body is given as bytes, for flow tests and {@code exec}. */
final class ReceivedBytes extends FlowRequest {

    private static final Defaults RAW =
            new Defaults(MessageTemplate.domain("BLOB"), ParseTiming.ON_DEMAND, Set.of());

    private final QueueMessage message;
    private final Defaults defaults;

    ReceivedBytes(QueueMessage message, MessageTemplate template) {
        this.message = message;
        this.defaults =
                new Defaults(template, ParseTiming.ON_DEMAND, Set.of()).transactional(false);
    }

    @Override
    public int size() {
        return message.body().length();
    }

    @Override
    public MessageAssembly assemble(MessageAssembler assembler, Consumer<String> trace) {
        return MessageAssembly.of(read(assembler, defaults, trace));
    }

    @Override
    public MessageAssembly assembleRaw(MessageAssembler assembler, Consumer<String> trace) {
        return MessageAssembly.of(read(assembler, RAW, trace));
    }

    private Element read(MessageAssembler assembler, Defaults chosen, Consumer<String> trace) {
        return assembler.assemble(message.descriptor(), message.body(), chosen, trace);
    }
}
