package io.millrace.engine.queue;

/** A queue opened for reading by a {@link QueueSession}; belongs to its thread. */
public interface QueueReader extends AutoCloseable {

    /**
     * The next message, which becomes part of the session's unit.
     *
     * <p>Its descriptor's backout count tells how often a unit was rolled back in which this reader
     * had received this message and no other. A unit of several messages blames none of them: who
     * runs such units tries the messages one by one after a rollback.
     *
     * @param timeoutMillis how long to wait; 0 not to wait
     * @return null when none came in time, or when the wait was ended by {@link #wake}
     */
    QueueMessage receive(long timeoutMillis);

    /**
     * As {@link #receive} without waiting, for one who would take a further message into the unit
     * only where that costs nothing: gives a message that has come to this reader already. Where it
     * gives null, there may be some on the queue.
     */
    default QueueMessage receiveReady() {
        return receive(0);
    }

    /**
     * From now on a message that a process may have died with is given alone: {@link #receive}
     * gives null, at once, where such a message is next and the unit holds others of this reader,
     * or where the unit holds such a message. A store that does not outlive its process has none.
     */
    default void keepSuspectsApart() {}

    /**
     * Takes the messages that this reader received out of the unit: they are gone from the queue
     * now, whatever becomes of the unit. Must be called before anything else was done in the unit.
     */
    void acceptNow();

    /**
     * Rolls the session's unit back, without blame: what this reader received in it was not tried,
     * so that its backout count stays.
     */
    void giveBack();

    /**
     * Ends a wait in {@link #receive}, now or the next one; the only method that other threads may
     * call.
     */
    void wake();

    @Override
    void close();
}
