package io.millrace.engine.work;

/** A resource that takes part in a unit of work. Only the thread of the unit uses it. */
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

    /** Commits the work of the unit. If this fails, the work is rolled back. */
    void commit();

    /** Rolls back the work of the unit. Does nothing if it was rolled back already. */
    void rollback();

    /**
     * Announces that the unit will be rolled back for a reason outside its messages, for example an
     * unavailable database. Their backout counts must not grow.
     */
    default void keepBackoutCounts() {}

    /**
     * Announces to a participant of a coordinated unit that it will be committed. If this throws an
     * exception, the unit is rolled back.
     */
    default void committing() {}

    /**
     * Announces to a participant of a coordinated unit that it will be rolled back. Not called
     * after a failed commit. Must not throw.
     */
    default void rollingBack() {}

    /**
     * Reports the outcome of the unit to a participant of a coordinated unit, which does not commit
     * or roll back by itself. Must not throw.
     */
    default void ended(boolean committed) {}
}
