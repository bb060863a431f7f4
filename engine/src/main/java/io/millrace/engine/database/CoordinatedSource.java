package io.millrace.engine.database;

import io.millrace.engine.work.Recoverable;
import io.millrace.engine.work.UnitOfWork;

/**
 * A data source whose sessions can take part in coordinated units. Safe to use from several
 * threads.
 */
public interface CoordinatedSource extends Recoverable {

    /**
     * Opens a session for one thread that enlists itself in a unit before it does anything there,
     * and whose work ends with that unit only: its own {@code commit} and {@code rollback} throw.
     */
    DatabaseSession open(UnitOfWork unit);
}
