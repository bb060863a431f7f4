package io.millrace.connectors.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ProblemsException;
import io.millrace.testing.TestCertificates;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.subethamail.smtp.server.SMTPServer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

import javax.net.ssl.SSLContext;

/** Connections to mail servers: TLS, passwords, and servers that fail or reject. */
@Timeout(300)
class EmailFaultsTest {

    private static final String ADDRESSES = "from: shop@example.org, to: a@example.org";
    private static final String PASSWORD = System.getenv("HOME");

    @TempDir static Path certificates;

    @TempDir Path folder;

    private MailFlow flow;

    @BeforeAll
    static void make() throws Exception {
        TestCertificates.make(certificates, "server");
        TestCertificates.make(certificates, "stranger");
    }

    @BeforeEach
    void start() {
        flow = new MailFlow(folder);
    }

    @AfterEach
    void stop() {
        flow.close();
    }

    /** Sends an e-mail through an endpoint and returns the result. */
    private String sent(String url, String endpoint) {
        flow.deploy(
                "BLOB",
                "endpoint: mail, " + ADDRESSES,
                "",
                """
                endpoints:
                  mail: {url: "%s", timeout: 1, connectTimeout: 1%s}
                credentials:
                  own: {user: shop, passwordEnv: HOME}
                  wrong: {user: shop, passwordEnv: PATH}
                certificates:
                  server: {trust: DIR/server.pem}
                  stranger: {trust: DIR/stranger.pem}
                """
                        .formatted(url, endpoint)
                        .replace("DIR", certificates.toString()));
        return flow.send("text");
    }

    private static SSLContext context() {
        try {
            return TestCertificates.context(certificates, "server", "server");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static SMTPServer.Builder withStartTls(SMTPServer.Builder builder) {
        return builder.enableTLS().requireTLS().startTlsSocketFactory(context());
    }

    @Test
    void startTlsProtectsThePassword() {
        try (MailServer server = MailServer.withPassword(PASSWORD, EmailFaultsTest::withStartTls)) {
            String url = "smtp://localhost:" + server.port();
            assertThat(sent(url, ", tls: server, credentials: own")).startsWith("sent");
            assertThat(server.received).hasSize(1);
            assertThat(sent(url, ", tls: stranger, credentials: own"))
                    .startsWith("4032 the mail server " + url + " cannot be reached: ")
                    .contains("certif");
            assertThat(sent(url, ", credentials: own")).as("plain text").startsWith("40");
            assertThat(server.received).hasSize(1);
        }
    }

    @Test
    void theNameInTheCertificateMustBeThatOfTheServer() {
        try (MailServer server = new MailServer(EmailFaultsTest::withStartTls)) {
            assertThat(sent("smtp://127.0.0.2:" + server.port(), ", tls: server"))
                    .startsWith("4032 the mail server smtp://127.0.0.2:");
            assertThat(sent("smtp://127.0.0.1:" + server.port(), ", tls: server"))
                    .startsWith("sent");
        }
    }

    @Test
    void aServerWithoutStartTlsReceivesNothing() {
        try (MailServer server = MailServer.withPassword(PASSWORD, UnaryOperator.identity())) {
            String url = "smtp://localhost:" + server.port();
            assertThat(sent(url, ", tls: server, credentials: own"))
                    .isEqualTo(
                            "4032 the mail server "
                                    + url
                                    + " cannot be reached: STARTTLS is required but host does not"
                                    + " support STARTTLS");
            assertThat(sent(url, ", credentials: own")).startsWith("sent");
        }
    }

    @Test
    void smtpsUsesTlsFromTheBeginning() {
        try (MailServer server =
                MailServer.withPassword(PASSWORD, b -> b.serverSocketFactory(context()))) {
            String url = "smtps://localhost:" + server.port();
            assertThat(sent(url, ", tls: server, credentials: own")).startsWith("sent localhost:");
            assertThat(sent(url, ", tls: stranger, credentials: own")).startsWith("4032 ");
            assertThat(sent(url, ", credentials: own")).startsWith("4032 ");
            assertThat(server.received).hasSize(1);
        }
    }

    @Test
    void aWrongPasswordIsRejected() {
        try (MailServer server = MailServer.withPassword(PASSWORD, UnaryOperator.identity())) {
            String url = "smtp://127.0.0.1:" + server.port();
            assertThat(sent(url, ", credentials: wrong"))
                    .startsWith(
                            "4045 the mail server "
                                    + url
                                    + " rejected the login of the user shop: 535 ")
                    .doesNotContain(System.getenv("PATH"));
            assertThat(sent(url, "")).startsWith("4045 ").contains("530 ");
            assertThat(server.received).isEmpty();
        }
    }

    @Test
    void aServerWithoutALoginReceivesNothing() {
        try (MailServer server = new MailServer()) {
            String url = "smtp://127.0.0.1:" + server.port();
            assertThat(sent(url, ", credentials: own"))
                    .isEqualTo(
                            "4045 the mail server "
                                    + url
                                    + " offers no login (AUTH) for the user shop; remove the"
                                    + " credentials, or use a port that offers a login, for example"
                                    + " 587");
            assertThat(server.received).isEmpty();
        }
    }

    @Test
    void aServerThatAnswersInPlainTextIsNamed() {
        try (MailServer server = new MailServer()) {
            String url = "smtps://127.0.0.1:" + server.port();
            assertThat(sent(url, ""))
                    .isEqualTo(
                            "4032 the mail server "
                                    + url
                                    + " answers without TLS; write smtp:// or use its port for"
                                    + " smtps, for example 465");
        }
    }

    @Test
    void credentialsOfAnEndpointAreNotSentToAnotherServer() {
        try (MailServer own = MailServer.withPassword(PASSWORD, UnaryOperator.identity());
                MailServer other = MailServer.withPassword(PASSWORD, UnaryOperator.identity())) {
            String settings =
                    """
                    endpoints:
                      mail: {url: "smtp://127.0.0.1:%d", credentials: own}
                      other: {url: "smtp://127.0.0.1:%d", credentials: own}
                    credentials: {own: {user: shop, passwordEnv: HOME}}
                    """
                            .formatted(own.port(), other.port());
            String server = "SET OutputLocalEnvironment.Destination.Email.SMTPServer = '%s';\n";
            String properties = "endpoint: mail, " + ADDRESSES;
            String address = server.formatted("127.0.0.1:" + other.port());
            flow.deploy("BLOB", properties, address, settings);
            assertThat(flow.send("text")).startsWith("4045 ");
            flow.deploy(
                    "BLOB",
                    properties,
                    address
                            + "SET OutputLocalEnvironment.Destination.Email.SecurityIdentity ="
                            + " 'own';",
                    settings);
            assertThat(flow.send("text")).startsWith("sent 127.0.0.1:" + other.port());
            flow.deploy("BLOB", properties, server.formatted("other"), settings);
            assertThat(flow.send("text")).startsWith("sent 127.0.0.1:" + other.port());
            flow.deploy("BLOB", properties, server.formatted("127.0.0.1:" + own.port()), settings);
            assertThat(flow.send("text")).startsWith("sent 127.0.0.1:" + own.port());
            assertThat(other.received).hasSize(2);
        }
    }

    @Test
    void aRejectedRecipientPreventsTheEmailToAll() {
        try (MailServer server = new MailServer()) {
            flow.deploy(
                    "BLOB",
                    "server: \"127.0.0.1:%d\", from: shop@example.org, to: a@example.org, cc: unknown@example.org"
                            .formatted(server.port()),
                    "",
                    "");
            assertThat(flow.send("text"))
                    .isEqualTo(
                            "4045 the mail server smtp://127.0.0.1:%d rejected the e-mail: unknown@example.org: 550 5.1.1 no such user"
                                    .formatted(server.port()));
            assertThat(server.received).isEmpty();
        }
    }

    @Test
    void aServerThatIsNotAvailableCanAcceptTheEmailLater() {
        try (MailServer server = new MailServer()) {
            flow.deploy(
                    "BLOB",
                    "server: \"127.0.0.1:%d\", from: shop@example.org, to: later@example.org"
                            .formatted(server.port()),
                    "",
                    "");
            assertThat(flow.send("text")).startsWith("4032 ").contains("421 4.3.2 shutting down");
        }
    }

    @Test
    void anUnreachableServerTakesTheFailurePath() throws IOException {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        assertThat(sent("smtp://127.0.0.1:" + port, ""))
                .isEqualTo(
                        "4032 the mail server smtp://127.0.0.1:"
                                + port
                                + " cannot be reached: connection refused; start it, or correct"
                                + " host and port of the URL");
        assertThat(sent("smtp://host.invalid", ", tls: none"))
                .startsWith("4032 ")
                .endsWith(
                        "the host host.invalid is unknown; correct the URL, or check the name"
                                + " server");
    }

    @Test
    void connectionsAreRepeatedAsTheEndpointSpecifies() throws IOException {
        try (Talk server = new Talk(3, List.of())) {
            assertThat(
                            sent(
                                    server.url(),
                                    ", retry: {attempts: 3, firstDelay: 0.01, maxDelay: 0.01}"))
                    .startsWith("4032 ");
            assertThat(server.connections).isEqualTo(3);
        }
    }

    @Test
    void aHalfOpenConnectionIsUnreachable() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            assertThat(sent("smtp://127.0.0.1:" + silent.getLocalPort(), ""))
                    .startsWith("4032 ")
                    .contains(
                            "cannot be reached: it accepted the connection but sent no answer"
                                + " within 1.0 s (Read timed out); use its port for smtp (587 or"
                                + " 25; smtps:// for 465), check the server, or increase timeout");
        }
    }

    private static final List<String> ACCEPTING =
            List.of("220 here", "250 here", "250 sender", "250 recipient", "354 go on");

    @Test
    void theOutcomeIsUnknownWithoutAnAnswerToTheContent() throws IOException {
        try (Talk server = new Talk(1, ACCEPTING)) {
            assertThat(sent(server.url(), ""))
                    .startsWith(
                            "4033 the mail server "
                                    + server.url()
                                    + " did not confirm the e-mail: ");
        }
        try (Talk server = new Talk(1, ACCEPTING).silent()) {
            assertThat(sent(server.url(), "")).startsWith("4033 ").contains("Read timed out");
        }
    }

    @Test
    void theAnswersOfAServerAreLimited() throws IOException {
        String line = "250-" + "x".repeat(1_000) + "\r\n";
        try (Talk server = new Talk(1, List.of("220 here", line.repeat(2_000) + "250 end"))) {
            assertThat(sent(server.url(), ""))
                    .startsWith("4032 ")
                    .contains("the responses from the server exceed 1048576 bytes");
        }
    }

    @Test
    void anEndpointOfAnotherKindPreventsTheDeployment() {
        assertThatThrownBy(() -> sent("http://127.0.0.1", ""))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining(
                        "the URL of the endpoint mail must begin with smtp:// or smtps:// (found"
                                + " http://127.0.0.1)");
    }

    @Test
    void anEmailRemainsAfterARollbackAndIsSentAgain() {
        try (MailServer server = new MailServer()) {
            flow.deploy(
                    "BLOB",
                    "server: \"127.0.0.1:%d\", %s".formatted(server.port(), ADDRESSES),
                    "",
                    "queues: {OUT: {maxDepth: 1}, IN: {}, BAD: {}}\n");
            assertThat(flow.send("text")).startsWith("sent");
            flow.broker.put("OUT", "full");
            flow.broker.put("IN", "text");
            while (server.received.size() < 3) {
                Thread.onSpinWait();
            }
            assertThat(flow.broker.get("OUT", Duration.ZERO)).isPresent();
            assertThat(flow.broker.get("OUT", Duration.ofMinutes(2))).isPresent();
        }
    }

    /** A server that answers each line with the next answer, and then closes the connection. */
    private static final class Talk implements AutoCloseable {

        private final ServerSocket server =
                new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        private final List<String> answers;
        private volatile int connections;
        private volatile boolean isSilent;

        Talk(int expected, List<String> answers) throws IOException {
            this.answers = answers;
            Thread.ofVirtual().start(() -> serve(expected));
        }

        /** Keeps the connection open after the last answer. */
        Talk silent() {
            isSilent = true;
            return this;
        }

        String url() {
            return "smtp://127.0.0.1:" + server.getLocalPort();
        }

        private void serve(int expected) {
            while (connections < expected) {
                try (Socket socket = server.accept()) {
                    connections++;
                    talk(socket);
                } catch (IOException e) {
                    // The client has closed the connection.
                }
            }
        }

        private void talk(Socket socket) throws IOException {
            BufferedReader in =
                    new BufferedReader(
                            new InputStreamReader(
                                    socket.getInputStream(), StandardCharsets.ISO_8859_1));
            OutputStream out = socket.getOutputStream();
            for (String answer : answers) {
                out.write((answer + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
                out.flush();
                in.readLine();
            }
            while (isSilent && in.readLine() != null) {
                // No answer.
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
