package io.millrace.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.flows.Application;
import io.millrace.testing.TestCertificates;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** The texts of requests that fail: what failed, where, and what to do. */
@Timeout(300)
class HttpFailureTest {

    @TempDir static Path certificates;

    @TempDir Path folder;

    private final HttpBroker http = new HttpBroker();
    private final List<AutoCloseable> open = new ArrayList<>();

    @BeforeAll
    static void make() throws Exception {
        TestCertificates.make(certificates, "server");
        TestCertificates.make(certificates, "stranger");
        TestCertificates.make(certificates, "other", "CN=other", "dns:other.example");
    }

    @AfterEach
    void stop() throws Exception {
        http.close();
        for (AutoCloseable server : open) {
            server.close();
        }
    }

    /** Starts a server that reads the end of the headers and then writes an answer. */
    private int answering(String answer) throws IOException {
        return serve(new ServerSocket(0, 5, InetAddress.getLoopbackAddress()), answer);
    }

    /** Starts a server with TLS. */
    private int secured(String name, String answer) throws Exception {
        SSLContext context = TestCertificates.context(certificates, name, "server");
        ServerSocket socket =
                context.getServerSocketFactory()
                        .createServerSocket(0, 5, InetAddress.getLoopbackAddress());
        return serve((SSLServerSocket) socket, answer);
    }

    private int serve(ServerSocket server, String answer) {
        open.add(server);
        Thread.ofVirtual().start(() -> serveAll(server, answer));
        return server.getLocalPort();
    }

    private static void serveAll(ServerSocket server, String answer) {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                StringBuilder head = new StringBuilder();
                while (head.indexOf("\r\n\r\n") < 0) {
                    int next = socket.getInputStream().read();
                    if (next < 0 || next == 0x16) {
                        break;
                    }
                    head.append((char) next);
                }
                socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException closed) {
                // The client has closed the connection, or the test ends.
            }
        }
    }

    /** Sends a request to a server, and returns the text of its failure. */
    private String failure(String url, String settings) throws IOException {
        Path home = Files.createDirectories(folder.resolve("shop"));
        Files.writeString(
                home.resolve("application.yaml"),
                """
                listeners: {http: {port: %d}}
                endpoints: {server: {url: "%s"%s}}
                certificates:
                  trusting: {trust: DIR/server.pem}
                  wrong: {trust: DIR/stranger.pem}
                  others: {trust: DIR/other.pem}
                """
                        .formatted(http.port, url, settings)
                        .replace("DIR", certificates.toString()));
        Files.writeString(
                home.resolve("main.flow.yaml"),
                """
                flow: main
                nodes:
                  in:     {type: HTTPInput, path: /in}
                  ask:    {type: HTTPRequest, endpoint: server, method: GET}
                  reply:  {type: HTTPReply}
                  failed: {type: Compute, module: Failed, computeMode: destinationAndMessage}
                connections: {in.out: ask, ask.out: reply, ask.failure: failed, failed.out: reply}
                """);
        Files.writeString(home.resolve("main.esql"), HttpBroker.FAILED);
        http.broker.deploy(Application.load(home));
        return http.get("/in").body();
    }

    private static final String TLS = "4032 TLS with the server of %s failed: ";

    private void assertFails(String url, String settings, String text) throws IOException {
        assertThat(failure(url, settings)).isEqualTo(text.replace("%s", url));
    }

    @Test
    void certificatesThatAreNotAcceptedAreExplained() throws Exception {
        assertFails(
                "https://localhost:" + secured("server", ""),
                "",
                TLS
                        + "its certificate is not issued by an authority of the JDK; specify an"
                        + " endpoint with tls, whose trust is a FILE with the certificate of its"
                        + " authority");
        assertFails(
                "https://localhost:" + secured("server", ""),
                ", tls: wrong",
                TLS
                        + "its certificate is not issued by an authority in "
                        + certificates.resolve("stranger.pem")
                        + "; specify as trust of the certificates wrong a FILE with the certificate"
                        + " of its authority");
        assertFails(
                "https://localhost:" + secured("other", ""),
                ", tls: others",
                TLS
                        + "its certificate is not for the host localhost; use a host name of the"
                        + " certificate in the URL, or replace the certificate on the server");
    }

    @Test
    void serversWithoutTlsAreExplained() throws Exception {
        assertFails(
                "https://localhost:" + answering("HTTP/1.1 200 OK\r\n\r\n"),
                "",
                TLS + "the server answers without TLS; write http:// or use its port for TLS");
        assertFails(
                "https://localhost:" + answering(""),
                "",
                TLS
                        + "the server ended the connection during the handshake; use its port for"
                        + " TLS, or check its log");
    }

    @Test
    void aServerThatRequiresTlsIsExplained() throws Exception {
        assertThat(failure("http://localhost:" + secured("server", ""), ""))
                .contains("https:// if it");
    }

    @Test
    void aServerThatDoesNotAnswerIsExplained() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            assertFails(
                    "http://localhost:" + silent.getLocalPort(),
                    ", timeout: 1",
                    "4033 the server of %s did not answer the request GET within 1 s; check the"
                            + " server, or increase timeout");
            assertFails(
                    "https://localhost:" + silent.getLocalPort(),
                    ", connectTimeout: 1",
                    TLS
                            + "the server did not answer the handshake in time; use its port for"
                            + " TLS, or http://");
        }
        assertFails(
                "http://localhost:" + HttpBroker.freePort(),
                "",
                "4032 the server of %s cannot be reached: Connection refused; start the server, or"
                        + " correct host and port of the URL");
        assertFails(
                "https://host.invalid/",
                "",
                "4032 the server of %s cannot be reached: the host host.invalid is unknown; correct"
                        + " the URL, or the name server");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nConten"})
    void aConnectionThatEndsBeforeTheResponseIsExplained(String answer) throws IOException {
        assertFails(
                "http://localhost:" + answering(answer),
                "",
                "4033 the server of %s ended the connection without an answer to the request GET;"
                        + " write https:// if its port requires TLS, otherwise check its log");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 100\r\n\r\npart",
                "Content-Length: 100000\r\n\r\npart",
                "Transfer-Encoding: chunked\r\n\r\n10\r\npart"
            })
    void aResponseThatEndsEarlyIsExplained(String rest) throws IOException {
        assertFails(
                "http://localhost:" + answering("HTTP/1.1 200 OK\r\n" + rest),
                "",
                "4033 the response of %s to the request GET is incomplete: the server ended the"
                        + " connection before the end of the body; check the log of the server");
    }

    @ParameterizedTest
    @CsvSource({
        "Transfer-Encoding: chunked, zz, Chunk size is not a number",
        "'Content-Encoding: gzip\r\nContent-Length: 4', abcd, Not in GZIP format"
    })
    void aMalformedBodyIsExplained(String headers, String body, String why) throws IOException {
        String lines = headers.replace("\\r\\n", "\r\n");
        String answer = "HTTP/1.1 200 OK\r\n" + lines + "\r\n\r\n" + body + "\r\n";
        assertFails(
                "http://localhost:" + answering(answer),
                "",
                "4033 the response of %s to the request GET has an invalid body: "
                        + why
                        + "; the server must be corrected");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "220 mail.example ESMTP\r\n",
                "SSH-2.0-OpenSSH_9.6\r\n\r\n",
                "HTTP/1.1 abc OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\n"
            })
    void bytesThatAreNoResponseAreExplained(String answer) throws IOException {
        assertThat(failure("http://localhost:" + answering(answer), ""))
                .startsWith("4033 the server of http://localhost:")
                .contains(
                        "answered the request GET with bytes that are not a valid response of HTTP:"
                                + " ")
                .endsWith(
                        "; check that the URL has the port of an HTTP server (https:// if it"
                                + " requires TLS)");
    }
}
