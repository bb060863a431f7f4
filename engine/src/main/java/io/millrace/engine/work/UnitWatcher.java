package io.millrace.engine.work;

/**
 * Somebody who takes no part in a unit of work and has to know how it ends. Told by the thread of
 * the unit.
 */
public interface UnitWatcher {

    /**
     * The unit is about to be committed; throws where it must not be: then it is rolled back. Not
     * said of a unit in which nothing takes part.
     */
    void committing();

    /**
     * The unit has ended. Does not throw.
     *
     * @param committed false where it was rolled back, and where it is not known how it ended
     */
    void ended(boolean committed);
}
