package io.millrace.engine.database;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.setting.LimitUse;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The named data sources of a broker. Safe for use by several threads. */
public interface DataSources extends AutoCloseable {

    /** Empty set of data sources. */
    DataSources NONE =
            new DataSources() {
                @Override
                public Collection<String> names() {
                    return Set.of();
                }

                @Override
                public DatabaseSession open(String name) {
                    throw new MillraceException(
                            ErrorCode.UNKNOWN_DATA_SOURCE,
                            "unknown data source "
                                    + name
                                    + "; add it below dataSources in application.yaml or"
                                    + " broker.yaml");
                }

                @Override
                public void close() {}
            };

    Collection<String> names();

    /**
     * Opens a connection for a flow instance. The connection belongs to one thread until it is
     * closed.
     *
     * @throws MillraceException with UNKNOWN_DATA_SOURCE or DATABASE_DOWN
     */
    DatabaseSession open(String name);

    /**
     * Returns the data source for coordinated units; empty if the data source does not support them
     * or does not exist.
     */
    default Optional<CoordinatedSource> coordinated(String name) {
        return Optional.empty();
    }

    /** Returns the number of connections of a data source that are in use. */
    default long inUse(String name) {
        return 0;
    }

    /** Returns the current use of each connection pool. */
    default List<LimitUse> limits() {
        return List.of();
    }

    @Override
    void close();
}
