package io.millrace.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.resource.CertificateFiles;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.Secret;
import io.millrace.flows.Application;
import io.millrace.testing.TestCertificates;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.Executors;

/** Requests through an HTTP proxy. */
@Timeout(300)
class HttpProxyTest {

    /** A host that only the proxy knows. */
    private static final String HOST = "prices.invalid";

    @TempDir static Path certificates;

    @TempDir Path folder;

    private final HttpBroker http = new HttpBroker();
    private HttpServer server;
    private TestProxy proxy;

    @BeforeAll
    static void make() throws Exception {
        TestCertificates.make(certificates, "server", "CN=server", "dns:" + HOST);
    }

    @AfterEach
    void stop() throws IOException {
        http.close();
        if (server != null) {
            server.stop(0);
        }
        if (proxy != null) {
            proxy.close();
        }
    }

    private void start(boolean isSecure) throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        if (isSecure) {
            HttpsServer secure = HttpsServer.create(any, 0);
            Certificates own =
                    new Certificates(
                            "own",
                            certificates.resolve("server.pem"),
                            certificates.resolve("server.key"),
                            null,
                            Secret.NONE,
                            null);
            secure.setHttpsConfigurator(new HttpsConfigurator(CertificateFiles.context(own)));
            server = secure;
        } else {
            server = HttpServer.create(any, 0);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", HttpProxyTest::answer);
        server.start();
        proxy = new TestProxy(server.getAddress().getPort());
    }

    private static void answer(HttpExchange e) throws IOException {
        byte[] body = e.getRequestBody().readAllBytes();
        String text =
                "%s %s %s %s %s"
                        .formatted(
                                e.getRequestURI(),
                                e.getRequestHeaders().getFirst("Host"),
                                e.getRequestHeaders().getFirst("Proxy-Authorization"),
                                e.getRequestHeaders().getFirst("Authorization"),
                                new String(body, StandardCharsets.UTF_8));
        e.sendResponseHeaders(200, text.length());
        e.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
        e.close();
    }

    private static final String FLOW =
            """
            flow: main
            nodes:
              in:      {type: MQInput, queue: IN, backoutQueue: BAD}
              request: {type: HTTPRequest, method: PUT, %s}
              out:     {type: MQOutput, queue: OUT}
              errors:  {type: MQOutput, queue: ERRORS}
              reason:  {type: Compute, module: Reason}
              failed:  {type: MQOutput, queue: FAILED}
            connections:
              in.out: request
              request.out: out
              request.error: errors
              request.failure: reason
              reason.out: failed
            """;

    private static final String ESQL =
            HttpBroker.module(
                    "Reason",
                    """
                    DECLARE inner REFERENCE TO InputExceptionList;
                    DECLARE text CHARACTER '';
                    WHILE LASTMOVE(inner) DO
                      SET text = COALESCE(CAST(inner.Number AS CHARACTER) || ' ' || inner.Text, text);
                      MOVE inner LASTCHILD;
                    END WHILE;
                    SET OutputRoot.BLOB.BLOB = CAST(text AS BLOB CCSID 1208);
                    """);

    /**
     * @param properties properties of the node
     * @param settings keys of the endpoints, with PORT for that of the proxy
     */
    private void deploy(String properties, String settings) throws IOException {
        Files.writeString(folder.resolve("main.flow.yaml"), FLOW.formatted(properties));
        Files.writeString(folder.resolve("main.esql"), ESQL);
        Files.writeString(
                folder.resolve("application.yaml"),
                settings.replace("PORT", String.valueOf(proxy.port()))
                        .replace("DIR", certificates.toString())
                        .replace("HOST", HOST));
        http.broker.deploy(Application.load(folder));
    }

    private static final String PLAIN =
            """
            endpoints:
              prices: {url: "http://HOST:8123/base", proxy: outside, tls: none}
              outside: {url: "http://127.0.0.1:PORT"}
            """;

    private static final String SECURE =
            """
            endpoints:
              prices:
                {url: "https://HOST:8123/base", proxy: outside, tls: partner, credentials: own}
              outside: {url: "http://127.0.0.1:PORT", credentials: proxy}
            certificates: {partner: {trust: DIR/server.pem}}
            credentials:
              own: {user: me, passwordEnv: HOME}
              proxy: {user: guest, passwordEnv: HOME}
            """;

    private static String login(String user) {
        String login = user + ":" + System.getenv("HOME");
        return "Basic "
                + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
    }

    private String sent() {
        http.put("IN", "text");
        return http.take("OUT");
    }

    private String failed() {
        http.put("IN", "text");
        return http.take("FAILED");
    }

    @Test
    void theProxyReceivesTheWholeUrlWithoutTls() throws IOException {
        start(false);
        deploy("endpoint: prices, url: /a", PLAIN);
        assertThat(sent()).isEqualTo("/base/a prices.invalid:8123 null null text");
        assertThat(proxy.requests)
                .containsExactly("PUT http://prices.invalid:8123/base/a HTTP/1.1");
    }

    @Test
    void requestsWithTlsUseATunnelThatTheProxyCannotRead() throws IOException {
        start(true);
        proxy.required = login("guest");
        deploy("endpoint: prices, url: /a", SECURE);
        String answer = "/base/a prices.invalid:8123 null " + login("me") + " text";
        assertThat(sent()).isEqualTo(answer);
        assertThat(sent()).isEqualTo(answer);
        assertThat(proxy.requests)
                .as("one tunnel for both requests")
                .containsExactly("CONNECT prices.invalid:8123 HTTP/1.1");
        http.broker.undeploy(folder.getFileName().toString());
        await().until(() -> proxy.connections() == 0);
    }

    @Test
    void aProxyThatRequiresCredentialsReceivesThemWithoutTls() throws IOException {
        start(false);
        proxy.required = login("guest");
        deploy(
                "endpoint: prices",
                PLAIN.replace("PORT\"", "PORT\", credentials: proxy")
                        + "credentials: {proxy: {user: guest, passwordEnv: HOME}}\n");
        assertThat(sent()).isEqualTo("/base prices.invalid:8123 null null text");
    }

    @Test
    void aNodeCanNameTheProxy() throws IOException {
        start(false);
        deploy(
                "url: \"http://prices.invalid/b\", proxy: outside",
                "endpoints: {outside: {url: \"http://127.0.0.1:PORT\"}}\n");
        assertThat(sent()).isEqualTo("/b prices.invalid:80 null null text");
    }

    @Test
    void aTunnelThatIsRefusedTakesTheFailurePath() throws IOException {
        start(true);
        proxy.refusal = "403 Forbidden";
        deploy("endpoint: prices", SECURE);
        assertThat(failed())
                .startsWith(
                        "4032 the server of https://prices.invalid:8123/base cannot be reached"
                                + " through the proxy http://127.0.0.1:"
                                + proxy.port())
                .endsWith("403 Forbidden; check the proxy and its log");
        proxy.refusal = null;
        assertThat(sent()).contains("text");
    }

    @Test
    void aResponseOfTheProxyWithoutTlsIsAnErrorResponse() throws IOException {
        start(false);
        proxy.refusal = "502 Bad Gateway";
        deploy("endpoint: prices", PLAIN);
        http.put("IN", "text");
        assertThat(http.take("ERRORS")).isEmpty();
    }

    @Test
    void aSilentProxyTakesTheFailurePath() throws IOException {
        for (boolean isSecure : new boolean[] {false, true}) {
            start(isSecure);
            proxy.isSilent = true;
            deploy("endpoint: prices, timeout: 0.5", isSecure ? SECURE : PLAIN);
            assertThat(failed())
                    .startsWith("4033 the server of http")
                    .contains("through the proxy http://127.0.0.1:" + proxy.port());
            proxy.isSilent = false;
            assertThat(sent()).contains("text");
            http.broker.undeploy(folder.getFileName().toString());
            await().until(() -> proxy.connections() == 0);
            server.stop(0);
            proxy.close();
        }
    }

    @Test
    void aProxyThatDoesNotRunTakesTheFailurePath() throws IOException {
        start(false);
        proxy.close();
        deploy("endpoint: prices", PLAIN);
        assertThat(failed())
                .startsWith("4032 the server of http://prices.invalid:8123/base cannot be reached")
                .contains("through the proxy http://127.0.0.1:" + proxy.port());
    }

    @Test
    void theCheckFindsProxiesThatCannotBeUsed() throws IOException {
        start(false);
        assertThatThrownBy(
                        () -> deploy("endpoint: prices", PLAIN.replace("proxy: out", "proxy: in")))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("inside is not in the list of endpoints");
        assertThatThrownBy(() -> deploy("endpoint: prices", PLAIN.replace(":PORT", ":PORT/path")))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining(
                        "proxy must be an endpoint with a URL of the form http://host:port");
        assertThatThrownBy(
                        () ->
                                deploy(
                                        "endpoint: prices",
                                        PLAIN.replace("http://HOST:8123/base", "tcp://HOST:1")))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("proxy requires the URL of an HTTP server");
    }
}
