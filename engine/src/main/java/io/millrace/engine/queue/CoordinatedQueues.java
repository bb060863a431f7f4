package io.millrace.engine.queue;

import io.millrace.engine.work.Recoverable;
import io.millrace.engine.work.UnitOfWork;
import io.millrace.engine.work.UnresolvedUnits;

import java.util.Optional;

/** A store whose sessions can take part in coordinated units. Safe to use from several threads. */
public interface CoordinatedQueues extends QueueStore, Recoverable {

    /**
     * Opens a session for one thread that enlists itself in a unit before it receives or puts
     * anything there, and whose work ends with that unit only.
     */
    QueueSession session(UnitOfWork unit);

    /** Has other processes of the same user ask about unresolved units through these queues. */
    void answer(UnresolvedUnits units);

    /** What the process answers that runs these queues; empty where it is this one, or none. */
    Optional<UnresolvedUnits> unresolved();
}
