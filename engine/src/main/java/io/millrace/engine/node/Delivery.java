package io.millrace.engine.node;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;

/** A message that an input node has received and that is not settled yet. */
public interface Delivery {

    /**
     * Whether the message is in the instance's unit of work, so that it comes again when that is
     * rolled back.
     */
    boolean transactional();

    /**
     * Whether it was taken in the unit. One that was, without being transactional, is a guest, as
     * that is cheaper than to take it at once: where the unit is rolled back, for whatever reason,
     * the message comes again by itself, and then is in no unit.
     */
    default boolean inUnit() {
        return transactional();
    }

    /** How often the message was backed out before; 0 for sources that do not count. */
    int backoutCount();

    /** From which backout count on the message is not tried again; at least 1. */
    int backoutThreshold();

    /** Bytes of the message, for statistics. */
    int size();

    /** The descriptor that the message was received with; null where it has none. */
    default Mqmd descriptor() {
        return null;
    }

    /**
     * Makes the trees, anew each time it is called. May throw: then the message takes the failure
     * path.
     */
    MessageAssembly assemble();

    /**
     * The trees as far as they can be made of a message that {@link #assemble} could not read: its
     * body as a BLOB.
     */
    MessageAssembly assembleRaw();

    /**
     * Moves the message, within the unit, to where messages go that cannot be processed: the
     * backout queue, else the dead-letter queue.
     *
     * @return where it went, for the log
     * @throws MillraceException where it could be put nowhere: the unit is then rolled back and
     *     tried again later
     */
    String backOut(MillraceException reason);

    /**
     * The unit that held the message has ended.
     *
     * @param committed false where it was rolled back, so that a transactional message will come
     *     again
     */
    default void ended(boolean committed) {}
}
