package io.millrace.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.ProblemsException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;

@Timeout(300)
class HttpInputTest {

    private final HttpBroker http = new HttpBroker();

    @AfterEach
    void stop() {
        http.close();
    }

    /** A flow that runs a module for each request and replies. */
    private static String flow(String properties) {
        return """
        flow: main
        nodes:
          in:    {type: HTTPInput, %s}
          do:    {type: Compute, module: Do, computeMode: destinationAndMessage}
          reply: {type: HTTPReply}
        connections: {in.out: do, do.out: reply}
        """
                .formatted(properties);
    }

    private void deploy(String properties, String statements) {
        http.deploy("shop", flow(properties), HttpBroker.module("Do", statements));
    }

    @Test
    void aRequestIsParsedAndTheReplyHasStatusHeadersAndBody() {
        deploy(
                "path: \"/orders/{id}\", methods: [PUT]",
                """
                SET OutputRoot.JSON.Data.total = InputRoot.JSON.Data.quantity * 5;
                SET OutputRoot.JSON.Data.id = InputLocalEnvironment.REST.Input.Parameters.id;
                SET OutputRoot.JSON.Data.unit = InputLocalEnvironment.REST.Input.Parameters.unit;
                SET OutputRoot.JSON.Data.custom = InputRoot.HTTPInputHeader."X-Custom";
                SET OutputRoot.JSON.Data.line =
                  InputRoot.HTTPInputHeader."X-Original-HTTP-Command";
                SET OutputRoot.JSON.Data.type = InputRoot.Properties.ContentType;
                SET OutputRoot.HTTPInputHeader = NULL;
                CREATE PREVIOUSSIBLING OF OutputRoot.JSON NAME 'HTTPReplyHeader';
                SET OutputRoot.HTTPReplyHeader."X-Answer" = 'yes';
                SET OutputLocalEnvironment.Destination.HTTP.ReplyStatusCode = 201;
                """);
        HttpResponse<String> reply =
                http.send(
                        http.request("/orders/A%2F7?unit=k%C3%B6pfe")
                                .header("x-custom", "a, b")
                                .header("Content-Type", "application/json")
                                .PUT(BodyPublishers.ofString("{\"quantity\": 3}")));
        assertThat(reply.body())
                .isEqualTo(
                        "{\"quantity\":3,\"total\":15,\"id\":\"A/7\",\"unit\":\"köpfe\","
                                + "\"custom\":\"a, b\",\"line\":\"PUT /orders/A%2F7?unit=k%C3%B6pfe"
                                + " HTTP/1.1\",\"type\":\"application/json\"}");
        assertThat(reply.statusCode()).isEqualTo(201);
        assertThat(reply.headers().firstValue("X-Answer")).contains("yes");
        assertThat(reply.headers().firstValue("Content-Type")).contains("application/json");
    }

    @Test
    void bodiesHaveTheDomainOfTheirContentTypeAndFormsAreDecoded() {
        deploy(
                "path: /any",
                """
                DECLARE kind CHARACTER FIELDNAME(InputRoot.*[<]);
                DECLARE form CHARACTER
                  COALESCE(InputLocalEnvironment.HTTP.Input.Form.name, '-');
                SET OutputRoot = NULL;
                SET OutputRoot.Properties = NULL;
                SET OutputRoot.XMLNSC.r = kind || ' ' || form;
                """);
        assertThat(http.post("/any", "application/vnd.x+json", "{}").body()).contains("JSON -");
        assertThat(http.post("/any", "text/xml; charset=utf-8", "<a/>").body())
                .contains("XMLNSC -");
        assertThat(http.post("/any", "application/octet-stream", "x").body()).contains("BLOB -");
        assertThat(http.get("/any").body()).contains("BLOB -");
        HttpResponse<String> form =
                http.post("/any", "application/x-www-form-urlencoded", "name=Jos%C3%A9+B");
        assertThat(form.body()).contains("BLOB José B");
        assertThat(form.headers().firstValue("Content-Type"))
                .contains("application/xml; charset=utf-8");
    }

    @ParameterizedTest
    @CsvSource({
        "/orders/7, item",
        "/orders/list, list",
        "/orders/7/lines/2, rest",
        "/tea, tea",
        "/teapot/1, tea"
    })
    void theMostSpecificPathReceivesTheRequest(String path, String expected) {
        StringBuilder flow = new StringBuilder("flow: main\nnodes:\n");
        StringBuilder esql = new StringBuilder();
        StringBuilder wires = new StringBuilder("connections:\n");
        String[][] nodes = {
            {"rest", "/orders/*"},
            {"item", "/orders/{id}"},
            {"list", "/orders/list"},
            {"tea", "/tea*"}
        };
        for (String[] node : nodes) {
            flow.append("  %1$s: {type: HTTPInput, path: \"%2$s\"}\n".formatted(node[0], node[1]));
            flow.append(
                    "  do%1$s: {type: Compute, module: M%1$s}\n  r%1$s: {type: HTTPReply}\n"
                            .formatted(node[0]));
            wires.append("  %1$s.out: do%1$s\n  do%1$s.out: r%1$s\n".formatted(node[0]));
            esql.append(
                    HttpBroker.module(
                            "M" + node[0],
                            "SET OutputRoot.BLOB.BLOB = CAST('%s' AS BLOB CCSID 1208);"
                                    .formatted(node[0])));
        }
        http.deploy("shop", flow.append(wires).toString(), esql.toString());
        assertThat(http.get(path).body()).isEqualTo(expected);
    }

    @Test
    void otherPathsAndMethodsAreRefused() {
        deploy("path: /orders, methods: [GET, POST]", "");
        HttpResponse<String> unknown = http.get("/order");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(unknown.headers().firstValue("Content-Type"))
                .contains("application/problem+json");
        assertThat(unknown.body()).contains("\"detail\":\"no flow has the path /order\"");
        HttpResponse<String> deleted = http.send(http.request("/orders").DELETE());
        assertThat(deleted.statusCode()).isEqualTo(405);
        assertThat(deleted.headers().firstValue("Allow")).contains("GET, POST");
        assertThat(deleted.body())
                .contains("the path /orders has no method DELETE; its methods are GET, POST");
    }

    @Test
    void aResponseToHeadAndOfStatus204HasNoBody() {
        deploy(
                "path: /orders",
                """
                SET OutputRoot.BLOB.BLOB = X'31';
                IF InputLocalEnvironment.REST.Input.Method = 'GET' THEN
                  SET OutputLocalEnvironment.Destination.HTTP.ReplyStatusCode = 204;
                END IF;
                """);
        HttpResponse<String> head =
                http.send(http.request("/orders").method("HEAD", BodyPublishers.noBody()));
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(http.get("/orders").statusCode()).isEqualTo(204);
        assertThat(http.send(http.request("/orders").DELETE()).body()).isEqualTo("1");
    }

    private static final String FAIL = "THROW USER EXCEPTION MESSAGE 3001 VALUES ('secret');";

    @Test
    void aFailureIsStatus500WithoutItsText() {
        deploy("path: /orders", FAIL);
        HttpResponse<String> reply = http.get("/orders");
        assertThat(reply.statusCode()).isEqualTo(500);
        assertThat(reply.body()).isEmpty();
    }

    @Test
    void aReplyOfAUnitThatIsRolledBackIsNotSent() {
        http.deploy(
                "shop",
                """
                flow: main
                nodes:
                  in:    {type: HTTPInput, path: /orders}
                  order: {type: FlowOrder}
                  reply: {type: HTTPReply}
                  do:    {type: Compute, module: Do}
                connections: {in.out: order, order.first: reply, order.second: do}
                """,
                HttpBroker.module("Do", FAIL));
        assertThat(http.get("/orders").statusCode()).isEqualTo(500);
    }

    @Test
    void theCatchPathCanReply() {
        http.deploy(
                "shop",
                """
                flow: main
                nodes:
                  in:    {type: HTTPInput, path: /orders}
                  do:    {type: Compute, module: Do}
                  sorry: {type: Compute, module: Sorry, computeMode: destinationAndMessage}
                  reply: {type: HTTPReply}
                connections: {in.out: do, in.catch: sorry, sorry.out: reply}
                """,
                HttpBroker.module("Do", FAIL)
                        + HttpBroker.module(
                                "Sorry",
                                "SET OutputLocalEnvironment.Destination.HTTP.ReplyStatusCode ="
                                        + " 409;"));
        assertThat(http.get("/orders").statusCode()).isEqualTo(409);
    }

    @Test
    void theLastReplyOfAUnitIsSent() {
        http.deploy(
                "shop",
                """
                flow: main
                nodes:
                  in:    {type: HTTPInput, path: /orders}
                  reply: {type: HTTPReply}
                  do:    {type: Compute, module: Do}
                  sorry: {type: Compute, module: Sorry, computeMode: destinationAndMessage}
                  other: {type: HTTPReply}
                connections: {in.out: reply, reply.out: do, in.catch: sorry, sorry.out: other}
                """,
                HttpBroker.module("Do", FAIL)
                        + HttpBroker.module(
                                "Sorry",
                                "SET OutputLocalEnvironment.Destination.HTTP.ReplyStatusCode ="
                                        + " 409;"));
        assertThat(http.get("/orders").statusCode()).isEqualTo(409);
    }

    @Test
    void aFormWithTooManyFieldsTakesTheFailurePath() {
        http.deploy(
                "shop",
                """
                flow: main
                nodes:
                  in:    {type: HTTPInput, path: /orders}
                  bad:   {type: Compute, module: Bad, computeMode: destinationAndMessage}
                  reply: {type: HTTPReply}
                connections: {in.out: reply, in.failure: bad, bad.out: reply}
                """,
                HttpBroker.module(
                        "Bad",
                        "SET OutputLocalEnvironment.Destination.HTTP.ReplyStatusCode = 400;"),
                "limits: {treeElements: 1000}\n");
        String type = "application/x-www-form-urlencoded";
        assertThat(http.post("/orders", type, "a&".repeat(1_001)).statusCode()).isEqualTo(400);
        assertThat(http.post("/orders", type, "a&".repeat(900)).statusCode()).isEqualTo(200);
    }

    @Test
    void aMalformedBodyTakesTheFailurePath() {
        http.deploy(
                "shop",
                """
                flow: main
                nodes:
                  in:    {type: HTTPInput, path: /orders, parseTiming: complete}
                  bad:   {type: Compute, module: Bad, computeMode: destinationAndMessage}
                  reply: {type: HTTPReply}
                connections: {in.out: reply, in.failure: bad, bad.out: reply}
                """,
                HttpBroker.module(
                        "Bad",
                        "SET OutputLocalEnvironment.Destination.HTTP.ReplyStatusCode = 400;"));
        assertThat(http.post("/orders", "application/json", "{\"a\":").statusCode()).isEqualTo(400);
        assertThat(http.post("/orders", "application/json", "{}").statusCode()).isEqualTo(200);
        assertThat(latin1("application/json")).isEqualTo(400);
        assertThat(latin1("application/json; charset=unknown")).isEqualTo(400);
        assertThat(latin1("application/json; charset=iso-8859-1")).isEqualTo(200);
    }

    /** Sends a body in ISO 8859-1 that is no UTF-8, and returns the status. */
    private int latin1(String type) {
        byte[] body = "{\"a\":\"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);
        return http.send(
                        http.request("/orders")
                                .header("Content-Type", type)
                                .POST(BodyPublishers.ofByteArray(body)))
                .statusCode();
    }

    private static final String SILENT =
            """
            flow: main
            nodes:
              in:    {type: HTTPInput, path: /orders, timeout: 0.2}
              store: {type: MQOutput, queue: ORDERS}
              late:  {type: Compute, module: Late, computeMode: destinationAndMessage}
              reply: {type: HTTPReply}
            connections:
              in.out: store
              %s
              late.out: reply
            """;

    private static final String LATE =
            HttpBroker.module(
                    "Late", "SET OutputLocalEnvironment.Destination.HTTP.ReplyStatusCode = 202;");

    @Test
    void withoutAReplyTheClientReceivesStatus504OrTheReplyOfTheTimeoutPath() {
        http.deploy("shop", SILENT.formatted("in.catch: late"), LATE);
        HttpResponse<String> late = http.get("/orders");
        assertThat(late.statusCode()).isEqualTo(504);
        assertThat(late.body())
                .contains("s: the flow has ended without a reply; the log of the server");
        http.deploy("shop", SILENT.formatted("in.timeout: late"), LATE);
        assertThat(http.get("/orders").statusCode()).isEqualTo(202);
    }

    /** Another flow replies to the request whose identifier is in the message on the queue. */
    private static final String TWO_FLOWS =
            """
            flow: main
            nodes:
              in:     {type: HTTPInput, path: /orders}
              store:  {type: Compute, module: Store}
              put:    {type: MQOutput, queue: ORDERS}
              work:   {type: MQInput, queue: ORDERS, domain: JSON}
              answer: {type: Compute, module: Answer, computeMode: destinationAndMessage}
              reply:  {type: HTTPReply}
              late:   {type: MQOutput, queue: LATE}
            connections:
              in.out: store
              store.out: put
              work.out: answer
              answer.out: reply
              reply.failure: late
            """;

    private static final String IDENTIFIERS =
            HttpBroker.module(
                            "Store",
                            """
                            SET OutputRoot = NULL;
                            SET OutputRoot.JSON.Data.id = CAST(
                              InputLocalEnvironment.Destination.HTTP.RequestIdentifier
                              AS CHARACTER);
                            """)
                    + HttpBroker.module(
                            "Answer",
                            """
                            SET OutputLocalEnvironment.Destination.HTTP.RequestIdentifier =
                              CAST(InputRoot.JSON.Data.id AS BLOB);
                            """);

    @Test
    void anotherFlowCanReplyAndAnUnknownIdentifierTakesTheFailurePath() {
        http.deploy("shop", TWO_FLOWS, IDENTIFIERS);
        HttpResponse<String> reply = http.get("/orders");
        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.body()).startsWith("{\"id\":\"X'");
        http.put("ORDERS", reply.body());
        assertThat(http.take("LATE")).isEqualTo(reply.body());
    }

    @Test
    void aReplyAfterTheTimeoutTakesTheFailurePath() {
        http.deploy(
                "shop",
                TWO_FLOWS
                        .replace("path: /orders}", "path: /orders, timeout: 0.2}")
                        .replace(
                                "  put:    {type: MQOutput, queue: ORDERS}",
                                "  put:    {type: MQOutput, queue: HELD}"),
                IDENTIFIERS);
        assertThat(http.get("/orders").statusCode()).isEqualTo(504);
        String held = http.take("HELD");
        http.put("ORDERS", held);
        assertThat(http.take("LATE")).isEqualTo(held);
    }

    @Test
    void aBodyAboveTheLimitIsStatus413() {
        http.deploy(
                "shop",
                flow("path: /orders"),
                HttpBroker.module("Do", ""),
                "limits: {messageBytes: 1000}\n");
        String large = "x".repeat(200_000);
        assertThat(http.post("/orders", "text/plain", large).statusCode()).isEqualTo(413);
        HttpResponse<String> chunked =
                http.send(
                        http.request("/orders")
                                .POST(
                                        BodyPublishers.ofInputStream(
                                                () ->
                                                        new java.io.ByteArrayInputStream(
                                                                large.getBytes(
                                                                        StandardCharsets
                                                                                .US_ASCII)))));
        assertThat(chunked.statusCode()).isEqualTo(413);
        assertThat(http.post("/orders", "text/plain", "x".repeat(1_000)).statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "413, POST, /orders, ''",
        "415, POST, /orders, 'Content-Encoding: br\r\n'",
        "401, POST, /known, ''",
        "405, PUT, /orders, ''",
        "404, POST, /order, ''"
    })
    void aClientThatSendsARefusedBodyCompletelyReceivesTheStatus(
            int status, String method, String path, String headers) throws IOException {
        http.deploy(
                "shop",
                flow("path: /orders, methods: [POST], decompressInputMessage: true"),
                HttpBroker.module("Do", ""),
                "limits: {messageBytes: 1000}\n");
        http.deploy(
                "bank", flow("path: /known, authentication: basic"), HttpBroker.module("Do", ""));
        String lines = headers.replace("\\r\\n", "\r\n");
        assertThat(http.statusOfLarge(method, path, lines)).isEqualTo(status);
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(text.getBytes(StandardCharsets.US_ASCII));
        }
        return zipped.toByteArray();
    }

    private HttpResponse<String> compressed(String encoding, byte[] body) {
        return http.send(
                http.request("/orders")
                        .header("Content-Encoding", encoding)
                        .POST(BodyPublishers.ofByteArray(body)));
    }

    @Test
    void compressedBodiesAreDecompressedIfTheNodeRequiresIt() throws IOException {
        String counted =
                """
                SET OutputRoot.BLOB.BLOB = CAST(
                  CAST(LENGTH(InputRoot.BLOB.BLOB) AS CHARACTER)
                  || COALESCE(InputRoot.HTTPInputHeader."Content-Encoding", '') AS BLOB CCSID 1208);
                """;
        http.deploy(
                "shop",
                flow("path: /orders, decompressInputMessage: true"),
                HttpBroker.module("Do", counted),
                "limits: {messageBytes: 100000}\n");
        HttpResponse<String> whole = compressed("gzip", gzip("x".repeat(100_000)));
        assertThat(whole.statusCode() + " " + whole.body()).isEqualTo("200 100000");
        assertThat(compressed("gzip", gzip("x".repeat(100_001))).statusCode()).isEqualTo(413);
        assertThat(compressed("gzip", new byte[] {1, 2, 3}).statusCode()).isEqualTo(400);
        byte[] half = Arrays.copyOf(gzip("x".repeat(1_000)), 20);
        assertThat(compressed("gzip", half).statusCode()).isEqualTo(400);
        HttpResponse<String> unknown = compressed("br", new byte[] {1});
        assertThat(unknown.statusCode()).isEqualTo(415);
        assertThat(unknown.headers().firstValue("Accept-Encoding")).contains("gzip, deflate");
        deploy("path: /orders", counted);
        assertThat(compressed("gzip", new byte[] {1, 2, 3}).body()).isEqualTo("3gzip");
    }

    private static String basic(String user, String password) {
        String text = user + ":" + password;
        return "Basic " + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static final String IDENTITY =
            """
            DECLARE p REFERENCE TO InputRoot.Properties;
            DECLARE text CHARACTER p.IdentitySourceType || ' ' || p.IdentitySourceToken || ' '
              || p.IdentitySourcePassword
              || COALESCE(InputRoot.HTTPInputHeader.Authorization, '');
            SET OutputRoot.BLOB.BLOB = CAST(text AS BLOB CCSID 1208);
            """;

    @Test
    void basicAuthenticationFillsTheIdentity() {
        deploy("path: /orders, authentication: basic", IDENTITY);
        HttpResponse<String> refused = http.get("/orders");
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("WWW-Authenticate"))
                .contains("Basic realm=\"Millrace\"");
        HttpResponse<String> known =
                http.send(http.request("/orders").header("Authorization", basic("ann", "p:w")));
        assertThat(known.body()).isEqualTo("usernameAndPassword ann p:w");
    }

    @Test
    void credentialsAreComparedWithThoseOfTheClient() throws IOException {
        http.deploy(
                "shop",
                flow("path: /orders, authentication: bearer, credentials: partner"),
                HttpBroker.module("Do", IDENTITY),
                "credentials: {partner: {passwordEnv: PATH}}\n");
        assertThat(
                        http.send(http.request("/orders").header("Authorization", "Bearer wrong"))
                                .statusCode())
                .isEqualTo(401);
        String token = System.getenv("PATH");
        assertThat(
                        http.send(
                                        http.request("/orders")
                                                .header("Authorization", "Bearer " + token))
                                .body())
                .isEqualTo("bearer " + token + " ");
    }

    @Test
    void aMissingPasswordOfTheCredentialsIsStatus500() {
        http.deploy(
                "shop",
                flow("path: /orders, authentication: bearer, credentials: partner"),
                HttpBroker.module("Do", IDENTITY),
                "credentials: {partner: {passwordEnv: MILLRACE_UNSET}}\n");
        HttpResponse<String> reply =
                http.send(http.request("/orders").header("Authorization", "Bearer x"));
        assertThat(reply.statusCode()).isEqualTo(500);
        assertThat(reply.body()).isEmpty();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void aNewVersionReplacesTheRouteAndUndeployReleasesThePort() {
        deploy("path: /orders", "SET OutputRoot.BLOB.BLOB = X'31';");
        assertThat(http.get("/orders").body()).isEqualTo("1");
        deploy("path: /orders", "SET OutputRoot.BLOB.BLOB = X'32';");
        assertThat(http.get("/orders").body()).isEqualTo("2");
        http.deploy("other", flow("path: /prices"), HttpBroker.module("Do", ""));
        http.broker.undeploy("shop");
        assertThat(http.get("/orders").statusCode()).isEqualTo(404);
        assertThat(http.get("/prices").statusCode()).isEqualTo(200);
        http.broker.undeploy("other");
        // The last request ends after its response was received, and then closes the port.
        while (!isFree(http.port)) {
            Thread.onSpinWait();
        }
        assertThatThrownBy(() -> http.get("/orders")).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void aDuplicatePathPreventsTheDeployment() {
        deploy("path: \"/orders/{id}\"", "");
        assertThatThrownBy(
                        () ->
                                http.deploy(
                                        "other",
                                        flow("path: \"/orders/{key}\", methods: [GET]"),
                                        HttpBroker.module("Do", "")))
                .isInstanceOfSatisfying(
                        MillraceException.class,
                        e -> {
                            assertThat(e.root().code()).isEqualTo(ErrorCode.LISTENER_UNUSABLE);
                            assertThat(e.root().getMessage())
                                    .contains("/orders/{key} of other/main.in", "shop/main.in");
                        });
        assertThat(http.get("/orders/1").statusCode()).isEqualTo(200);
    }

    @Test
    void wrongPropertiesAreReportedByTheCheck() {
        assertThatThrownBy(
                        () ->
                                http.deploy(
                                        "shop",
                                        """
                                        flow: main
                                        nodes:
                                          a: {type: HTTPInput, path: "/a/{x}", methods: [GET]}
                                          b: {type: HTTPInput, path: "/a/{y}", methods: [GET, PUT]}
                                          c: {type: HTTPInput, path: orders}
                                          d: {type: HTTPInput, path: /d, methods: [get]}
                                          e: {type: HTTPInput, path: /e, credentials: x}
                                          f: {type: HTTPInput, path: "/a/{z}"}
                                          reply: {type: HTTPReply}
                                        connections:
                                          a.out: reply
                                          b.out: reply
                                          c.out: reply
                                          d.out: reply
                                          e.out: reply
                                          f.out: reply
                                        """,
                                        ""))
                .isInstanceOfSatisfying(
                        ProblemsException.class,
                        e ->
                                assertThat(
                                                e.problems().stream()
                                                        .map(
                                                                p ->
                                                                        p.place().line()
                                                                                + " "
                                                                                + p.text()))
                                        .anyMatch(t -> t.startsWith("4 GET /a/{} at the listener"))
                                        .anyMatch(t -> t.startsWith("5 a path must begin with /"))
                                        .anyMatch(t -> t.startsWith("6 a method must be a word"))
                                        .anyMatch(t -> t.startsWith("7 credentials require"))
                                        .anyMatch(
                                                t -> t.startsWith("8 GET /a/{} at the listener")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.1", "unknown.invalid"})
    void aHostOfAnotherMachinePreventsTheDeployment(String host) {
        assertThatThrownBy(
                        () ->
                                http.deploy(
                                        "shop",
                                        flow("path: /orders"),
                                        HttpBroker.module("Do", ""),
                                        "listeners: {http: {port: 7, host: %s, tls: none}}\n"
                                                .formatted(host)))
                .isInstanceOfSatisfying(
                        MillraceException.class,
                        e -> {
                            assertThat(e.root().code()).isEqualTo(ErrorCode.LISTENER_UNUSABLE);
                            assertThat(e.root())
                                    .hasMessageContaining("not an address of this machine")
                                    .hasMessageContaining("listeners: {http: {host: ADDRESS}}")
                                    .message()
                                    .doesNotContain("another port", "ss -ltnp");
                        });
    }

    @Test
    void aPortInUsePreventsTheDeployment() throws IOException {
        try (ServerSocket used = new ServerSocket(http.port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(used.isBound()).isTrue();
            assertThatThrownBy(() -> deploy("path: /orders", ""))
                    .isInstanceOfSatisfying(
                            MillraceException.class,
                            e ->
                                    assertThat(e.root().code())
                                            .isEqualTo(ErrorCode.LISTENER_UNUSABLE));
        }
    }
}
