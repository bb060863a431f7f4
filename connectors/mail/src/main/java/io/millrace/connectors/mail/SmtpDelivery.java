package io.millrace.connectors.mail;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.ConnectFailures;
import io.millrace.engine.resource.Credentials;
import io.millrace.engine.resource.TlsFailures;

import jakarta.mail.Address;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;

import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.eclipse.angus.mail.smtp.SMTPTransport;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import javax.net.ssl.SSLException;

/** The delivery of an e-mail to a server over a separate connection. */
record SmtpDelivery(SmtpServer server, Session session) {

    /** Answer code of a server that is unavailable and closes the connection (RFC 5321). */
    private static final int NOT_AVAILABLE = 421;

    /** Maximum number of rejected addresses that a failure names. */
    private static final int MAX_NAMED = 3;

    /**
     * Sends an e-mail to all recipients or to none. Attempts to connect are repeated.
     *
     * @throws MillraceException with SERVER_DOWN if the e-mail was not sent, with EMAIL_REJECTED,
     *     or with NO_RESPONSE if the outcome is unknown
     */
    void send(MimeMessage email, Address[] recipients) {
        SMTPTransport transport = connected();
        try {
            transport.sendMessage(email, recipients);
        } catch (MessagingException e) {
            throw unsent(e, transport.getLastReturnCode());
        } finally {
            close(transport);
        }
    }

    private SMTPTransport connected() {
        for (int failures = 1; ; failures++) {
            SMTPTransport transport = new SMTPTransport(session, null);
            try {
                connect(transport);
                return transport;
            } catch (MessagingException e) {
                close(transport);
                MillraceException failure = unconnected(e);
                if (failure.code() != ErrorCode.SERVER_DOWN || !server.retry().pause(failures)) {
                    throw failure;
                }
            }
        }
    }

    private void connect(SMTPTransport transport) throws MessagingException {
        Credentials login = server.credentials();
        SmtpServer.Address address = server.address();
        if (login.user().isEmpty()) {
            transport.connect(address.host(), address.port(), null, null);
        } else {
            String password = login.password().reveal("the mail server " + server);
            transport.connect(address.host(), address.port(), login.user(), password);
            requireLogin(transport);
        }
    }

    /**
     * Checks that the server offers a login. Otherwise, Jakarta Mail would send without a login.
     */
    private void requireLogin(SMTPTransport transport) {
        if (!transport.supportsExtension("AUTH") && !transport.supportsExtension("AUTH=LOGIN")) {
            close(transport);
            throw new MillraceException(
                    ErrorCode.EMAIL_REJECTED,
                    """
                    the mail server %s offers no login (AUTH) for the user %s; remove the \
                    credentials, or use a port that offers a login, for example 587\
                    """
                            .formatted(server, server.credentials().user()));
        }
    }

    private static void close(SMTPTransport transport) {
        try {
            transport.close();
        } catch (MessagingException e) {
            // The e-mail has been sent, or another failure is reported.
        }
    }

    private MillraceException unconnected(MessagingException e) {
        if (e instanceof AuthenticationFailedException) {
            return new MillraceException(
                    ErrorCode.EMAIL_REJECTED,
                    "the mail server %s rejected the login of the user %s: %s"
                            .formatted(server, server.credentials().user(), answer(e)),
                    e);
        }
        if (TlsFailures.isPlainText(e)) {
            return new MillraceException(
                    ErrorCode.SERVER_DOWN,
                    """
                    the mail server %s answers without TLS; write smtp:// or use its port for \
                    smtps, for example 465\
                    """
                            .formatted(server),
                    e);
        }
        SSLException tls = cause(e, SSLException.class);
        if (tls != null) {
            return down(tlsReason(tls), e);
        }
        if (cause(e, SocketTimeoutException.class) != null) {
            return down(timeoutReason(e), e);
        }
        return down(e);
    }

    private String tlsReason(SSLException e) {
        Certificates own = server.tls();
        String setting =
                own == null
                        ? "tls with certificates whose trust is a"
                        : "as trust of the certificates " + own.name() + " a";
        return "TLS failed: "
                + TlsFailures.reason(
                        e,
                        URI.create(server.toString()),
                        own == null ? null : own.trust(),
                        setting);
    }

    private String timeoutReason(MessagingException e) {
        if (root(e).toLowerCase(Locale.ROOT).contains("connect")) {
            return "it did not accept the connection within %s s; check host and port and the firewalls, or increase connectTimeout"
                    .formatted(server.connectMillis() / 1e3);
        }
        String port =
                server.security() == SmtpServer.Security.TLS
                        ? "for smtps (465)"
                        : "for smtp (587 or 25; smtps:// for 465)";
        return "it accepted the connection but sent no answer within %s s (Read timed out); use its port %s, check the server, or increase timeout"
                .formatted(server.timeoutMillis() / 1e3, port);
    }

    private static <T extends Throwable> T cause(Throwable e, Class<T> type) {
        for (Throwable t = e; t != null; t = t.getCause()) {
            if (type.isInstance(t)) {
                return type.cast(t);
            }
        }
        return null;
    }

    private MillraceException down(String reason, MessagingException e) {
        return new MillraceException(
                ErrorCode.SERVER_DOWN,
                "the mail server %s cannot be reached: %s".formatted(server, reason),
                e);
    }

    private MillraceException down(MessagingException e) {
        String host = URI.create(server.toString()).getHost();
        return down(ConnectFailures.reason(e, host).orElseGet(() -> root(e)), e);
    }

    private MillraceException unsent(MessagingException e, int last) {
        List<MessagingException> answers = new ArrayList<>();
        boolean isBroken = false;
        int code = last;
        for (Exception next = e; next != null; ) {
            isBroken |= next instanceof IOException;
            int own = code(next);
            if (own > 0) {
                answers.add((MessagingException) next);
                code = own;
            }
            next = next instanceof MessagingException m ? m.getNextException() : null;
        }
        if (code == NOT_AVAILABLE) {
            return down(e);
        }
        if (isBroken || answers.isEmpty() && code < 400) {
            return new MillraceException(
                    ErrorCode.NO_RESPONSE,
                    "the mail server %s did not confirm the e-mail: %s".formatted(server, root(e)),
                    e);
        }
        String rejected =
                answers.isEmpty()
                        ? answer(e)
                        : answers.stream()
                                .limit(MAX_NAMED)
                                .map(SmtpDelivery::rejection)
                                .collect(Collectors.joining("; "));
        return new MillraceException(
                ErrorCode.EMAIL_REJECTED,
                "the mail server %s rejected the e-mail: %s".formatted(server, rejected),
                e);
    }

    /** Returns the code of the answer that caused an exception; 0 for none. */
    private static int code(Exception e) {
        return switch (e) {
            case SMTPAddressFailedException address -> address.getReturnCode();
            case SMTPSenderFailedException sender -> sender.getReturnCode();
            case SMTPSendFailedException send -> send.getReturnCode();
            default -> 0;
        };
    }

    private static String rejection(MessagingException e) {
        return e instanceof SMTPAddressFailedException address
                ? address.getAddress().getAddress() + ": " + answer(e)
                : answer(e);
    }

    private static String answer(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage().strip();
    }

    /** Returns the text of the first cause. */
    private static String root(MessagingException e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String text = root.getMessage();
        return text == null ? root.getClass().getSimpleName() : text.strip();
    }
}
