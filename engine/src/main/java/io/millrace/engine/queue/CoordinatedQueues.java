package io.millrace.engine.queue;

import io.millrace.engine.work.Recoverable;
import io.millrace.engine.work.UnitOfWork;
import io.millrace.engine.work.UnresolvedUnits;

import java.util.Optional;

/**
 * A store with sessions that can take part in coordinated units of work. Safe for use by several
 * threads.
 */
public interface CoordinatedQueues extends QueueStore, Recoverable {

    /**
     * Opens a session for one thread. The session enlists itself in a unit before it receives or
     * puts a message in the unit. Only the end of the unit commits or rolls back the session's
     * work.
     */
    QueueSession session(UnitOfWork unit);

    /**
     * Makes the unresolved units available to other processes of the same user through these
     * queues.
     *
     * @return the units for this process; changes by this process are written to the audit log of
     *     the queues, if they have one
     */
    UnresolvedUnits answer(UnresolvedUnits units);

    /**
     * Returns the unresolved units of the process that runs these queues; empty if these queues run
     * in this process or no process runs them.
     */
    Optional<UnresolvedUnits> unresolved();
}
