package io.millrace.engine.work;

/** An observer that does not take part in the unit of work. Called by the thread of the unit. */
public interface UnitWatcher {

    /**
     * Announces a commit. The participants can still do work in the unit. If this method throws an
     * exception, the unit is rolled back. Not called for a unit without participants.
     */
    void committing();

    /**
     * Reports the end of the unit. Must not throw exceptions.
     *
     * @param committed whether the unit was committed; false after a rollback and if the outcome is
     *     unknown
     */
    void ended(boolean committed);
}
