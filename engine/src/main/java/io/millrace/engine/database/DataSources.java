package io.millrace.engine.database;

import java.util.Collection;
import java.util.Optional;

/** The named data sources of a broker. Safe to use from several threads. */
public interface DataSources extends AutoCloseable {

    Collection<String> names();

    /**
     * Takes a connection for a flow instance; belongs to one thread until closed.
     *
     * @throws io.millrace.engine.error.MillraceException with UNKNOWN_DATA_SOURCE or DATABASE_DOWN
     */
    DatabaseSession open(String name);

    /**
     * The data source as it takes part in coordinated units; empty where it cannot, or where there
     * is none of this name.
     */
    default Optional<CoordinatedSource> coordinated(String name) {
        return Optional.empty();
    }

    @Override
    void close();
}
