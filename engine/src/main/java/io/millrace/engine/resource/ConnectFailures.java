package io.millrace.engine.resource;

import org.jspecify.annotations.Nullable;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Optional;

/**
 * A formatter of failed attempts to connect to a server. Libraries report only classes or hosts.
 */
public final class ConnectFailures {

    private ConnectFailures() {}

    /**
     * Returns the reason of a failed attempt and, after a semicolon, the action; empty if the
     * failure has another reason.
     *
     * @param host host in the URL of the server
     */
    public static Optional<String> reason(Throwable failure, @Nullable String host) {
        for (@Nullable Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof UnknownHostException || t instanceof UnresolvedAddressException) {
                return Optional.of(unknown(host));
            }
        }
        for (@Nullable Throwable t = failure; t != null; t = t.getCause()) {
            String reason = reason(t);
            if (!reason.isEmpty()) {
                return Optional.of(reason);
            }
        }
        return Optional.empty();
    }

    /** Returns the reason and the action for a host that has no address. */
    public static String unknown(@Nullable String host) {
        return "the host %s is unknown; correct the URL, or check the name server".formatted(host);
    }

    private static String reason(Throwable failure) {
        return switch (failure) {
            case ConnectException _ ->
                    "connection refused; start it, or correct host and port of the URL";
            case NoRouteToHostException _ ->
                    "no route to the host; check the host of the URL, the network and the"
                            + " firewalls";
            case SocketTimeoutException _, HttpTimeoutException _ ->
                    "no answer in time; check host and port of the URL, and the firewalls";
            default -> "";
        };
    }
}
