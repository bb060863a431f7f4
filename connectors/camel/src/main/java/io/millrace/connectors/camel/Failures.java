package io.millrace.connectors.camel;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import org.apache.camel.ExchangeTimedOutException;

import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;

import javax.net.ssl.SSLException;

/** A converter of the exceptions of a component. Their texts do not contain the password. */
record Failures(ComponentSettings settings, Secrets secrets) {

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
        ErrorCode code = ErrorCode.COMPONENT_FAILED;
        String what = "the component %s failed for %s: %s";
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            if (isUnreachable(t)) {
                code = ErrorCode.SERVER_DOWN;
                what = "the component %s cannot reach the server of %s: %s";
            } else if (isTimeout(t) && code != ErrorCode.SERVER_DOWN) {
                code = ErrorCode.NO_RESPONSE;
                what = "the component %s received no answer in time from %s: %s";
            }
        }
        return new MillraceException(
                code, what.formatted(settings.scheme(), settings.shown(), reason(thrown)));
    }

    private static boolean isUnreachable(Throwable t) {
        return t instanceof ConnectException
                || t instanceof UnknownHostException
                || t instanceof NoRouteToHostException
                || t instanceof UnresolvedAddressException
                || t instanceof SSLException
                // The Artemis client has exceptions of its own.
                || t.getClass().getSimpleName().endsWith("NotConnectedException");
    }

    private static boolean isTimeout(Throwable t) {
        return t instanceof ExchangeTimedOutException || t instanceof InterruptedIOException;
    }

    /** Returns the texts of the exception and of its cause, on one line. */
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
