package io.millrace.engine.resource;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.nio.file.Path;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import javax.net.ssl.SSLException;

/**
 * Explanations of TLS connection failures for operators. The JDK gives none, or describes only
 * protocol details.
 */
public final class TlsFailures {

    /** Messages of the JDK for a server that does not answer with TLS. */
    private static final Set<String> NO_RECORD =
            Set.of(
                    "Unsupported or unrecognized SSL message",
                    "Unrecognized SSL message, plaintext connection?");

    /**
     * Pattern of the JDK's message for a response that begins with a TLS alert instead of a status
     * line.
     */
    private static final Pattern ALERT =
            Pattern.compile("status line, receiving \\[(\\\\u0015|\u0015)(\\\\u0003|\u0003)");

    private TlsFailures() {}

    /** Whether a server answered a request of HTTP without TLS with an alert of TLS. */
    public static boolean isTls(Throwable failure) {
        return isCausedBy(failure, t -> ALERT.matcher("" + t.getMessage()).find());
    }

    /**
     * Whether a server answered the beginning of a TLS connection in plain text. No application
     * data was sent to the server.
     */
    public static boolean isPlainText(Throwable failure) {
        return isCausedBy(
                failure, t -> t instanceof SSLException && NO_RECORD.contains("" + t.getMessage()));
    }

    /** Whether the server's certificate does not contain the host name. */
    public static boolean isOtherHost(Throwable failure) {
        return isCausedBy(failure, TlsFailures::isOfOtherHost);
    }

    /**
     * Returns the reason why a client cannot use TLS with a server, and what to do.
     *
     * @param trust file with the authorities that the client trusts; null for the authorities of
     *     the JDK
     * @param option name of the option or setting with this file
     */
    public static String reason(
            Throwable failure, URI server, @Nullable Path trust, String option) {
        String host = server.getHost();
        if (isPlainText(failure)) {
            return "the server answers without TLS; write http:// or use its port for TLS";
        }
        if (isCausedBy(failure, TlsFailures::isExpired)) {
            return "its certificate has expired; replace it on the server";
        }
        if (isCausedBy(failure, CertificateNotYetValidException.class::isInstance)) {
            return "its certificate is not yet valid; check the clocks of both machines";
        }
        if (isCausedBy(failure, TlsFailures::isUntrusted)) {
            return "its certificate is not issued by an authority %s; specify %s FILE with the certificate of its authority"
                    .formatted(trust == null ? "of the JDK" : "in " + trust, option);
        }
        if (isOtherHost(failure)) {
            return "its certificate is not for the host %s; use a host name of the certificate in the URL, or replace the certificate on the server"
                    .formatted(host);
        }
        return failure.getMessage() + "; check the TLS settings of the server";
    }

    private static boolean isExpired(Throwable t) {
        return t instanceof CertificateExpiredException
                || t instanceof CertPathValidatorException path
                        && path.getReason() == BasicReason.EXPIRED;
    }

    private static boolean isUntrusted(Throwable t) {
        return t instanceof CertPathBuilderException || t instanceof CertPathValidatorException;
    }

    /** Whether the JDK reports that the names of a certificate do not contain the host. */
    private static boolean isOfOtherHost(Throwable t) {
        String text = ("" + t.getMessage()).toLowerCase(Locale.ROOT);
        return t instanceof CertificateException
                && (text.startsWith("no subject alternative")
                        || text.startsWith("no name matching"));
    }

    private static boolean isCausedBy(Throwable failure, Predicate<Throwable> kind) {
        for (@Nullable Throwable t = failure; t != null; t = t.getCause()) {
            if (kind.test(t)) {
                return true;
            }
        }
        return false;
    }
}
