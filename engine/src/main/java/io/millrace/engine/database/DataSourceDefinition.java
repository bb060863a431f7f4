package io.millrace.engine.database;

import java.util.Objects;

/**
 * A data source as the configuration declares it.
 *
 * @param name what flows and ESQL call it: {@code Database.NAME.TABLE}
 * @param url a JDBC URL, for example {@code jdbc:h2:./data/stock} or {@code
 *     jdbc:postgresql://host/db}
 * @param user empty for none
 * @param poolSize connections that may be open at a time, at least 1
 */
public record DataSourceDefinition(
        String name, String url, String user, Secret password, int poolSize) {

    /** Connections for a data source that does not say how many. */
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
