package io.millrace.engine.work;

/** A resource that takes part in a unit of work. Used by the thread of the unit only. */
public interface Participant {

    /**
     * When resources commit without a coordinator: databases first, then queues (WMQI: "transaction
     * support").
     */
    enum Kind {
        DATABASE,
        QUEUE
    }

    Kind kind();

    /** How the participant is called in messages, for example {@code data source STOCK}. */
    String label();

    /** Makes the work of the unit lasting; when it throws, the work is undone. */
    void commit();

    /** Undoes the work of the unit; does not throw for work that is undone already. */
    void rollback();

    /**
     * The unit is about to be rolled back for a reason that its messages are not to blame for, such
     * as a database that is away.
     */
    default void forgive() {}

    /**
     * Tells a participant of a coordinated unit that it is about to be committed; throws where it
     * must not be: then it is rolled back.
     */
    default void committing() {}

    /**
     * Tells a participant of a coordinated unit that it is about to be rolled back; not said where
     * a commit failed. Does not throw.
     */
    default void rollingBack() {}

    /**
     * Tells a participant of a coordinated unit, which nobody else commits or rolls back, how the
     * unit ended. Does not throw.
     */
    default void ended(boolean committed) {}
}
