package io.millrace.engine.database;

import io.millrace.engine.resource.Credentials;
import io.millrace.engine.resource.Retry;
import io.millrace.engine.resource.Secret;

import java.util.Objects;

/**
 * Definition of a data source.
 *
 * @param name name in flows and ESQL: {@code Database.NAME.TABLE}
 * @param url JDBC URL, for example {@code jdbc:h2:./data/stock} or {@code
 *     jdbc:postgresql://host/db}
 * @param credentials user and password; the user is empty if the connection needs no login
 * @param poolSize maximum number of open connections, at least 1
 * @param connectMillis time after which an attempt to connect fails
 * @param retry further attempts to connect
 */
public record DataSourceDefinition(
        String name,
        String url,
        Credentials credentials,
        int poolSize,
        long connectMillis,
        Retry retry) {

    /** Default pool size. */
    public static final int DEFAULT_POOL_SIZE = 16;

    public static final long DEFAULT_CONNECT_MILLIS = 10_000;

    public DataSourceDefinition {
        Objects.requireNonNull(credentials);
        Objects.requireNonNull(retry);
        if (name.isBlank()) {
            throw new IllegalArgumentException("the name of a data source must not be empty");
        }
        if (url.isBlank()) {
            throw new IllegalArgumentException(
                    "the URL of data source " + name + " must not be empty");
        }
        if (poolSize < 1) {
            throw new IllegalArgumentException(
                    "poolSize must be 1 or more (found " + poolSize + ")");
        }
        if (connectMillis < 1) {
            throw new IllegalArgumentException(
                    "connectMillis must be 1 or more (found " + connectMillis + ")");
        }
    }

    /** Creates a definition with the default timeout and without retries. */
    public DataSourceDefinition(
            String name, String url, String user, Secret password, int poolSize) {
        this(
                name,
                url,
                new Credentials(user, password),
                poolSize,
                DEFAULT_CONNECT_MILLIS,
                Retry.NONE);
    }

    /** Returns the user name; empty if the connection needs no login. */
    public String user() {
        return credentials.user();
    }

    public Secret password() {
        return credentials.password();
    }
}
