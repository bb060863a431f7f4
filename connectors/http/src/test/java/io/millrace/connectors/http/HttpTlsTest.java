package io.millrace.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.flows.Application;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;

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
                .isInstanceOfSatisfying(
                        MillraceException.class,
                        e ->
                                assertThat(e.root().code())
                                        .isEqualTo(ErrorCode.LISTENER_UNUSABLE));
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
                """
                        .formatted(http.port, endpoint),
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
}
