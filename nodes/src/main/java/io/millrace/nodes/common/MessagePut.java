package io.millrace.nodes.common;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.queue.QueueMessage;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.UUID;

/** Puts messages to queues as a node's options say. */
public final class MessagePut {

    private static final Bytes NO_ID = Bytes.of(new byte[24]);

    private final NodeContext context;

    public MessagePut(NodeContext context) {
        this.context = context;
    }

    /**
     * Puts a message.
     *
     * @param descriptor the caller's own; changed here
     * @return the descriptor as the message has it on the queue
     */
    public Mqmd put(String queue, Mqmd descriptor, Bytes body, PutOptions options) {
        boolean inUnit = enlist(options);
        return context.queues()
                .put(queue, new QueueMessage(finished(descriptor, options), body), inUnit);
    }

    /**
     * Puts a copy of a message to each of several queues.
     *
     * @param descriptor the caller's own; changed here
     */
    public void putToEach(
            Collection<String> queues, Mqmd descriptor, Bytes body, PutOptions options) {
        boolean inUnit = enlist(options);
        context.queues()
                .putToEach(queues, new QueueMessage(finished(descriptor, options), body), inUnit);
    }

    /** Gives a message to a topic's subscribers of the store itself. */
    public void publish(String topic, Mqmd descriptor, Bytes body, PutOptions options) {
        boolean inUnit = enlist(options);
        context.queues()
                .publish(topic, new QueueMessage(finished(descriptor, options), body), inUnit);
    }

    private boolean enlist(PutOptions options) {
        boolean inUnit =
                switch (options.transaction()) {
                    case "yes" -> true;
                    case "no" -> false;
                    default -> context.inUnit();
                };
        if (inUnit) {
            context.unit().enlist(context.queues());
        }
        return inUnit;
    }

    private static Mqmd finished(Mqmd md, PutOptions options) {
        switch (options.persistence()) {
            case "yes" -> md.persistence(Mqmd.PERSISTENCE_YES);
            case "no" -> md.persistence(Mqmd.PERSISTENCE_NO);
            case "asQdef" -> md.persistence(Mqmd.PERSISTENCE_AS_QUEUE);
            default -> {
                // automatic: as the message says
            }
        }
        if (options.newMsgId()) {
            md.msgId(NO_ID);
        }
        if (options.newCorrelId()) {
            md.correlId(newId());
        }
        if (options.request()) {
            md.msgType(Mqmd.TYPE_REQUEST);
            if (!options.replyToQ().isEmpty()) {
                md.replyToQ(options.replyToQ());
            }
            if (!options.replyToQMgr().isEmpty()) {
                md.replyToQMgr(options.replyToQMgr());
            }
        }
        return md;
    }

    /** 24 bytes of which no two are the same. */
    private static Bytes newId() {
        UUID id = UUID.randomUUID();
        byte[] bytes = new byte[24];
        ByteBuffer.wrap(bytes)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits());
        return Bytes.of(bytes);
    }
}
