package io.millrace.nodes.callable;

import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.parser.MessageAssembler;

import java.util.function.Consumer;

/** A request that contains copies of the calling flow's trees. */
final class CopiedRequest extends FlowRequest {

    private final MessageAssembly message;

    CopiedRequest(MessageAssembly message) {
        this.message = message;
    }

    @Override
    public int size() {
        return 0;
    }

    @Override
    public MessageAssembly assemble(MessageAssembler assembler, Consumer<String> trace) {
        return MessageAssembly.of(message.root().copy())
                .withLocalEnvironment(message.localEnvironment().copy());
    }

    @Override
    public MessageAssembly assembleRaw(MessageAssembler assembler, Consumer<String> trace) {
        return assemble(assembler, trace);
    }
}
