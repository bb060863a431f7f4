package io.millrace.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import io.millrace.flows.Application;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

@Timeout(300)
class HttpRequestTest {

    private final HttpBroker http = new HttpBroker();
    private HttpServer server;
    private String base;

    /** Arrivals at {@code /wait}, whose requests wait for the release. */
    private final CountDownLatch arrived = new CountDownLatch(1);

    private final CountDownLatch released = new CountDownLatch(1);

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        base = "http://127.0.0.1:" + server.getAddress().getPort();
        server.createContext("/echo", HttpRequestTest::echo);
        server.createContext("/missing", e -> answer(e, 404, "{\"error\":\"none\"}"));
        server.createContext(
                "/moved",
                e -> {
                    e.getResponseHeaders().set("Location", base + "/echo/moved");
                    answer(e, 302, "");
                });
        server.createContext("/zipped", HttpRequestTest::zipped);
        server.createContext(
                "/unzip",
                e -> {
                    try (var in = new GZIPInputStream(e.getRequestBody())) {
                        answer(e, 200, in.readAllBytes());
                    }
                });
        server.createContext(
                "/wait",
                e -> {
                    arrived.countDown();
                    try {
                        released.await();
                    } catch (InterruptedException interrupted) {
                        throw new IOException(interrupted);
                    }
                    answer(e, 200, "{}");
                });
        server.start();
    }

    @AfterEach
    void stop() {
        released.countDown();
        http.close();
        server.stop(0);
    }

    private static void echo(HttpExchange e) throws IOException {
        String body = new String(e.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String text =
                "{\"request\":\"%s %s\",\"authorization\":\"%s\",\"type\":\"%s\",\"custom\":\"%s\",\"body\":\"%s\"}"
                        .formatted(
                                e.getRequestMethod(),
                                e.getRequestURI(),
                                e.getRequestHeaders().getFirst("Authorization"),
                                e.getRequestHeaders().getFirst("Content-Type"),
                                e.getRequestHeaders().getFirst("X-Custom"),
                                body.replace("\"", "'"));
        e.getResponseHeaders().set("X-Echo", "yes");
        answer(e, 200, text);
    }

    private static void zipped(HttpExchange e) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write("{\"zipped\":true}".getBytes(StandardCharsets.UTF_8));
        }
        e.getResponseHeaders().set("Content-Encoding", "gzip");
        answer(e, 200, zipped.toByteArray());
    }

    private static void answer(HttpExchange e, int status, String text) throws IOException {
        answer(e, status, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void answer(HttpExchange e, int status, byte[] body) throws IOException {
        e.getResponseHeaders().set("Content-Type", "application/json");
        e.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        e.getResponseBody().write(body);
        e.close();
    }

    /** A flow that sends each request on and replies with the response. */
    private static String flow(String properties) {
        return """
        flow: main
        nodes:
          in:      {type: HTTPInput, path: /in, maxWaiting: 0}
          do:      {type: Compute, module: Do, computeMode: destinationAndMessage}
          request: {type: HTTPRequest, %s}
          reply:   {type: HTTPReply}
          error:   {type: Compute, module: Error, computeMode: destinationAndMessage}
          failed:  {type: Compute, module: Failed, computeMode: destinationAndMessage}
        connections:
          in.out: do
          do.out: request
          do.failure: failed
          request.out: reply
          request.error: error
          error.out: reply
          request.failure: failed
          failed.out: reply
        """
                .formatted(properties);
    }

    private static final String FAILED =
            HttpBroker.module(
                            "Error",
                            """
                            SET OutputLocalEnvironment.Destination.HTTP.ReplyStatusCode =
                              InputRoot.HTTPResponseHeader."X-Original-HTTP-Status-Code";
                            """)
                    + HttpBroker.FAILED;

    private void deploy(String properties, String statements, String settings) {
        http.deploy(
                "shop", flow(properties), HttpBroker.module("Do", statements) + FAILED, settings);
    }

    private String endpoint(String more) {
        return "endpoints: {prices: {url: \"%s/echo\"%s}}\n".formatted(base, more);
    }

    @Test
    void theResponseReplacesTheBodyAndHasItsHeaders() {
        deploy(
                "endpoint: prices, url: /a",
                """
                CREATE PREVIOUSSIBLING OF OutputRoot.JSON NAME 'HTTPRequestHeader';
                SET OutputRoot.HTTPRequestHeader."X-Custom" = 'own';
                """,
                endpoint(", credentials: c") + "credentials: {c: {user: u, passwordEnv: HOME}}\n");
        HttpResponse<String> reply = http.post("/in", "application/json", "{\"a\":1}");
        String login = "u:" + System.getenv("HOME");
        String encoded =
                java.util.Base64.getEncoder()
                        .encodeToString(login.getBytes(StandardCharsets.UTF_8));
        assertThat(reply.body())
                .isEqualTo(
                        "{\"request\":\"POST /echo/a\",\"authorization\":\"Basic "
                                + encoded
                                + "\",\"type\":\"application/json\",\"custom\":\"own\","
                                + "\"body\":\"{'a':1}\"}");
    }

    @Test
    void theLocalEnvironmentReplacesPropertiesButCredentialsStayWithTheirServer() {
        deploy(
                "endpoint: prices",
                """
                SET OutputLocalEnvironment.Destination.HTTP.RequestURL = '%s/echo2/b%%2Fc?x=%%0D%%0AA';
                SET OutputLocalEnvironment.Destination.HTTP.RequestLine.Method = 'GET';
                SET OutputLocalEnvironment.Destination.HTTP.QueryString.q = 'a b';
                """
                        .formatted(base),
                "endpoints: {prices: {url: \"%s/echo/x\", credentials: c}}\n".formatted(base)
                        + "credentials: {c: {passwordEnv: HOME}}\n");
        assertThat(http.post("/in", "application/json", "{}").body())
                .contains(
                        "GET /echo2/b%2Fc?x=%0D%0AA&q=a%20b",
                        "\"authorization\":\"null\"", "\"body\":\"\"");
    }

    @Test
    void anErrorStatusIsPropagatedToError() {
        deploy("url: \"" + base + "/missing\"", "", "");
        HttpResponse<String> reply = http.post("/in", "application/json", "{}");
        assertThat(reply.statusCode()).isEqualTo(404);
        assertThat(reply.body()).isEqualTo("{\"error\":\"none\"}");
    }

    @Test
    void redirectionsAreFollowedIfTheNodeAllowsThem() {
        deploy("method: GET, url: \"" + base + "/moved\"", "", "");
        assertThat(http.get("/in").body()).isEmpty();
        deploy("method: GET, maxRedirects: 3, url: \"" + base + "/moved\"", "", "");
        assertThat(http.get("/in").body()).contains("/echo/moved");
    }

    @Test
    void bodiesOfRequestsAreCompressedIfTheNodeRequiresIt() {
        deploy("requestCompressionType: gzip, url: \"" + base + "/unzip\"", "", "");
        assertThat(http.post("/in", "application/json", "{\"a\":1}").body()).isEqualTo("{\"a\":1}");
    }

    @Test
    void compressedResponsesAreDecompressed() {
        deploy("method: GET, url: \"" + base + "/zipped\"", "", "");
        assertThat(http.get("/in").body()).isEqualTo("{\"zipped\":true}");
    }

    @Test
    void anUnreachableServerTakesTheFailurePath() {
        deploy("url: \"http://127.0.0.1:%d/\"".formatted(HttpBroker.freePort()), "", "");
        assertThat(http.post("/in", "application/json", "{}").body())
                .startsWith("4032 the server of http://127.0.0.1:");
        deploy("url: \"http://host.invalid/\"", "", "");
        assertThat(http.post("/in", "application/json", "{}").body()).startsWith("4032 ");
    }

    @Test
    void aServerThatAnswersTlsInPlainTextIsNamed() {
        String url = "https://127.0.0.1:%d/in".formatted(http.port);
        deploy("url: \"" + url + "\"", "", "");
        assertThat(http.post("/in", "application/json", "{}").body())
                .isEqualTo(
                        "4032 TLS with the server of "
                                + url
                                + " failed: the server answers without TLS; write http:// or use"
                                + " its port for TLS");
    }

    @Test
    void aServerThatDoesNotAnswerTakesTheFailurePath() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String url = "url: \"http://127.0.0.1:%d/\"".formatted(silent.getLocalPort());
            deploy(url + ", timeout: 0.3", "", "");
            assertThat(http.post("/in", "application/json", "{}").body())
                    .startsWith("4033 the server of http://127.0.0.1:");
        }
    }

    @Test
    void aConnectionThatBreaksTakesTheFailurePath() throws IOException {
        try (ServerSocket breaking = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual()
                    .start(
                            () -> {
                                try (Socket s = breaking.accept()) {
                                    s.getInputStream().read();
                                    String part =
                                            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart";
                                    s.getOutputStream()
                                            .write(part.getBytes(StandardCharsets.US_ASCII));
                                } catch (IOException e) {
                                    throw new java.io.UncheckedIOException(e);
                                }
                            });
            deploy("url: \"http://127.0.0.1:%d/\"".formatted(breaking.getLocalPort()), "", "");
            assertThat(http.post("/in", "application/json", "{}").body()).startsWith("4033 ");
        }
    }

    @Test
    void aResponseAboveTheLimitTakesTheFailurePath() {
        deploy("url: \"" + base + "/echo\"", "", "limits: {messageBytes: 100}\n");
        assertThat(http.post("/in", "application/json", "{\"a\":1}").body())
                .startsWith("3003 the response of ");
    }

    @Test
    void aWrongHeaderOrUrlInAMessageTakesTheFailurePath() {
        deploy(
                "url: \"" + base + "/echo\"",
                """
                CREATE PREVIOUSSIBLING OF OutputRoot.JSON NAME 'HTTPRequestHeader';
                SET OutputRoot.HTTPRequestHeader."X-Custom" = 'a' || CAST(X'0d0a' AS CHARACTER
                  CCSID 1208) || 'Host: other';
                """,
                "");
        assertThat(http.post("/in", "application/json", "{}").body())
                .startsWith(
                        "4008 the field X-Custom of HTTPRequestHeader cannot be an HTTP header");
        deploy(
                "url: \"" + base + "/echo\"",
                """
                CREATE PREVIOUSSIBLING OF OutputRoot.JSON NAME 'HTTPRequestHeader';
                SET OutputRoot.HTTPRequestHeader."X Note" = 'a';
                """,
                "");
        assertThat(http.post("/in", "application/json", "{}").body())
                .contains("its name must have letters, digits and")
                .contains("no blanks");
        deploy(
                "url: \"" + base + "/echo\"",
                "SET OutputLocalEnvironment.Destination.HTTP.RequestURL = 'file:///etc/passwd';",
                "");
        assertThat(http.post("/in", "application/json", "{}").body())
                .startsWith("4008 the URL of a request must have the form http://host/path");
    }

    @Test
    void bytesCannotBeParsedAsAFolderOfHeaders() {
        deploy(
                "url: \"" + base + "/echo\"",
                "CREATE LASTCHILD OF OutputLocalEnvironment DOMAIN 'HTTPRequestHeader'"
                        + " PARSE(X'00');",
                "");
        assertThat(http.post("/in", "application/json", "{}").body())
                .contains("HTTPRequestHeader cannot be parsed: the folders of HTTP headers");
        deploy(
                "url: \"" + base + "/echo\"",
                "SET OutputLocalEnvironment.Destination.HTTP.RequestLine.Method = 'GET /x';",
                "");
        assertThat(http.post("/in", "application/json", "{}").body()).startsWith("4008 ");
    }

    @Test
    void requestsAboveTheMaximumOfWaitingRequestsAreRefused() throws InterruptedException {
        deploy("url: \"" + base + "/wait\"", "", "");
        CompletableFuture<HttpResponse<String>> first =
                CompletableFuture.supplyAsync(() -> http.post("/in", "application/json", "{}"));
        arrived.await();
        HttpResponse<String> second = http.post("/in", "application/json", "{}");
        assertThat(second.statusCode()).isEqualTo(503);
        assertThat(second.headers().firstValue("Retry-After")).contains("1");
        released.countDown();
        assertThat(first.join().statusCode()).isEqualTo(200);
    }

    @Test
    void parametersOfAnOperationAreInItsPathAndQuery() {
        String flow =
                flow("endpoint: prices")
                        .replace("HTTPRequest,", "RESTRequest, operation: \"GET /{id}/lines\",");
        http.deploy(
                "shop",
                flow,
                HttpBroker.module(
                                "Do",
                                """
                                SET OutputLocalEnvironment.Destination.REST.Request.Parameters.id =
                                  InputLocalEnvironment.REST.Input.Parameters.id;
                                SET OutputLocalEnvironment.Destination.REST.Request.Parameters.q =
                                  'a&b';
                                """)
                        + FAILED,
                endpoint(""));
        assertThat(http.get("/in?id=..%2Fx").body()).contains("GET /echo/..%2Fx/lines?q=a%26b");
        assertThat(http.get("/in?id=..").body()).contains("GET /echo/%2E%2E/lines");
        assertThat(http.get("/in").body())
                .startsWith("4008 the parameter id of the operation GET /{id}/lines is missing");
    }

    @Test
    void headersAreCopiedRemovedAndSet() {
        http.deploy(
                "shop",
                """
                flow: main
                nodes:
                  in:    {type: HTTPInput, path: /in}
                  ask:   {type: HTTPHeader, header: HTTPReplyHeader, copyFrom: HTTPInputHeader,
                          remove: [X-Remote-Addr, X-Secret, Host], set: ["X-Custom: set: here"]}
                  reply: {type: HTTPReply}
                connections: {in.out: ask, ask.out: reply}
                """,
                "");
        HttpResponse<String> reply =
                http.send(
                        http.request("/in")
                                .header("X-Kept", "kept")
                                .header("X-Secret", "secret")
                                .GET());
        assertThat(reply.headers().firstValue("X-Kept")).contains("kept");
        assertThat(reply.headers().firstValue("X-Custom")).contains("set: here");
        assertThat(reply.headers().firstValue("X-Secret")).isEmpty();
    }

    @TempDir Path folder;

    private String problems(String node, String more, String connections, String esql)
            throws IOException {
        String flow =
                """
                flow: main
                nodes:
                  in:    {type: HTTPInput, path: /in}
                  ask:   {type: %s}
                  reply: {type: HTTPReply}
                  %s
                connections: {%s, ask.out: reply}
                """
                        .formatted(node, more, connections);
        Files.writeString(folder.resolve("main.flow.yaml"), flow);
        Files.writeString(folder.resolve("main.esql"), esql);
        return Application.check(folder).toString();
    }

    @Test
    void aRequestWithoutAUrlIsReportedIfNoNodeCanSetIt() throws IOException {
        String text = "sets LocalEnvironment.Destination.HTTP.RequestURL, so all its requests fail";
        assertThat(problems("HTTPRequest", "", "in.out: ask", "")).contains(text);
        String compute = "do: {type: Compute, module: Do, computeMode: destinationAndMessage}";
        String wires = "in.out: do, do.out: ask";
        assertThat(problems("HTTPRequest", compute, wires, HttpBroker.module("Do", "")))
                .contains(text);
        String set = "SET OutputLocalEnvironment.Destination.HTTP.RequestURL = 'http://x/';";
        assertThat(problems("HTTPRequest", compute, wires, HttpBroker.module("Do", set)))
                .doesNotContain(text);
        String computed = "SET OutputLocalEnvironment.{'Des' || 'tination'}.x = 1;";
        assertThat(problems("HTTPRequest", compute, wires, HttpBroker.module("Do", computed)))
                .doesNotContain(text);
        assertThat(problems("'HTTPRequest', url: 'http://x/'", "", "in.out: ask", ""))
                .doesNotContain(text);
        assertThat(problems("RESTRequest, operation: 'GET /a'", "", "in.out: ask", ""))
                .contains("endpoint or url is required");
    }

    @Test
    void wrongOperationsAndPortsAreReported() throws IOException {
        assertThat(rest("FETCH /a", "http://x")).contains("FETCH is not a standard method of HTTP");
        for (String path : List.of("/{", "/{a", "/a}", "/{a-b}")) {
            assertThat(rest("GET " + path, "http://x"))
                    .contains("a parameter in the path of operation must have the form {name}");
        }
        assertThat(rest("GET /a/{b}/{c_1}", "http://x:65535/a:99999")).isEqualTo("[]");
        for (String url : List.of("http://x:0", "https://x:65536/a", "http://x:99999999999?a")) {
            assertThat(rest("GET /a", url)).contains("must").contains("found " + url);
        }
    }

    private String rest(String operation, String url) throws IOException {
        String node = "RESTRequest, operation: '%s', url: '%s'".formatted(operation, url);
        return problems(node, "", "in.out: ask", "");
    }
}
