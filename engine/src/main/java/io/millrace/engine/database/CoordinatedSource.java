package io.millrace.engine.database;

import io.millrace.engine.work.Recoverable;
import io.millrace.engine.work.UnitOfWork;

/**
 * A data source whose sessions can take part in coordinated units. Safe for use by several threads.
 */
public interface CoordinatedSource extends Recoverable {

    /**
     * Opens a session for one thread. The session enlists itself in a unit before its first
     * operation, and its work ends only with that unit. Its methods {@code commit} and {@code
     * rollback} fail.
     */
    DatabaseSession open(UnitOfWork unit);
}
