package io.millrace.nodes.common;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueName;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.UUID;

/** The operations that put messages to queues with the options of a node. */
public record MessagePut(NodeContext context) {

    private static final Bytes NO_ID = Bytes.of(new byte[24]);

    /** MQMF_SEGMENTATION_ALLOWED. */
    private static final int SEGMENTATION_ALLOWED = 1;

    /**
     * Puts a message.
     *
     * @param descriptor descriptor of the caller; this method changes it
     * @return descriptor of the message on the queue
     */
    public Mqmd put(String queue, Mqmd descriptor, Bytes body, PutOptions options) {
        QueueName.checkUsable(queue);
        boolean inUnit = enlist(options);
        return context.queues()
                .put(queue, new QueueMessage(finished(descriptor, options), body), inUnit);
    }

    /**
     * Checks that a user is authorized to put messages to a queue.
     *
     * @throws MillraceException with QUEUE_NOT_AUTHORIZED
     */
    public void authorize(String user, String queue) {
        if (user.isBlank()) {
            throw new MillraceException(
                    ErrorCode.QUEUE_NOT_AUTHORIZED,
                    "alternateUserAuthority requires a UserIdentifier in the MQMD for the put to "
                            + queue
                            + " (found none)",
                    Insert.of(queue));
        }
        if (!context.queueStore().mayPut(user.strip(), queue)) {
            throw new MillraceException(
                    ErrorCode.QUEUE_NOT_AUTHORIZED,
                    "user "
                            + user.strip()
                            + " (MQMD.UserIdentifier) is not authorized to put messages to queue "
                            + queue
                            + "; grant the right put in broker.yaml, or set"
                            + " alternateUserAuthority to no",
                    Insert.of(user.strip()),
                    Insert.of(queue));
        }
    }

    /**
     * Puts a copy of a message to each of several queues.
     *
     * @param descriptor descriptor of the caller; this method changes it
     */
    public void putToEach(
            Collection<String> queues, Mqmd descriptor, Bytes body, PutOptions options) {
        boolean inUnit = enlist(options);
        context.queues()
                .putToEach(queues, new QueueMessage(finished(descriptor, options), body), inUnit);
    }

    /** Publishes a message to the topic subscribers of the queue store. */
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
                // automatic: as the message specifies
            }
        }
        if (options.newMsgId()) {
            md.msgId(NO_ID);
        }
        if (options.newCorrelId()) {
            md.correlId(newId());
        }
        if (options.segmentationAllowed()) {
            md.msgFlags(md.msgFlags() | SEGMENTATION_ALLOWED);
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

    /** Returns a unique identifier of 24 bytes. */
    private static Bytes newId() {
        UUID id = UUID.randomUUID();
        byte[] bytes = new byte[24];
        ByteBuffer.wrap(bytes)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits());
        return Bytes.of(bytes);
    }
}
