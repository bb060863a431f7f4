package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

/** The operations of the OpenAPI description, called on a server process. */
class AdministrationApiTest {

    private static final String ID = "https://millrace.test/openapi";
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir static Path folder;

    private static ServerThread server;
    private static String description;
    private static SchemaRegistry schemas;
    private static byte[] archive;
    private static byte[] earlier;

    @BeforeAll
    static void start() throws Exception {
        Files.createDirectory(folder.resolve("archives"));
        Path file =
                Files.writeString(
                        folder.resolve("broker.yaml"),
                        """
                        users: {anna: {roles: [view]}}
                        repository: {folder: archives}
                        dataSources: {STOCK: {url: "jdbc:h2:mem:stock"}}
                        """);
        server = ServerThread.start(folder.resolve("home"), "--config", file.toString());
        description = server.description();
        schemas =
                SchemaRegistry.withDefaultDialect(
                        Dialects.getOpenApi31(), b -> b.schemas(Map.of(ID, description)));
        earlier = archive("0");
        archive = archive("1");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static byte[] archive(String version) throws IOException {
        Path zip = folder.resolve(version + ".zip");
        TestServer.command(
                        "package",
                        Echo.write(folder, version).toString(),
                        "--output",
                        zip.toString())
                .ok();
        return Files.readAllBytes(zip);
    }

    private static void deploy(byte[] application) throws Exception {
        HttpResponse<String> response =
                TestServer.send(
                        server.request("/v1/broker/applications/echo")
                                .PUT(BodyPublishers.ofByteArray(application)));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    }

    /** Returns why a response is not as described; empty if it is. */
    private static String mismatch(ApiOperation operation, HttpResponse<String> response) {
        String status = Integer.toString(response.statusCode());
        String name = operation.method() + " " + operation.path() + " " + status;
        JsonNode described = operation.details().path("responses").path(status);
        if (described.isMissingNode()) {
            return name + " is not described: " + response.body();
        }
        if (!described.has("content")) {
            return response.body().isEmpty() ? "" : name + " has a body";
        }
        String type = response.headers().firstValue("content-type").orElse("none");
        if (!described.path("content").has(type)) {
            return name + " has the type " + type;
        }
        if (!type.endsWith("json")) {
            return response.body().isEmpty() ? name + " has no body" : "";
        }
        String pointer =
                "#/paths/%s/%s/responses/%s/content/%s/schema"
                        .formatted(
                                escaped(operation.path()),
                                operation.method(),
                                status,
                                escaped(type));
        var errors =
                schemas.getSchema(SchemaLocation.of(ID + pointer))
                        .validate(response.body(), InputFormat.JSON);
        return errors.isEmpty() ? "" : name + " " + errors + " " + response.body();
    }

    private static String escaped(String part) {
        return part.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D");
    }

    private static String fill(String path, Map<String, String> values) {
        String filled = path;
        for (Map.Entry<String, String> value : values.entrySet()) {
            filled = filled.replace("{" + value.getKey() + "}", value.getValue());
        }
        return filled;
    }

    private static HttpResponse<String> call(
            ApiOperation operation, Map<String, String> values, byte[] body) throws Exception {
        HttpRequest.Builder request = server.request(fill(operation.path(), values));
        return TestServer.send(
                request.method(
                        operation.method().toUpperCase(Locale.ROOT),
                        BodyPublishers.ofByteArray(
                                operation.details().has("requestBody") ? body : new byte[0])));
    }

    private static byte[] body(ApiOperation operation) {
        if (operation.path().endsWith("tokens")) {
            return "{\"expires\": \"5m\"}".getBytes(UTF_8);
        }
        if (operation.path().endsWith("assignment")) {
            return "{\"groups\": {\"default\": 2}}".getBytes(UTF_8);
        }
        if (operation.path().equals("/v1/broker/statistics")) {
            return "{\"archiveMinutes\": 30}".getBytes(UTF_8);
        }
        if (operation.path().endsWith("statistics")) {
            return "{\"record\": \"archive\"}".getBytes(UTF_8);
        }
        return operation.path().contains("log-levels")
                ? "{\"level\": \"debug\"}".getBytes(UTF_8)
                : archive;
    }

    @Test
    void everyOperationSucceedsAsDescribed() throws Exception {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("application", "echo");
        values.put("flow", "echo");
        values.put("group", "default");
        values.put("action", "restart");
        values.put("logger", "io.millrace.usertrace");
        values.put("dataSource", "STOCK");
        List<String> mismatches = new ArrayList<>();
        for (ApiOperation operation : ApiOperation.all(description)) {
            if (operation.path().startsWith("/v1/broker/queues")
                    || operation.path().endsWith("/events")
                    || operation.path().endsWith("/{outcome}")
                    || operation.path().endsWith("/{connection}")) {
                continue; // QueueApiTest, EventsTest, ResourcesTest
            }
            deploy(earlier);
            deploy(archive);
            values.put("user", "anna");
            values.put("token", AdministrationUser.of(server, "anna").id());
            HttpResponse<String> response = call(operation, values, body(operation));
            if (response.statusCode() >= 300) {
                mismatches.add(operation + " failed: " + response.body());
            }
            mismatches.add(mismatch(operation, response));
        }
        mismatches.removeIf(String::isEmpty);
        assertThat(mismatches).isEmpty();
    }

    /** Values and bodies that are wrong in many ways give a described error and change nothing. */
    @Test
    void hostileRequestsAreRefusedAsDescribed() throws Exception {
        deploy(archive);
        String before = applications();
        Random random = new Random(Long.getLong("millrace.seed", 1));
        byte[] noise = new byte[10_000];
        random.nextBytes(noise);
        byte[] cut = Arrays.copyOf(archive, archive.length / 2);
        List<String> hostile =
                List.of(
                        "%00",
                        "..%2F..%2Fetc",
                        "%F0%9F%92%A9",
                        "a".repeat(500),
                        "%25%32",
                        "echo%0D%0AX:1",
                        "'%3B--");
        List<String> mismatches = new ArrayList<>();
        for (ApiOperation operation : ApiOperation.all(description)) {
            if (!operation.path().contains("{")) {
                continue;
            }
            for (String value : hostile) {
                Map<String, String> values = new LinkedHashMap<>();
                for (String name :
                        List.of(
                                "application",
                                "flow",
                                "group",
                                "action",
                                "logger",
                                "queue",
                                "user",
                                "token",
                                "msgId",
                                "unit",
                                "outcome",
                                "connection",
                                "dataSource")) {
                    values.put(name, value);
                }
                for (byte[] body : List.of(noise, cut, archive)) {
                    HttpResponse<String> response = call(operation, values, body);
                    if (response.statusCode() >= 500
                            || response.statusCode() < 300
                                    && !operation.path().endsWith("/revisions")) {
                        mismatches.add(operation.path() + " " + response + response.body());
                    } else if (response.body().startsWith("{")) {
                        assertThat(response.body()).contains("\"code\":\"MR");
                    }
                }
            }
        }
        assertThat(mismatches).isEmpty();
        assertThat(applications()).isEqualTo(before);
    }

    private static String applications() throws Exception {
        return TestServer.send(server.request("/v1/broker/applications").GET()).body();
    }

    @Test
    void everyOperationExceptTheOpenOnesNeedsTheToken() throws Exception {
        TreeSet<String> open = new TreeSet<>();
        for (ApiOperation operation : ApiOperation.all(description)) {
            HttpResponse<String> response =
                    TestServer.send(
                            HttpRequest.newBuilder(
                                            URI.create(
                                                    server.url()
                                                            + operation
                                                                    .path()
                                                                    .replaceAll("[{}]", "")))
                                    .method(
                                            operation.method().toUpperCase(Locale.ROOT),
                                            BodyPublishers.noBody()));
            if (response.statusCode() == 401) {
                assertThat(mismatch(operation, response)).isEmpty();
                assertThat(response.body()).contains("MR7024", "\"actor\":\"operator\"");
            } else {
                open.add(operation.path());
            }
        }
        assertThat(open)
                .containsExactly(
                        "/health/live", "/health/ready", "/health/started", "/openapi.json");
    }

    @Test
    void unknownPathsAndMethodsAreReported() throws Exception {
        HttpResponse<String> path = TestServer.send(server.request("/v1/borker").GET());
        assertThat(path.statusCode()).isEqualTo(404);
        assertThat(path.body()).contains("MR7025", "/v1/borker does not exist", "/openapi.json");
        HttpResponse<String> method = TestServer.send(server.request("/v1/broker").DELETE());
        assertThat(method.statusCode()).isEqualTo(405);
        assertThat(method.headers().firstValue("allow")).hasValue("GET");
    }

    /** Sends a body completely before the response is read, and returns the status. */
    private static int statusOfLarge(String method, String path, String token) throws IOException {
        URI url = URI.create(server.url());
        byte[] body = new byte[20_000_000];
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(120_000);
            String head =
                    "%s %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: %d"
                            .formatted(method, path, token, body.length);
            OutputStream out = socket.getOutputStream();
            out.write((head + "\r\n\r\n").getBytes(UTF_8));
            out.write(body);
            byte[] line = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
            return Integer.parseInt(new String(line, 9, 3, UTF_8));
        }
    }

    @Test
    void aClientThatSendsARefusedBodyCompletelyReceivesTheStatus() throws Exception {
        String token = server.token();
        String echo = "/v1/broker/applications/echo";
        assertThat(statusOfLarge("PUT", "/v1/borker", token)).isEqualTo(404);
        assertThat(statusOfLarge("PUT", "/v1/broker", token)).isEqualTo(405);
        assertThat(statusOfLarge("PUT", echo, "x".repeat(43))).isEqualTo(401);
        assertThat(statusOfLarge("PUT", echo + "/flows/echo/assignment", token)).isEqualTo(400);
        assertThat(statusOfLarge("POST", echo + "/start", token)).isBetween(200, 404);
    }

    @Test
    void theChecksumOfTheRequestIsCompared() throws Exception {
        HttpResponse<String> response =
                TestServer.send(
                        server.request("/v1/broker/applications/echo")
                                .header("Millrace-SHA256", "0".repeat(64))
                                .PUT(BodyPublishers.ofByteArray(archive)));
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("MR7020", "but the request specifies 0000");
    }

    @Test
    void metersCountMessagesAndEndWithTheApplication() throws Exception {
        deploy(archive);
        server.run("put", Echo.IN, "--text", "<a/>").ok();
        server.run("get", Echo.OUT, "--wait", "60").ok();
        String flow = "application=\"echo\",flow=\"echo\",group=\"default\"";
        // A client can get a message before the commit is counted.
        await().untilAsserted(
                        () ->
                                assertThat(meters())
                                        .containsPattern(
                                                "millrace_flow_commits_total\\{"
                                                        + flow
                                                        + "} [1-9]"));
        assertThat(meters())
                .contains("# TYPE millrace_flow_messages_total counter")
                .contains("millrace_flow_running{" + flow + "} 1.0")
                .containsPattern("millrace_node_time_seconds_count\\{.*node=\"echo.set\"} [1-9]")
                .contains("millrace_queue_depth{queue=\"ECHO.IN\"} 0.0", "jvm_memory_used_bytes");
        server.run("undeploy", "echo").ok();
        assertThat(meters())
                .contains("millrace_queue_depth", "millrace_applications 0.0")
                .doesNotContain("millrace_flow_");
    }

    private static String meters() throws Exception {
        return TestServer.send(server.request("/metrics").GET()).body();
    }

    @Test
    void theTokenAndTheArchivesAreReadableOnlyByTheUser() throws IOException {
        Path files = server.home().resolve("server");
        assertThat(Files.getPosixFilePermissions(files.resolve("token"))).hasSize(2);
        assertThat(Files.getPosixFilePermissions(files.resolve("archives"))).hasSize(3);
    }
}
