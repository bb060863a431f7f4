package io.millrace.engine.queue;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.work.Participant;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.function.Predicate;

/**
 * The session of one thread on the queues. It is a {@link Participant}: messages received and put
 * in the unit take effect at {@link #commit}, or not at all. Methods throw {@link
 * io.millrace.engine.error.MillraceException}s with a code 5xxx.
 */
public interface QueueSession extends Participant, AutoCloseable {

    /** Opens a queue for reading. Fails with UNKNOWN_QUEUE. */
    QueueReader reader(String queue);

    /**
     * Takes the first message of a queue that a filter accepts, without waiting. The message
     * becomes part of the unit. All other messages stay available to this method in other sessions
     * of the process. The time of a call is proportional to the number of messages before the
     * accepted one.
     *
     * @param filter condition; it must not call the session
     * @return null if no message is accepted
     */
    default @Nullable QueueMessage take(String queue, Predicate<QueueMessage> filter) {
        try (QueueReader reader = reader(queue)) {
            return reader.receive(filter);
        }
    }

    /**
     * Takes the first message of a queue with an index whose indexed identifier has a value. The
     * message becomes part of the unit. The time of a call, and the arrival of a message, do not
     * depend on the depth of the queue and on the number of sessions that wait for other
     * identifiers. The backout count of the message is counted as for {@link QueueReader#receive}.
     *
     * @param id identifier of {@link MessageIds#LENGTH} bytes, as described by the index of the
     *     queue
     * @param filter condition on MsgId, CorrelId and GroupId; other fields are not set. It must not
     *     call the session
     * @param timeoutMillis maximum time to wait; 0 for no wait. An interrupt ends the wait and
     *     stays set
     * @return null after the timeout
     * @throws io.millrace.engine.error.MillraceException with BAD_VALUE if the queue has no index
     */
    @Nullable QueueMessage take(String queue, Bytes id, Predicate<Mqmd> filter, long timeoutMillis);

    /**
     * Puts a message. The store replaces a MsgId that is all zero, and the persistence and priority
     * "as queue".
     *
     * @param inUnit true if the put takes effect at the commit of this session; false if it takes
     *     effect immediately, whatever the outcome of the unit is
     * @return descriptor of the message on the queue
     * @throws io.millrace.engine.error.MillraceException with UNKNOWN_QUEUE, QUEUE_FULL,
     *     MESSAGE_TOO_LARGE ...
     */
    Mqmd put(String queue, QueueMessage message, boolean inUnit);

    /**
     * Puts a copy of a message on each of several queues, like successive calls of {@link #put}. If
     * the message has no MsgId, each copy gets a different one. A store can store one message for
     * all copies.
     *
     * @param inUnit as for {@link #put}
     */
    default void putToEach(Collection<String> queues, QueueMessage message, boolean inUnit) {
        for (String queue : queues) {
            put(queue, message, inUnit);
        }
    }

    /**
     * Publishes a message to the topic subscribers of the store (JMS, MQTT and AMQP clients).
     *
     * @param topic levels separated by {@code /}, without wildcards
     * @param inUnit as for {@link #put}
     */
    void publish(String topic, QueueMessage message, boolean inUnit);

    /**
     * Announces that the unit will be rolled back for a reason that is independent of its messages,
     * for example a full queue. Their backout counts must not be incremented.
     */
    default void keepBackoutCounts() {}

    /** Returns the maximum number of messages that a unit gets and puts. */
    int maxUncommittedMessages();

    /** Whether the unit contains less than half of its maximum number of messages. */
    default boolean hasRoom() {
        return true;
    }

    @Override
    default Kind kind() {
        return Kind.QUEUE;
    }

    @Override
    default String label() {
        return "queues";
    }

    /** Rolls back an open unit and returns all prefetched messages to their queues. */
    @Override
    void close();
}
