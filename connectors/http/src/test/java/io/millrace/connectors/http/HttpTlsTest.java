package io.millrace.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

import io.millrace.engine.error.ProblemsException;
import io.millrace.flows.Application;
import io.millrace.testing.TestCertificates;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.atomic.AtomicInteger;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

@Timeout(300)
class HttpTlsTest {

    @TempDir static Path certificates;

    @TempDir Path folder;

    private final HttpBroker http = new HttpBroker();

    @BeforeAll
    static void make() throws Exception {
        for (String name : new String[] {"server", "partner", "stranger"}) {
            TestCertificates.make(certificates, name);
        }
    }

    @AfterEach
    void stop() {
        http.close();
    }

    /** Replaces the certificate and key that the listener and the client read. */
    private void renew(String name) throws IOException {
        for (String kind : new String[] {"pem", "key"}) {
            Path file = folder.resolve("current." + kind);
            Files.copy(
                    certificates.resolve(name + "." + kind),
                    file,
                    StandardCopyOption.REPLACE_EXISTING);
            Files.setLastModifiedTime(file, FileTime.fromMillis(++renewals * 10_000));
        }
    }

    private int renewals;

    @Test
    void renewedCertificatesApplyToTheNextConnection() throws Exception {
        renew("partner");
        String current = folder.resolve("current").toString();
        deploy(
                "server",
                """
                listeners: {partners: {port: %d, tls: own}}
                certificates: {own: {certificate: CURRENT.pem, key: CURRENT.key}}
                """
                        .formatted(http.port)
                        .replace("CURRENT", current),
                SERVER.formatted("none"),
                IDENTITY);
        assertThatThrownBy(() -> get(null)).isInstanceOf(IOException.class);
        String trusting = "poolSize: 0, tls: current";
        assertThat(requested(trusting)).isEqualTo(" ");
        renew("server");
        assertThat(get(null)).isEqualTo("200  ");
        http.put("IN", "order");
        assertThat(http.take("OUT")).isEqualTo(" ");
    }

    private static final String SERVER =
            """
            flow: server
            nodes:
              in:    {type: HTTPInput, path: /in, listener: partners, authentication: %s}
              do:    {type: Compute, module: Do, computeMode: destinationAndMessage}
              reply: {type: HTTPReply}
            connections: {in.out: do, do.out: reply}
            """;

    private static final String IDENTITY =
            HttpBroker.module(
                    "Do",
                    """
                    DECLARE text CHARACTER InputRoot.Properties.IdentitySourceType || ' '
                      || InputRoot.Properties.IdentitySourceIssuedBy;
                    SET OutputRoot.BLOB.BLOB = CAST(text AS BLOB CCSID 1208);
                    """);

    private void deploy(String application, String settings, String flow, String esql)
            throws IOException {
        Path home = Files.createDirectories(folder.resolve(application));
        String text = settings.replace("DIR", certificates.toString());
        Files.writeString(home.resolve("application.yaml"), text);
        Files.writeString(home.resolve("main.flow.yaml"), flow);
        Files.writeString(home.resolve("main.esql"), esql);
        http.broker.deploy(Application.load(home));
    }

    private void deployServer(String authentication, String clientAuth) throws IOException {
        deploy(
                "server",
                """
                listeners:
                  partners: {port: %d, tls: own, clientAuth: %s}
                certificates:
                  own: {certificate: DIR/server.pem, key: DIR/server.key, trust: DIR/partner.pem}
                """
                        .formatted(http.port, clientAuth),
                SERVER.formatted(authentication),
                IDENTITY);
    }

    private String get(String key) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("https://localhost:" + http.port + "/in"))
                        .timeout(HttpBroker.LONG)
                        .build();
        try (HttpClient client =
                HttpClient.newBuilder()
                        .sslContext(TestCertificates.context(certificates, key, "server"))
                        .version(HttpClient.Version.HTTP_1_1)
                        .build()) {
            var response = client.send(request, BodyHandlers.ofString());
            return response.statusCode() + " " + response.body();
        }
    }

    @Test
    void theCertificateOfAClientFillsTheIdentity() throws Exception {
        deployServer("certificate", "optional");
        assertThat(get("partner")).isEqualTo("200 X.509 CN=partner");
        assertThat(get(null)).isEqualTo("401 ");
    }

    @Test
    void clientsWithoutATrustedCertificateCannotConnect() throws Exception {
        deployServer("none", "required");
        assertThat(get("partner")).startsWith("200");
        assertThatThrownBy(() -> get("stranger")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> get(null)).isInstanceOf(IOException.class);
    }

    @Test
    void authenticationByCertificateRequiresClientAuth() {
        assertThatThrownBy(() -> deployServer("certificate", "none"))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining(
                        "certificates of clients require tls and clientAuth, which the listener"
                                + " partners does not have");
    }

    @Test
    void aKeyFileWithoutAKeyIsReported() throws IOException {
        Path key = Files.writeString(folder.resolve("server.key"), "not a key");
        assertThatThrownBy(
                        () ->
                                deploy(
                                        "server",
                                        """
                                        listeners: {partners: {port: %d, tls: own}}
                                        certificates: {own: {certificate: %s, key: %s}}
                                        """
                                                .formatted(
                                                        http.port,
                                                        certificates.resolve("server.pem"),
                                                        key),
                                        SERVER.formatted("none"),
                                        IDENTITY))
                .hasMessageContaining(key + " must contain a PEM private key (found no PEM text)");
    }

    @Test
    void aRequestIsNotRepeatedIfItsConnectionIsDamagedAfterIt() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        SSLContext context = TestCertificates.context(certificates, "server", "partner");
        try (ServerSocket server = new ServerSocket(http.port, 5, null)) {
            Thread.ofVirtual().start(() -> breakConnections(server, context, requests));
            String endpoint = "tls: partner, retry: {attempts: 3}";
            assertThat(requested(endpoint)).isEqualTo("order");
        }
        assertThat(requests).hasValue(1);
    }

    /** Reads the beginning of each request and answers without TLS. */
    private static void breakConnections(
            ServerSocket server, SSLContext context, AtomicInteger requests) {
        while (true) {
            try (Socket plain = server.accept()) {
                SSLSocket socket =
                        (SSLSocket)
                                context.getSocketFactory()
                                        .createSocket(plain, "localhost", 0, false);
                socket.setUseClientMode(false);
                if (socket.getInputStream().read() >= 0) {
                    requests.incrementAndGet();
                    plain.getOutputStream().write(new byte[100]);
                }
            } catch (IOException closed) {
                if (server.isClosed()) {
                    return;
                }
            }
        }
    }

    private String requested(String endpoint) throws IOException {
        deploy(
                "client",
                """
                endpoints:
                  server: {url: "https://localhost:%d", %s}
                certificates:
                  partner: {certificate: DIR/partner.pem, key: DIR/partner.key, trust: DIR/server.pem}
                  wrong: {trust: DIR/stranger.pem}
                  current: {trust: CURRENT.pem}
                """
                        .formatted(http.port, endpoint)
                        .replace("CURRENT", folder.resolve("current").toString()),
                """
                flow: client
                nodes:
                  in:      {type: MQInput, queue: IN, backoutQueue: BAD}
                  request: {type: HTTPRequest, endpoint: server, url: /in, method: GET}
                  out:     {type: MQOutput, queue: OUT}
                  failed:  {type: MQOutput, queue: OUT}
                connections: {in.out: request, request.out: out, request.failure: failed}
                """,
                "");
        http.put("IN", "order");
        return http.take("OUT");
    }

    @Test
    void aRequestPresentsTheCertificateOfItsEndpoint() throws IOException {
        deployServer("certificate", "required");
        assertThat(requested("tls: partner")).isEqualTo("X.509 CN=partner");
    }

    @Test
    void aServerThatIsNotTrustedTakesTheFailurePath() throws IOException {
        deployServer("none", "none");
        assertThat(requested("tls: wrong")).isEqualTo("order");
        assertThat(requested("timeout: 5")).isEqualTo("order");
        assertThat(requested("tls: partner")).isEqualTo(" ");
    }

    @Test
    void tlsStompAndPlainTextAreRecognizedByTheirFirstBytes() throws IOException {
        deploy(
                "server",
                "listeners: {partners: {port: %d}}".formatted(http.port),
                SERVER.formatted("none"),
                IDENTITY);
        Logger logger =
                (Logger)
                        LoggerFactory.getLogger(
                                "io.millrace.connectors.http.port.ProtocolRejection");
        ListAppender<ILoggingEvent> events = new ListAppender<>();
        events.start();
        Level before = logger.getLevel();
        logger.setLevel(Level.WARN);
        logger.addAppender(events);
        try {
            assertThatThrownBy(() -> get(null)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> get(null)).isInstanceOf(IOException.class);
            assertThat(stomp("CONNECT\naccept-version:1.2\n\n\0"))
                    .startsWith("ERROR\nmessage:MR7003 the listener is for HTTP (found STOMP)");
            assertThat(stomp("STOMP\r\naccept-version:1.2\r\n\r\n\0")).startsWith("ERROR\n");
            assertThat(http.send(http.request("/in").GET()).statusCode()).isEqualTo(200);
        } finally {
            logger.detachAppender(events);
            logger.setLevel(before);
        }
        assertThat(events.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        """
                        MR7003 a client at 127.0.0.1 is rejected at the listener partners, port %d: \
                        the client uses TLS, which this listener does not have; correct the URL of \
                        the client (http://), or set tls of the listener\
                        """
                                .formatted(http.port),
                        """
                        MR7003 a client at 127.0.0.1 is rejected at the listener partners, port %d: \
                        the listener is for HTTP (found STOMP); correct the port of the client\
                        """
                                .formatted(http.port));
    }

    /** Returns what the listener answers to a frame of STOMP before it closes the connection. */
    private String stomp(String frame) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", http.port)) {
            socket.getOutputStream().write(frame.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
