package io.millrace.engine.queue;

import io.millrace.engine.message.Mqmd;
import io.millrace.engine.work.Participant;

import java.util.Collection;

/**
 * One thread's work on queues. It is a {@link Participant}: messages received and put within the
 * unit take effect at {@link #commit}, or not at all. Methods throw {@link
 * io.millrace.engine.error.MillraceException} with a code of area 5xxx.
 */
public interface QueueSession extends Participant, AutoCloseable {

    /** Opens a queue for reading. Throws UNKNOWN_QUEUE. */
    QueueReader reader(String queue);

    /**
     * Puts a message. An all-zero MsgId is filled by the store; persistence and priority "as queue"
     * are settled.
     *
     * @param inUnit true: takes effect when this session's unit commits; false: at once, whatever
     *     becomes of the unit
     * @return the descriptor as the message has it on the queue
     * @throws io.millrace.engine.error.MillraceException with UNKNOWN_QUEUE, QUEUE_FULL,
     *     MESSAGE_TOO_LARGE ...
     */
    Mqmd put(String queue, QueueMessage message, boolean inUnit);

    /**
     * Puts a copy of a message to each of several queues, as {@link #put} would one after the
     * other: each copy has a MsgId of its own where the message has none. A store may keep one
     * message for all.
     *
     * @param inUnit as for {@link #put}
     */
    default void putToEach(Collection<String> queues, QueueMessage message, boolean inUnit) {
        for (String queue : queues) {
            put(queue, message, inUnit);
        }
    }

    /**
     * Gives a message to the topic's subscribers that the store itself has (JMS, MQTT, AMQP
     * clients), if any.
     *
     * @param topic levels separated by {@code /}, without wildcards
     * @param inUnit as for {@link #put}
     */
    void publish(String topic, QueueMessage message, boolean inUnit);

    /**
     * The unit is about to be rolled back for a reason that its messages are not to blame for, such
     * as a full queue: their backout counts stay.
     */
    default void forgive() {}

    /** Whether the unit holds less than half of the messages that one may hold. */
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

    /** Rolls an open unit back and gives back all that its readers had prefetched. */
    @Override
    void close();
}
