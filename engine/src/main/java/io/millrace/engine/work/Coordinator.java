package io.millrace.engine.work;

import java.util.List;

/**
 * A transaction coordinator, which ends units of work so that either all participants commit or
 * none does, even if the process ends abnormally. The coordinator logs the decision to commit
 * before the first participant commits, unless the unit has only one participant. It also ends
 * unfinished units of an earlier process. Safe for use by several threads.
 */
public interface Coordinator extends AutoCloseable {

    /** Begins the transaction of a unit. The transaction belongs to the thread of the unit. */
    Transaction begin();

    /**
     * Registers a resource with sessions that take part in units, so that prepared branches of the
     * resource can be ended. A resource that cannot be reached is retried until its branches have
     * ended or it is removed.
     */
    void register(Recoverable resource);

    /** Removes a resource that no session uses any more. */
    void forget(Recoverable resource);

    /**
     * Ends the units of earlier processes in the registered resources that can be reached, and
     * waits for the result. Must be called before the flows that use the resources start.
     */
    void recover();

    /**
     * Returns the units with participants that ended differently. They require manual inspection.
     */
    List<DamagedUnit> damaged();

    /**
     * Deletes a damaged unit (see {@link #damaged}) from the log. Returns false if the unit does
     * not exist.
     */
    boolean forget(String unit);

    /** Returns the name that is part of the identifiers of all branches of this coordinator. */
    String node();

    @Override
    void close();

    /** Transaction of one unit in the coordinator. */
    interface Transaction {

        /**
         * Adds the subsequent work of a participant to the unit.
         *
         * @throws io.millrace.engine.error.MillraceException with UNIT_OF_WORK_FAILED if the
         *     participant cannot take part
         */
        void join(Participant participant);

        /**
         * Commits all participants. After the decision, participants that cannot be reached are
         * committed later.
         *
         * @throws io.millrace.engine.error.MillraceException with UNIT_OF_WORK_FAILED if all
         *     participants were rolled back; with UNIT_OF_WORK_DAMAGED if they ended differently
         */
        void commit();

        /**
         * Rolls back all participants. Participants that cannot be reached roll back later or
         * without the coordinator.
         */
        void rollback();
    }
}
