package io.millrace.engine.work;

/**
 * A resource that takes part in a unit of work. Only the thread of the unit uses the participant.
 */
public interface Participant {

    /**
     * Order in which resources commit without a coordinator: databases first, then queues (WMQI:
     * "transaction support").
     */
    enum Kind {
        DATABASE,
        QUEUE
    }

    Kind kind();

    /** Returns the name of the participant in messages, for example {@code data source STOCK}. */
    String label();

    /** Commits the work of the unit. If the commit fails, the work is rolled back. */
    void commit();

    /** Rolls back the work of the unit. Does nothing if the work was already rolled back. */
    void rollback();

    /**
     * Announces that the unit will be rolled back for a reason that is independent of its messages,
     * for example an unavailable database. Their backout counts must not be incremented.
     */
    default void keepBackoutCounts() {}

    /**
     * Announces to a participant of a coordinated unit that the unit will be committed. If this
     * method throws an exception, the unit is rolled back.
     */
    default void committing() {}

    /**
     * Announces to a participant of a coordinated unit that the unit will be rolled back. Not
     * called after a failed commit. Must not throw exceptions.
     */
    default void rollingBack() {}

    /**
     * Reports the outcome of the unit to a participant of a coordinated unit, which is not
     * committed or rolled back directly. Must not throw exceptions.
     */
    default void ended(boolean committed) {}
}
