package io.millrace.engine.resource;

import org.jspecify.annotations.Nullable;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server that this process connects to.
 *
 * @param url URL of the server, for example {@code tcp://host:61616}
 * @param credentials user and password for the connection
 * @param tls certificates for the connection; {@link Certificates#NONE} for an explicit choice of
 *     plain text; null if nothing was chosen
 * @param timeoutMillis time after which a call without an answer fails
 * @param connectMillis time after which an attempt to connect fails
 * @param poolSize maximum number of idle connections that are kept for further calls
 * @param retry further attempts to connect
 * @param proxy HTTP proxy through which the server is reached; null if there is none
 */
public record Endpoint(
        String url,
        Credentials credentials,
        @Nullable Certificates tls,
        long timeoutMillis,
        long connectMillis,
        int poolSize,
        Retry retry,
        @Nullable Endpoint proxy) {

    public static final long DEFAULT_TIMEOUT_MILLIS = 30_000;
    public static final long DEFAULT_CONNECT_MILLIS = 10_000;
    public static final int DEFAULT_POOL_SIZE = 16;

    private static final int MAX_PORT = 65_535;
    private static final Pattern PORT = Pattern.compile("://[^/?#]*:(\\d+)(?:[/?#]|$)");

    public Endpoint {
        Objects.requireNonNull(credentials);
        Objects.requireNonNull(retry);
        if (url.isBlank()) {
            throw new IllegalArgumentException("the URL of an endpoint must not be empty");
        }
        if (timeoutMillis < 1) {
            throw new IllegalArgumentException(
                    "timeoutMillis must be 1 or more (found " + timeoutMillis + ")");
        }
    }

    /** Creates an endpoint without TLS, with the default timeout and without retries. */
    public Endpoint(String url, Credentials credentials) {
        this(url, credentials, null, DEFAULT_TIMEOUT_MILLIS, Retry.NONE);
    }

    /** Creates an endpoint with the default time to connect and number of idle connections. */
    public Endpoint(
            String url,
            Credentials credentials,
            @Nullable Certificates tls,
            long timeoutMillis,
            Retry retry) {
        this(
                url,
                credentials,
                tls,
                timeoutMillis,
                DEFAULT_CONNECT_MILLIS,
                DEFAULT_POOL_SIZE,
                retry,
                null);
    }

    public Endpoint withCredentials(Credentials value) {
        return new Endpoint(url, value, tls, timeoutMillis, connectMillis, poolSize, retry, proxy);
    }

    public Endpoint withTls(@Nullable Certificates value) {
        return new Endpoint(
                url, credentials, value, timeoutMillis, connectMillis, poolSize, retry, proxy);
    }

    public Endpoint withProxy(@Nullable Endpoint value) {
        return new Endpoint(
                url, credentials, tls, timeoutMillis, connectMillis, poolSize, retry, value);
    }

    /** Whether the port of a URL is 1 to 65535, or the URL has no port. */
    public static boolean hasValidPort(String url) {
        Matcher port = PORT.matcher(url);
        return !port.find()
                || port.group(1).length() <= 9
                        && Integer.parseInt(port.group(1)) >= 1
                        && Integer.parseInt(port.group(1)) <= MAX_PORT;
    }

    /** Whether a URL has the form of an HTTP proxy: {@code http://host:port}. */
    public static boolean isProxyUrl(String url) {
        return url.matches("http://[^/?#@\\s]+:\\d+/?");
    }

    /** Returns the URL for output. Asterisks replace passwords. */
    @Override
    public String toString() {
        return String.valueOf(Secret.masked(url));
    }
}
