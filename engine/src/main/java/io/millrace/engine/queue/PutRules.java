package io.millrace.engine.queue;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.message.Mqmd;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;

/** Rules that every store applies to a message that is put. */
public final class PutRules {

    /** Priority of a message for which no priority is set, as in JMS. */
    public static final int DEFAULT_PRIORITY = 4;

    /** Unit of the expiry of an MQMD. */
    private static final long MILLIS_OF_EXPIRY = 100;

    private PutRules() {}

    /**
     * Returns the descriptor of the message on the queue. Missing identifier, persistence, priority
     * and put time (in milliseconds) are set. Data about the queue from which the message was read
     * is removed.
     */
    public static Mqmd settle(Mqmd given, boolean persistentByDefault, Instant now) {
        Mqmd settled = given.copy().backoutCount(0).sourceQueue("");
        if (MessageIds.isNone(given.msgId())) {
            settled.msgId(MessageIds.next());
        }
        if (given.persistence() == Mqmd.PERSISTENCE_AS_QUEUE) {
            settled.persistence(persistentByDefault ? Mqmd.PERSISTENCE_YES : Mqmd.PERSISTENCE_NO);
        }
        if (given.priority() == Mqmd.PRIORITY_AS_QUEUE) {
            settled.priority(DEFAULT_PRIORITY);
        }
        Instant time = given.putTime().equals(Instant.EPOCH) ? now : given.putTime();
        return settled.putTime(time.truncatedTo(ChronoUnit.MILLIS));
    }

    /**
     * Returns the descriptor of a message on a queue like {@link #settle(Mqmd, boolean, Instant)},
     * with the default priority and the maximum expiry of the queue.
     */
    public static Mqmd settle(Mqmd given, QueueDefinition queue, Instant now) {
        QueueRules rules = queue.rules();
        Mqmd settled = settle(given, queue.persistentByDefault(), now);
        if (given.priority() == Mqmd.PRIORITY_AS_QUEUE) {
            settled.priority(rules.priority());
        }
        long cap = rules.expiryCapMillis() / MILLIS_OF_EXPIRY;
        if (cap > 0 && (settled.expiry() < 0 || settled.expiry() > cap)) {
            settled.expiry((int) Math.min(cap, Integer.MAX_VALUE));
        }
        return settled;
    }

    /**
     * Checks the rules of a queue for a message that is put.
     *
     * @throws MillraceException with PUT_INHIBITED or MESSAGE_TOO_LARGE
     */
    public static void check(QueueDefinition queue, int messageBytes) {
        QueueRules rules = queue.rules();
        if (rules.inhibitPut()) {
            throw putInhibited(queue.name());
        }
        if (rules.maxMessageBytes() > 0 && messageBytes > rules.maxMessageBytes()) {
            throw tooLarge(queue.name(), messageBytes, "maxMessageBytes", rules.maxMessageBytes());
        }
    }

    /** Returns the exception for a put on a queue whose puts are inhibited. */
    public static MillraceException putInhibited(String queue) {
        return new MillraceException(
                ErrorCode.PUT_INHIBITED,
                "puts to queue %s are inhibited; wait, or set its attribute inhibitPut to false"
                        .formatted(queue),
                Insert.of(queue));
    }

    /** Returns the exception for a second reader of a queue that is not shareable. */
    public static MillraceException notShareable(String queue) {
        return new MillraceException(
                ErrorCode.QUEUE_IN_USE,
                """
                queue %s has a reader and is not shareable; close the other reader, or set its \
                attribute shareable to true\
                """
                        .formatted(queue),
                Insert.of(queue));
    }

    /** Throws QUEUE_IN_USE if a definition permits fewer readers than the queue has. */
    public static void checkReaders(QueueDefinition next, int readers) {
        if (readers > 1 && !next.rules().shareable()) {
            throw new MillraceException(
                    ErrorCode.QUEUE_IN_USE,
                    """
                    queue %s has %d readers, but shareable=false permits one; stop or undeploy \
                    flows that read it, or close other readers, then repeat the change\
                    """
                            .formatted(next.name(), readers),
                    Insert.of(next.name()));
        }
    }

    /** Throws MESSAGE_TOO_LARGE if the message exceeds the limit. */
    public static void checkSize(String queue, QueueMessage message, int maxMessageBytes) {
        int length = message.body().length();
        if (length > maxMessageBytes) {
            throw tooLarge(queue, length, "messageBytes", maxMessageBytes);
        }
    }

    private static MillraceException tooLarge(String queue, int length, String limit, int maximum) {
        return new MillraceException(
                ErrorCode.MESSAGE_TOO_LARGE,
                "a message of %d bytes for queue %s is larger than the limit %s of %d bytes"
                        .formatted(length, queue, limit, maximum),
                Insert.of(queue),
                Insert.of(length),
                Insert.of(maximum));
    }

    public static MillraceException unknownQueue(String queue, Collection<String> queues) {
        String hint =
                QueueName.isValid(queue)
                        ? Problems.didYouMean(queue, queues)
                        : QueueName.describe(queue);
        String text =
                "unknown queue "
                        + queue
                        + (hint.isEmpty()
                                ? "; define the queue, or correct its name"
                                : "; " + hint);
        return new MillraceException(ErrorCode.UNKNOWN_QUEUE, text, Insert.of(queue));
    }

    /** Returns the exception for a queue with an index whose messages occupy too much memory. */
    public static MillraceException memoryFull(String queue) {
        return new MillraceException(
                ErrorCode.QUEUE_FULL,
                "queue "
                        + queue
                        + " is full: its messages stay in memory, because it has an index, and"
                        + " have reached their share of the heap; get messages from it, or"
                        + " increase the heap (-Xmx)",
                Insert.of(queue),
                Insert.of(0));
    }

    /** Returns the exception for a get by identifier from a queue without an index. */
    public static MillraceException noIndex(String queue) {
        return new MillraceException(
                ErrorCode.BAD_VALUE,
                "queue " + queue + " has no index; set index in the definition of the queue",
                Insert.of(queue));
    }

    /**
     * Returns the exception for a unit that puts more messages on a queue than its maximum depth.
     */
    public static MillraceException unitTooLarge(String queue, long maxDepth) {
        return new MillraceException(
                ErrorCode.UNIT_TOO_LARGE,
                "a unit of work puts more messages to queue "
                        + queue
                        + " than its maximum of "
                        + maxDepth,
                Insert.of(queue),
                Insert.of(maxDepth));
    }

    /**
     * Returns the exception for a queue without room.
     *
     * @param queue name of the queue; empty if the store does not report it
     * @param maxDepth maximum depth; 0 if unknown
     */
    public static MillraceException queueFull(String queue, long maxDepth) {
        String maximum = maxDepth == 0 ? "is reached" : "is " + maxDepth;
        return new MillraceException(
                ErrorCode.QUEUE_FULL,
                (queue.isEmpty() ? "a queue of the unit of work" : "queue " + queue)
                        + " is full: its maximum number of messages (maxDepth) "
                        + maximum
                        + "; get messages from it, or increase maxDepth",
                Insert.of(queue),
                Insert.of(maxDepth));
    }
}
