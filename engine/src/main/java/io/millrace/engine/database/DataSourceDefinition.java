package io.millrace.engine.database;

import java.util.Objects;

/**
 * Definition of a data source.
 *
 * @param name name in flows and ESQL: {@code Database.NAME.TABLE}
 * @param url JDBC URL, for example {@code jdbc:h2:./data/stock} or {@code
 *     jdbc:postgresql://host/db}
 * @param user empty for none
 * @param poolSize maximum number of open connections, at least 1
 */
public record DataSourceDefinition(
        String name, String url, String user, Secret password, int poolSize) {

    /** Pool size of a data source that does not define one. */
    public static final int DEFAULT_POOL_SIZE = 16;

    public DataSourceDefinition {
        Objects.requireNonNull(user);
        Objects.requireNonNull(password);
        if (name.isBlank() || url.isBlank() || poolSize < 1) {
            throw new IllegalArgumentException(
                    "a data source needs a name, a URL and a pool of at least 1: " + name);
        }
    }
}
