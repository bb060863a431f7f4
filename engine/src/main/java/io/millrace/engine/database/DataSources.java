package io.millrace.engine.database;

import java.util.Collection;
import java.util.Optional;

/** The named data sources of a broker. Safe for use by several threads. */
public interface DataSources extends AutoCloseable {

    Collection<String> names();

    /**
     * Opens a connection for a flow instance. It belongs to one thread until it is closed.
     *
     * @throws io.millrace.engine.error.MillraceException with UNKNOWN_DATA_SOURCE or DATABASE_DOWN
     */
    DatabaseSession open(String name);

    /**
     * Returns the data source for coordinated units; empty if it does not support them or does not
     * exist.
     */
    default Optional<CoordinatedSource> coordinated(String name) {
        return Optional.empty();
    }

    @Override
    void close();
}
