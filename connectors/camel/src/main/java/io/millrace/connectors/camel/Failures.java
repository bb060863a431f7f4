package io.millrace.connectors.camel;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import org.apache.camel.ExchangeTimedOutException;

import java.io.EOFException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Locale;
import java.util.Set;

import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** A converter of the exceptions of a component. Their texts do not contain the password. */
record Failures(ComponentSettings settings, Secrets secrets) {

    /**
     * Exceptions that clients throw after a lost connection. Their classes are not on the class
     * path.
     */
    private static final Set<String> ENDED =
            Set.of(
                    "ActiveMQDisconnectedException",
                    "ConnectionClosedException",
                    "FTPConnectionClosedException",
                    "MalformedServerReplyException",
                    "NoHttpResponseException");

    /** Exception of the Kafka client, which is not on the class path. */
    private static final String KAFKA_TIMEOUT = "org.apache.kafka.common.errors.TimeoutException";

    /**
     * Text in the error of a Kafka client without topic metadata, which therefore did not send the
     * record. The exception has a cause if a broker answered, for example that the topic is
     * unknown.
     */
    private static final String METADATA = "not present in metadata";

    /** Returns the exception for an endpoint that cannot be created or started. */
    MillraceException unusable(Throwable thrown, String label) {
        if (thrown instanceof MillraceException own) {
            return own;
        }
        return new MillraceException(
                ErrorCode.COMPONENT_FAILED,
                "%s: the component %s cannot use %s: %s"
                        .formatted(label, settings.scheme(), settings.shown(), reason(thrown)));
    }

    /** Returns the exception for a message that was not sent, or not answered. */
    MillraceException sending(Throwable thrown) {
        if (thrown instanceof MillraceException own) {
            return own;
        }
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            if (isUnreachable(t)) {
                return failed(
                        ErrorCode.SERVER_DOWN,
                        "the component %s cannot reach the server of %s: %s",
                        thrown);
            }
        }
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            if (isTimeout(t)) {
                return failed(
                        ErrorCode.NO_RESPONSE,
                        "the component %s received no answer in time from %s: %s",
                        thrown);
            }
            if (isEndOfConnection(t)) {
                return failed(
                        ErrorCode.NO_RESPONSE,
                        "the component %s lost the connection to %s before a complete answer: %s",
                        thrown);
            }
        }
        return failed(ErrorCode.COMPONENT_FAILED, "the component %s failed for %s: %s", thrown);
    }

    private MillraceException failed(ErrorCode code, String what, Throwable thrown) {
        return new MillraceException(
                code, what.formatted(settings.scheme(), settings.shown(), reason(thrown)));
    }

    /** Whether no connection was made, so the server cannot have received the message. */
    private static boolean isUnreachable(Throwable t) {
        return t instanceof ConnectException
                || t instanceof UnknownHostException
                || t instanceof NoRouteToHostException
                || t instanceof UnresolvedAddressException
                || t instanceof SSLHandshakeException
                || t instanceof SSLPeerUnverifiedException
                || t instanceof SSLException && contains(t, "unrecognized SSL message")
                || t instanceof SocketTimeoutException && contains(t, "connect timed out")
                || t.getClass().getSimpleName().endsWith("NotConnectedException")
                || t.getClass().getSimpleName().equals("ConnectTimeoutException")
                // The Artemis client received no answer when it opened the connection.
                || contains(t, "AMQ219013")
                || isKafkaTimeout(t) && contains(t, METADATA) && t.getCause() == null;
    }

    private static boolean isKafkaTimeout(Throwable t) {
        return t.getClass().getName().equals(KAFKA_TIMEOUT);
    }

    private static boolean isTimeout(Throwable t) {
        return t instanceof ExchangeTimedOutException
                || t instanceof InterruptedIOException
                || t.getClass().getSimpleName().endsWith("ConnectionTimedOutException")
                || isKafkaTimeout(t) && !contains(t, METADATA);
    }

    /** Whether the connection ended, so the server can have received the message. */
    private static boolean isEndOfConnection(Throwable t) {
        return t instanceof SocketException
                || t instanceof EOFException
                || t instanceof ClosedChannelException
                || t instanceof SSLException
                || ENDED.contains(t.getClass().getSimpleName());
    }

    private static boolean contains(Throwable t, String words) {
        return t.getMessage() != null
                && t.getMessage().toLowerCase(Locale.ROOT).contains(words.toLowerCase(Locale.ROOT));
    }

    /** Returns the messages of the exception and of the cause in one line. */
    String reason(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        String text = text(thrown);
        String cause = text(root);
        String both = text.contains(cause) ? text : text + ": " + cause;
        return secrets.masked(both.replaceAll("\\s+", " ").strip());
    }

    private static String text(Throwable t) {
        return t.getMessage() == null ? t.getClass().getSimpleName() : t.getMessage();
    }
}
