package io.millrace.connectors.mail;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;

import org.subethamail.smtp.MessageContext;
import org.subethamail.smtp.MessageHandler;
import org.subethamail.smtp.RejectException;
import org.subethamail.smtp.auth.EasyAuthenticationHandlerFactory;
import org.subethamail.smtp.auth.LoginFailedException;
import org.subethamail.smtp.server.SMTPServer;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/**
 * An SMTP server that keeps e-mails. It rejects the recipient {@code unknown@...} (550) and ends
 * the session for the recipient {@code later@...} (421).
 */
final class MailServer implements AutoCloseable {

    static final String USER = "shop";

    /** An e-mail with its envelope. */
    record Received(String sender, List<String> recipients, byte[] content) {

        MimeMessage message() {
            try {
                return new MimeMessage(
                        Session.getInstance(new Properties()), new ByteArrayInputStream(content));
            } catch (MessagingException e) {
                throw new IllegalStateException(e);
            }
        }

        String text() {
            return new String(content, StandardCharsets.ISO_8859_1);
        }
    }

    final List<Received> received = new CopyOnWriteArrayList<>();
    private final SMTPServer server;

    /** Starts a server without TLS and passwords. */
    MailServer() {
        this(builder -> builder);
    }

    MailServer(UnaryOperator<SMTPServer.Builder> settings) {
        server =
                settings.apply(
                                SMTPServer.port(0)
                                        .bindAddress(InetAddress.getLoopbackAddress())
                                        .messageHandlerFactory(Handler::new))
                        .build();
        server.start();
    }

    /** Starts a server that requires a user and password. */
    static MailServer withPassword(String password, UnaryOperator<SMTPServer.Builder> settings) {
        return new MailServer(
                builder ->
                        settings.apply(builder)
                                .requireAuth()
                                .authenticationHandlerFactory(
                                        new EasyAuthenticationHandlerFactory(
                                                (user, given, context) -> {
                                                    if (!user.equals(USER)
                                                            || !given.equals(password)) {
                                                        throw new LoginFailedException();
                                                    }
                                                })));
    }

    int port() {
        return server.getPortAllocated();
    }

    @Override
    public void close() {
        server.stop();
    }

    private final class Handler implements MessageHandler {

        private final Set<String> unknown = Set.of("unknown@example.org");
        private final List<String> recipients = new ArrayList<>();
        private String sender;

        Handler(MessageContext context) {}

        @Override
        public void from(String from) {
            sender = from;
        }

        @Override
        public void recipient(String recipient) throws RejectException {
            if (unknown.contains(recipient)) {
                throw new RejectException(550, "5.1.1 no such user");
            }
            if (recipient.startsWith("later@")) {
                throw new RejectException(421, "4.3.2 shutting down");
            }
            recipients.add(recipient);
        }

        @Override
        public String data(InputStream data) throws IOException {
            received.add(new Received(sender, List.copyOf(recipients), data.readAllBytes()));
            return null;
        }

        @Override
        public void done() {}
    }
}
