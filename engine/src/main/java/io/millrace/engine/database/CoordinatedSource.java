package io.millrace.engine.database;

import io.millrace.engine.work.Recoverable;
import io.millrace.engine.work.UnitOfWork;

/**
 * A data source with sessions that can take part in coordinated units of work. Safe for use by
 * several threads.
 */
public interface CoordinatedSource extends Recoverable {

    /**
     * Opens a session for one thread. The session enlists itself in a unit of work before the first
     * operation. Only the end of the unit commits or rolls back the operations: the session's
     * methods {@code commit} and {@code rollback} fail.
     */
    DatabaseSession open(UnitOfWork unit);
}
