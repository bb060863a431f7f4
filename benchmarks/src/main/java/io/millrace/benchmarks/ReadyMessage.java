package io.millrace.benchmarks;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.Delivery;

/** A message that is there already. */
final class ReadyMessage implements Delivery {
    private final MessageAssembly assembly;

    ReadyMessage(MessageAssembly assembly) {
        this.assembly = assembly;
    }

    @Override
    public boolean transactional() {
        return false;
    }

    @Override
    public int backoutCount() {
        return 0;
    }

    @Override
    public int backoutThreshold() {
        return 1;
    }

    @Override
    public int size() {
        return Bytes.EMPTY.length();
    }

    @Override
    public MessageAssembly assemble() {
        return assembly;
    }

    @Override
    public MessageAssembly assembleRaw() {
        return assembly;
    }

    @Override
    public String backOut(MillraceException reason) {
        throw reason;
    }
}
