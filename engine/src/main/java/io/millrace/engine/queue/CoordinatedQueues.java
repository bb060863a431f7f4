package io.millrace.engine.queue;

import io.millrace.engine.work.Recoverable;
import io.millrace.engine.work.UnitOfWork;

/** A store whose sessions can take part in coordinated units. Safe to use from several threads. */
public interface CoordinatedQueues extends QueueStore, Recoverable {

    /**
     * Opens a session for one thread that enlists itself in a unit before it receives or puts
     * anything there, and whose work ends with that unit only.
     */
    QueueSession session(UnitOfWork unit);
}
