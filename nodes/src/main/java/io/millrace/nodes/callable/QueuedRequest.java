package io.millrace.nodes.callable;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageAssembler.Written;
import io.millrace.engine.queue.QueueMessage;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;

/** A request that was received from a queue. */
final class QueuedRequest extends FlowRequest {

    private final QueueMessage message;

    /** Assembler of the application; null until the message is first parsed. */
    private @Nullable MessageAssembler assembler;

    QueuedRequest(QueueMessage message) {
        this.message = message;
    }

    @Override
    public int size() {
        return message.body().length();
    }

    @Override
    public MessageAssembly assemble(MessageAssembler parsing, Consumer<String> trace) {
        assembler = parsing;
        return QueuedMessage.read(message, parsing, trace);
    }

    @Override
    public MessageAssembly assembleRaw(MessageAssembler parsing, Consumer<String> trace) {
        assembler = parsing;
        QueueMessage plain =
                new QueueMessage(message.descriptor().copy().format(""), message.body());
        return QueuedMessage.read(plain, parsing, trace);
    }

    /**
     * Returns the message for the reply queue.
     *
     * @param failure error of the call; null for none
     * @return null if the error has to be described, but no instance has received the request
     */
    @Nullable QueueMessage reply(@Nullable MillraceException failure) {
        if (assembler == null) {
            return null;
        }
        Mqmd request = message.descriptor();
        Written written = written(failure, assembler);
        Bytes body = written.body();
        return new QueueMessage(
                QueuedMessage.descriptor(written)
                        .msgType(Mqmd.TYPE_REPLY)
                        .correlId(request.msgId())
                        .persistence(request.persistence())
                        .expiry(request.expiry()),
                body);
    }

    private Written written(@Nullable MillraceException failure, MessageAssembler writing) {
        MessageAssembly reply = replied();
        if (failure == null && reply != null) {
            try {
                return QueuedMessage.write(reply, writing);
            } catch (MillraceException unwritable) {
                return QueuedMessage.write(unwritable, writing);
            }
        }
        return QueuedMessage.write(failure == null ? noReply() : failure, writing);
    }

    private static MillraceException noReply() {
        return new MillraceException(ErrorCode.NO_REPLY, "the called flow ended without a reply");
    }
}
