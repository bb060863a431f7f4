package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Every operation of the API, called with every role on a server process. */
@Timeout(900)
class RolesTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Path PAGE = Path.of(System.getProperty("millrace.root"), "docs/roles.md");
    private static final String TABLE = "| operation | call | role | for |\n|---|---|---|---|\n";
    private static final List<String> ROLES =
            List.of("view", "operate", "deploy-flows", "deploy-code", "admin");

    /** The roles that include a role. */
    private static final Map<String, Set<String>> INCLUDED_IN =
            Map.of(
                    "view", Set.copyOf(ROLES),
                    "operate", Set.of("operate", "admin"),
                    "deploy-flows", Set.of("deploy-flows", "deploy-code", "admin"),
                    "deploy-code", Set.of("deploy-code", "admin"),
                    "admin", Set.of("admin"));

    @TempDir static Path folder;

    private static ServerThread server;
    private static final Map<String, AdministrationUser> USERS = new LinkedHashMap<>();
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static byte[] archive;

    @BeforeAll
    static void start() throws Exception {
        StringBuilder users = new StringBuilder("users:\n");
        ROLES.forEach(role -> users.append("  u-%s: {roles: [%s]}\n".formatted(role, role)));
        users.append("  u-spare: {roles: [view]}\n");
        Path file = Files.writeString(folder.resolve("broker.yaml"), users);
        server = ServerThread.start(folder.resolve("home"), "--config", file.toString());
        for (String role : ROLES) {
            USERS.put(role, AdministrationUser.of(server, "u-" + role));
        }
        String echo = Echo.write(folder, "1").toString();
        Path zip = folder.resolve("echo.zip");
        TestServer.command("package", echo, "--output", zip.toString()).ok();
        archive = Files.readAllBytes(zip);
        server.run("deploy", Echo.write(folder, "0").toString()).ok();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<ApiOperation> operations() throws Exception {
        List<ApiOperation> operations = ApiOperation.all(server.description());
        assertThat(operations).hasSizeGreaterThan(45);
        return operations;
    }

    private static String path(ApiOperation operation) {
        return operation
                .path()
                .replace("{application}", "echo")
                .replace("{flow}", "echo")
                .replace("{group}", "default")
                .replace("{action}", "restart")
                .replace("{queue}", "ECHO.OUT")
                .replace("{msgId}", "0".repeat(48))
                .replace("{logger}", "io.millrace.usertrace")
                .replace("{user}", "u-spare")
                .replace("{token}", "00000000")
                .replace("{unit}", "1.1")
                .replace("{outcome}", "backout")
                .replace("{connection}", "none")
                .replace("{dataSource}", "NONE");
    }

    private static byte[] body(ApiOperation operation) {
        String json =
                operation.path().endsWith("/assignment")
                        ? "{\"groups\": {\"default\": 1}}"
                        : operation.path().endsWith("/statistics")
                                ? "{\"record\": \"archive\", \"active\": false}"
                                : operation.path().contains("log-levels")
                                        ? "{\"level\": \"info\"}"
                                        : operation.path().endsWith("/messages")
                                                ? "{\"messages\": [{\"text\": \"a\"}]}"
                                                : "{}";
        return operation.path().contains("/applications/{application}")
                        && !json.contains("groups")
                        && !json.contains("record")
                ? archive
                : json.getBytes(UTF_8);
    }

    /** Returns the status and, of an error, the body. */
    private static String call(ApiOperation operation, HttpRequest.Builder request)
            throws Exception {
        HttpResponse<InputStream> response =
                CLIENT.send(
                        request.method(
                                        operation.method().toUpperCase(Locale.ROOT),
                                        operation.details().has("requestBody")
                                                ? BodyPublishers.ofByteArray(body(operation))
                                                : BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofInputStream());
        try (InputStream in = response.body()) {
            return response.statusCode()
                    + (response.statusCode() < 400
                            ? ""
                            : " " + new String(in.readAllBytes(), UTF_8));
        }
    }

    private static void restore() throws Exception {
        HttpResponse<String> deployed =
                TestServer.send(
                        server.request("/v1/broker/applications/echo")
                                .PUT(BodyPublishers.ofByteArray(archive)));
        assertThat(deployed.statusCode()).as(deployed.body()).isEqualTo(200);
    }

    @Test
    void everyOperationRequiresItsRole() throws Exception {
        List<String> wrong = new ArrayList<>();
        for (ApiOperation operation : operations()) {
            for (String role : ROLES) {
                AdministrationUser user = USERS.get(role);
                String result = call(operation, user.request(path(operation)));
                boolean permitted =
                        operation.role().isEmpty()
                                || INCLUDED_IN.get(operation.role()).contains(role);
                boolean isRefused =
                        result.startsWith("403 ")
                                && result.contains("\"code\":\"MR7030\"")
                                && result.contains(
                                        "user %s needs the role %s for "
                                                .formatted(user.name(), operation.role()));
                boolean isAnswered = !result.startsWith("401") && !result.startsWith("403");
                if (permitted ? !isAnswered : !isRefused) {
                    wrong.add(operation + " with " + role + ": " + result);
                }
                if (permitted && operation.operationId().equals("undeploy")) {
                    restore();
                }
            }
            String anonymous =
                    call(
                            operation,
                            HttpRequest.newBuilder(URI.create(server.url() + path(operation))));
            if (operation.role().isEmpty() == anonymous.startsWith("401 ")) {
                wrong.add(operation + " without a token: " + anonymous);
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** The role of an operation in the page is compared with the server, so both are deliberate. */
    @Test
    void thePageListsEveryOperationWithItsRole() throws Exception {
        StringBuilder table = new StringBuilder();
        for (ApiOperation operation : operations()) {
            if (!operation.role().isEmpty()) {
                String text = operation.details().path("description").asString();
                String scope = text.substring(text.lastIndexOf(" for ") + 5, text.length() - 1);
                table.append(
                        "| `%s` | `%s %s` | `%s` | %s |\n"
                                .formatted(
                                        operation.operationId(),
                                        operation.method().toUpperCase(Locale.ROOT),
                                        operation.path(),
                                        operation.role(),
                                        scope));
            }
        }
        String page = Files.readString(PAGE);
        int begin = page.indexOf(TABLE) + TABLE.length();
        int end = page.length();
        if (System.getProperty("millrace.docs", "").equals("write")) {
            Files.writeString(PAGE, page.substring(0, begin) + table + page.substring(end));
        } else {
            assertThat(page.substring(begin, end))
                    .as("the table of %s; generate it with -Dmillrace.docs=write", PAGE)
                    .isEqualTo(table.toString());
        }
    }
}
