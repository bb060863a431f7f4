package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Requests that violate the OpenAPI description, generated from it. Each is refused with the
 * described error and changes nothing.
 */
@Timeout(900)
class HostileRequestsTest {

    private static final JsonMapper JSON = new JsonMapper();

    /** What must not change. */
    private static final List<String> STATE =
            List.of(
                    "/v1/broker/revisions",
                    "/v1/broker/groups",
                    "/v1/broker/queues",
                    "/v1/broker/queues/KEPT",
                    "/v1/broker/log-levels",
                    "/v1/broker/statistics",
                    "/v1/broker/users");

    @TempDir static Path folder;

    private static ServerProcess server;
    private static HostileValues values;
    private static List<ApiOperation> operations;
    private static int calls;

    @BeforeAll
    static void start() throws Exception {
        Path file =
                Files.writeString(folder.resolve("broker.yaml"), "users: {anna: {roles: [view]}}");
        server = ServerProcess.start(folder.resolve("home"), "--config", file.toString());
        String description = server.description();
        values = new HostileValues(JSON.readTree(description));
        operations =
                ApiOperation.all(description).stream().filter(o -> !o.role().isEmpty()).toList();
        server.run("deploy", Echo.write(folder, "1").toString()).ok();
        server.run("queues", "define", "KEPT", "description=kept").ok();
        server.run("put", "KEPT", "--text", "kept").ok();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String path(ApiOperation operation) {
        String path =
                operation
                        .path()
                        .replace("{application}", "echo")
                        .replace("{flow}", "echo")
                        .replace("{group}", "default")
                        .replace("{action}", "restart")
                        .replace("{queue}", operation.method().equals("put") ? "NEW" : "KEPT")
                        .replace("{msgId}", "0".repeat(48))
                        .replace("{logger}", "io.millrace.usertrace")
                        .replace("{user}", "anna")
                        .replace("{token}", "00000000")
                        .replace("{unit}", "1.1")
                        .replace("{outcome}", "backout")
                        .replace("{connection}", "none")
                        .replace("{dataSource}", "NONE");
        assertThat(path).as("a path without unknown parameters").doesNotContain("{");
        return path;
    }

    private static String state() throws Exception {
        StringBuilder state = new StringBuilder();
        for (String path : STATE) {
            state.append(TestServer.send(server.request(path).GET()).body()).append('\n');
        }
        return state.toString().replaceAll("\"oldestAgeSeconds\":\\d+", "");
    }

    /** Returns why a response is not a described error; empty if it is. */
    private static String mismatch(ApiOperation operation, HttpResponse<String> response) {
        int status = response.statusCode();
        if (status < 400 || status >= 500) {
            return "status " + status + " " + response.body();
        }
        if (!operation.details().path("responses").has(Integer.toString(status))) {
            return "status " + status + " is not described: " + response.body();
        }
        String type = response.headers().firstValue("content-type").orElse("none");
        if (!type.equals("application/problem+json")) {
            return "type " + type;
        }
        JsonNode body = JSON.readTree(response.body());
        boolean complete =
                body.path("code").asString("").startsWith("MR")
                        && body.path("status").asInt() == status
                        && !body.path("detail").asString("").isEmpty()
                        && !body.path("action").asString("").isEmpty();
        boolean isClean = !response.body().contains("io.millrace.server");
        return complete && isClean ? "" : response.body();
    }

    private static void call(
            ApiOperation operation,
            String what,
            HttpRequest.Builder request,
            byte[] body,
            List<String> wrong)
            throws Exception {
        calls++;
        String mismatch =
                mismatch(
                        operation,
                        TestServer.send(
                                request.method(
                                        operation.method().toUpperCase(Locale.ROOT),
                                        BodyPublishers.ofByteArray(body))));
        if (!mismatch.isEmpty()) {
            String name = operation.method() + " " + operation.path() + ", ";
            wrong.add(name + shortened(what) + ": " + shortened(mismatch));
        }
    }

    private static String shortened(String text) {
        return text.length() > 300 ? text.substring(0, 300) + "..." : text;
    }

    private static byte[] validBody(ApiOperation operation) {
        JsonNode schema = json(operation);
        return schema.isMissingNode() ? new byte[0] : JSON.writeValueAsBytes(values.valid(schema));
    }

    private static JsonNode json(ApiOperation operation) {
        return operation.details().at("/requestBody/content/application~1json/schema");
    }

    private static void parameters(ApiOperation operation, List<String> wrong) throws Exception {
        String path = path(operation);
        byte[] body = validBody(operation);
        call(operation, "unknwn=1", server.request(path + "?unknwn=1"), body, wrong);
        for (JsonNode reference : operation.details().path("parameters")) {
            JsonNode parameter = values.resolve(reference);
            String name = parameter.path("name").asString();
            if (parameter.path("in").asString().equals("query")) {
                for (String value : values.parameters(parameter.path("schema"))) {
                    String query = name + "=" + value;
                    call(operation, query, server.request(path + "?" + query), body, wrong);
                }
            }
        }
    }

    @Test
    void requestsThatViolateTheDescriptionAreRefusedAndChangeNothing() throws Exception {
        String before = state();
        List<String> wrong = new ArrayList<>();
        for (ApiOperation operation : operations) {
            parameters(operation, wrong);
            JsonNode schema = json(operation);
            if (!schema.isMissingNode()) {
                for (Map.Entry<String, byte[]> body : values.bodies(schema).entrySet()) {
                    HttpRequest.Builder request = server.request(path(operation));
                    call(operation, body.getKey(), request, body.getValue(), wrong);
                }
            }
            if (!state().equals(before)) {
                wrong.add(operation.method() + " " + operation.path() + " has changed the state");
                before = state();
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(calls).isGreaterThan(300);
        assertThat(server.process().isAlive()).isTrue();
    }
}
