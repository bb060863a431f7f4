package io.millrace.engine.work;

import java.util.List;

/**
 * Ends units of work so that all their participants commit or none does, even if the process dies
 * in between. It writes down that a unit commits before the first participant is told to, unless
 * the unit has only one; and it ends what an earlier process left behind. Safe to use from several
 * threads.
 */
public interface Coordinator extends AutoCloseable {

    /** Begins what a unit needs here; belongs to the unit's thread. */
    Transaction begin();

    /**
     * Takes in a resource whose sessions may take part in units, so that what is left of them can
     * be ended. One that is down is asked again and again, until it can be ended or is let go.
     */
    void register(Recoverable resource);

    /** Lets a resource go: nobody has sessions of it any more. */
    void forget(Recoverable resource);

    /**
     * Ends what earlier processes left of their units in the resources that are registered and can
     * be reached, and waits for that. To be called before the flows begin that use them.
     */
    void recover();

    /** Units whose participants did not all end as they should: somebody has to look. */
    List<DamagedUnit> damaged();

    /** Strikes a unit of {@link #damaged} off the log; false where there is none of this name. */
    boolean forget(String unit);

    /** The name that is in the ids of all branches of this coordinator's units. */
    String node();

    @Override
    void close();

    /** What the coordinator holds of one unit. */
    interface Transaction {

        /**
         * Makes the work that a participant does from now on part of the unit.
         *
         * @throws io.millrace.engine.error.MillraceException with UNIT_OF_WORK_FAILED where the
         *     participant cannot take part
         */
        void join(Participant participant);

        /**
         * Commits all participants. What cannot be reached once that is decided is committed later.
         *
         * @throws io.millrace.engine.error.MillraceException with UNIT_OF_WORK_FAILED where all
         *     were rolled back, with UNIT_OF_WORK_DAMAGED where not all ended alike
         */
        void commit();

        /** Rolls all participants back; what cannot be reached rolls back by itself, or later. */
        void rollback();
    }
}
