package io.millrace.nodes.common;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueName;
import io.millrace.engine.queue.QueueRules;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Operations that put messages on queues with the options of a node. */
public record MessagePut(NodeContext context) {

    private static final Bytes NO_ID = Bytes.of(new byte[24]);

    /**
     * Unit of segment sizes in bytes. As in MQ, the size of each segment except the last is a
     * multiple of this number.
     */
    private static final int SEGMENT_UNIT = 16;

    /**
     * Puts a message. The message is segmented if necessary and allowed.
     *
     * @param descriptor descriptor of the caller; this method changes it
     * @return descriptor of the message, or of its first segment, on the queue
     */
    public Mqmd put(String queue, Mqmd descriptor, Bytes body, PutOptions options) {
        QueueName.checkUsable(queue);
        boolean inUnit = enlist(options);
        QueueMessage message = new QueueMessage(finished(descriptor, options), body);
        if (!Segments.isAllowed(message.descriptor())) {
            return context.queues().put(queue, message, inUnit);
        }
        List<QueueMessage> segments = Segments.divide(message, segmentBytes(queue));
        if (inUnit || segments.size() == 1) {
            return putAll(context.queues(), queue, segments, inUnit);
        }
        try (QueueSession session = context.queueStore().session()) {
            Mqmd first = putAll(session, queue, segments, true);
            session.commit();
            return first;
        }
    }

    private static Mqmd putAll(
            QueueSession session, String queue, List<QueueMessage> messages, boolean inUnit) {
        Mqmd first = session.put(queue, messages.getFirst(), inUnit);
        messages.stream().skip(1).forEach(message -> session.put(queue, message, inUnit));
        return first;
    }

    /** Returns the maximum size of a segment on a queue. */
    private int segmentBytes(String queue) {
        QueueStore store = context.queueStore();
        int most =
                store.definition(queue)
                        .map(QueueDefinition::rules)
                        .flatMap(
                                rules ->
                                        rules.isAlias()
                                                ? store.definition(rules.alias())
                                                        .map(QueueDefinition::rules)
                                                : Optional.of(rules))
                        .map(QueueRules::maxMessageBytes)
                        .orElse(0);
        return most < SEGMENT_UNIT ? Integer.MAX_VALUE : most - most % SEGMENT_UNIT;
    }

    /**
     * Checks that a user is authorized to put messages on a queue.
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
     * Puts a copy of a message on each of several queues.
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
            md.msgFlags(md.msgFlags() | Segments.ALLOWED);
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
