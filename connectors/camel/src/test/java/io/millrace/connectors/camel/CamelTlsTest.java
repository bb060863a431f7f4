package io.millrace.connectors.camel;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

import io.millrace.engine.error.Problem;
import io.millrace.testing.TestCertificates;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/** Components with named certificates. */
class CamelTlsTest {

    private static final String CERTIFICATES =
            """
            certificates:
              known: {trust: "%1$s/server.pem"}
              stranger: {trust: "%1$s/stranger.pem"}
            """;

    @TempDir Path folder;
    private HttpsServer server;

    @BeforeEach
    void start() throws Exception {
        TestCertificates.make(folder, "server");
        TestCertificates.make(folder, "stranger");
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(
                new HttpsConfigurator(TestCertificates.context(folder, "server", "server")));
        server.createContext(
                "/",
                exchange -> {
                    byte[] body = exchange.getRequestBody().readAllBytes();
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private String request(String tls) {
        return CamelBroker.sending(
                "type: CamelRequest, uri: \"https://127.0.0.1:%d/\", tls: %s"
                        .formatted(server.getAddress().getPort(), tls));
    }

    @Test
    void aServerIsTrustedByItsCertificate() {
        try (CamelBroker broker = new CamelBroker()) {
            broker.deploy(
                    request("known"), CamelBroker.modules(""), CERTIFICATES.formatted(folder));
            broker.put("IN", "hello");
            assertThat(broker.take("OUT")).isEqualTo("hello");
        }
    }

    @Test
    void aServerWithAnotherCertificateIsRejected() {
        try (CamelBroker broker = new CamelBroker()) {
            broker.deploy(
                    request("stranger"), CamelBroker.modules(""), CERTIFICATES.formatted(folder));
            broker.put("IN", "hello");
            assertThat(broker.take("FAILED")).contains("certification path");
        }
    }

    @Test
    void aComponentWithoutTheOptionIsReported() {
        String flow = CamelBroker.sending("type: CamelOutput, uri: \"file:out\", tls: known");
        assertThat(CamelBroker.problems(flow, CERTIFICATES.formatted(folder)))
                .extracting(Problem::text)
                .contains(
                        "tls cannot be combined with the component file, which has no option"
                                + " sslContextParameters");
    }

    @Test
    void aComponentThatReadsItsOwnFilesIsReported() {
        String flow =
                CamelBroker.sending(
                        "type: CamelOutput, uri: \"kafka:out?brokers=localhost:1\", tls: known");
        assertThat(CamelBroker.problems(flow, CERTIFICATES.formatted(folder)))
                .extracting(Problem::text)
                .contains(
                        "tls cannot be combined with the component kafka, which reads the files of"
                                + " its certificates itself");
    }
}
