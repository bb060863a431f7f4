package io.millrace.connectors.http;

import io.helidon.common.buffers.DataReader;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.TlsFailures;

import java.io.EOFException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Path;

import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * The failure of a request, with the reason and the recommended action.
 *
 * @param method method of the request
 * @param server URL of the request
 * @param shown URL of the request without secrets
 * @param client client that sent the request
 * @param timeoutMillis maximum time without data from the server
 */
record CallFailure(
        String method, URI server, String shown, ServerClient client, long timeoutMillis) {

    private static final String HANDSHAKE = "Failed to execute SSL handshake";

    /** Returns the failure of a request before the beginning of the response. */
    MillraceException unanswered(RuntimeException thrown) {
        if (thrown instanceof MillraceException own) {
            return own;
        }
        if (isHandshake(thrown)) {
            return unsent("TLS with the server of %s%s failed: %s", tls(thrown), thrown);
        }
        if (isUnsent(thrown)) {
            return unsent("the server of %s cannot be reached%s: %s", unreachable(thrown), thrown);
        }
        String place = shown + client.way();
        if (find(thrown, SocketTimeoutException.class) != null) {
            return failed(
                    "the server of %s did not answer the request %s within %s s; check the server, or increase timeout"
                            .formatted(place, method, seconds(timeoutMillis)),
                    thrown);
        }
        if (isEnd(thrown)) {
            String hint =
                    "https".equals(server.getScheme())
                            ? "check the log of the server"
                            : "write https:// if its port requires TLS, otherwise check its log";
            return failed(
                    "the server of %s ended the connection without an answer to the request %s; %s"
                            .formatted(place, method, hint),
                    thrown);
        }
        if (find(thrown, SocketException.class) != null) {
            return failed(
                    "the connection to the server of %s failed during the request %s: %s; check the log of the server"
                            .formatted(place, method, why(thrown)),
                    thrown);
        }
        return failed(
                "the server of %s answered the request %s with bytes that are not a valid response of HTTP: %s; check that the URL has the port of an HTTP server%s"
                        .formatted(
                                place,
                                method,
                                why(thrown),
                                "https".equals(server.getScheme())
                                        ? ""
                                        : " (https:// if it requires TLS)"),
                thrown);
    }

    /** Returns the failure of a request after an incomplete response. */
    MillraceException incomplete(Exception thrown) {
        if (thrown instanceof MillraceException own) {
            return own;
        }
        String response =
                "the response of %s%s to the request %s".formatted(shown, client.way(), method);
        if (find(thrown, SocketTimeoutException.class) != null) {
            return failed(
                    "%s is incomplete: the server sent no data for %s s; check the server, or increase timeout"
                            .formatted(response, seconds(timeoutMillis)),
                    thrown);
        }
        if (isEnd(thrown)) {
            return failed(
                    response
                            + " is incomplete: the server ended the connection before the end of"
                            + " the body; check the log of the server",
                    thrown);
        }
        if (find(thrown, SocketException.class) != null) {
            return failed(
                    "%s is incomplete: %s; check the log of the server"
                            .formatted(response, why(thrown)),
                    thrown);
        }
        return failed(
                "%s has an invalid body: %s; the server must be corrected"
                        .formatted(response, why(thrown)),
                thrown);
    }

    private MillraceException unsent(String text, String reason, Throwable cause) {
        return new MillraceException(
                ErrorCode.SERVER_DOWN, text.formatted(shown, client.way(), reason), cause);
    }

    private static MillraceException failed(String text, Throwable cause) {
        return new MillraceException(ErrorCode.NO_RESPONSE, text, cause);
    }

    private String tls(Throwable thrown) {
        if (find(thrown, SocketTimeoutException.class) != null) {
            return "the server did not answer the handshake in time; use its port for TLS, or"
                    + " http://";
        }
        if (find(thrown, EOFException.class) != null) {
            return "the server ended the connection during the handshake; use its port for TLS, or"
                    + " check its log";
        }
        Certificates tls = client.tls();
        Path trust = tls == null ? null : tls.trust();
        String setting =
                tls == null
                        ? "an endpoint with tls, whose trust is a"
                        : "as trust of the certificates " + tls.name() + " a";
        Throwable handshake = find(thrown, SSLException.class);
        return TlsFailures.reason(handshake == null ? thrown : handshake, server, trust, setting);
    }

    private String unreachable(Throwable thrown) {
        if (find(thrown, UnknownHostException.class) != null
                || find(thrown, UnresolvedAddressException.class) != null
                || has(thrown, "Failed to get address for host")) {
            return "the host %s is unknown; correct the URL, or the name server"
                    .formatted(server.getHost());
        }
        if (find(thrown, SocketTimeoutException.class) != null) {
            return "it did not accept the connection in time; check host and port of the URL and"
                    + " the firewalls, or increase connectTimeout";
        }
        if (find(thrown, ConnectException.class) != null) {
            return why(thrown)
                    + (client.proxy() == null
                            ? "; start the server, or correct host and port of the URL"
                            : "; start the proxy, or correct the URL of its endpoint");
        }
        return why(thrown) + (client.proxy() == null ? "" : "; check the proxy and its log");
    }

    private static String seconds(long millis) {
        return BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString();
    }

    private static String why(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    }

    /** Whether the connection was closed in the middle of a response. */
    private static boolean isEnd(Throwable thrown) {
        return find(thrown, DataReader.InsufficientDataAvailableException.class) != null
                || find(thrown, EOFException.class) != null;
    }

    private static boolean isHandshake(Throwable thrown) {
        return TlsFailures.isPlainText(thrown)
                || find(thrown, SSLHandshakeException.class) != null
                || find(thrown, SSLPeerUnverifiedException.class) != null
                || thrown instanceof UncheckedIOException && has(thrown, HANDSHAKE);
    }

    /** Whether a failure means that the request was not sent. */
    private static boolean isUnsent(Throwable thrown) {
        return find(thrown, ConnectException.class) != null
                || find(thrown, UnknownHostException.class) != null
                || find(thrown, NoRouteToHostException.class) != null
                || find(thrown, UnresolvedAddressException.class) != null
                || has(thrown, "Failed to get address for host")
                // The proxy has answered CONNECT with an error.
                || has(thrown, "Proxy sent wrong HTTP response code")
                || has(thrown, "Connect timed out")
                || has(thrown, "connect timed out");
    }

    private static boolean has(Throwable thrown, String begin) {
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            if (String.valueOf(t.getMessage()).startsWith(begin)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the first cause with a type; null if there is none. */
    private static <T extends Throwable> T find(Throwable thrown, Class<T> type) {
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            if (type.isInstance(t)) {
                return type.cast(t);
            }
        }
        return null;
    }

    /** Whether a request failed because the timeout has passed. */
    static boolean isTimeout(MillraceException failure) {
        return failure.code() == ErrorCode.NO_RESPONSE
                && find(failure, SocketTimeoutException.class) != null;
    }
}
