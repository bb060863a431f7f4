package io.millrace.engine.database;

import java.util.Objects;

/**
 * Definition of a data source.
 *
 * @param name name in flows and ESQL: {@code Database.NAME.TABLE}
 * @param url JDBC URL, for example {@code jdbc:h2:./data/stock} or {@code
 *     jdbc:postgresql://host/db}
 * @param user user name; empty for none
 * @param poolSize maximum number of open connections, at least 1
 */
public record DataSourceDefinition(
        String name, String url, String user, Secret password, int poolSize) {

    /** Pool size of a data source whose definition does not set it. */
    public static final int DEFAULT_POOL_SIZE = 16;

    public DataSourceDefinition {
        Objects.requireNonNull(user);
        Objects.requireNonNull(password);
        if (name.isBlank() || url.isBlank() || poolSize < 1) {
            throw new IllegalArgumentException(
                    """
                    the name and URL of a data source must not be empty, and its pool size must \
                    be at least 1: %s\
                    """
                            .formatted(name));
        }
    }
}
