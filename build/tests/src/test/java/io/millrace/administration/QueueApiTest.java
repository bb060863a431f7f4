package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;

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

import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The administration of queues, through the API and the commands of a server process. */
class QueueApiTest {

    private static final String ID = "https://millrace.test/openapi";
    private static final JsonMapper JSON = new JsonMapper();

    /** Operations that were called successfully. */
    private static final Set<String> CALLED = new TreeSet<>();

    @TempDir static Path folder;

    private static ServerThread server;
    private static JsonNode description;
    private static SchemaRegistry schemas;

    @BeforeAll
    static void start() throws Exception {
        Path broker = folder.resolve("broker.yaml");
        Files.writeString(
                broker,
                "queues: {FILE.Q: {maxDepth: 7}, FILE.OTHER: {}, ECHO.IN: {}, ECHO.OUT: {}}\n");
        server = ServerThread.start(folder.resolve("home"), "--config", broker.toString());
        String text = server.description();
        description = JSON.readTree(text);
        schemas =
                SchemaRegistry.withDefaultDialect(
                        Dialects.getOpenApi31(), b -> b.schemas(Map.of(ID, text)));
    }

    @AfterAll
    static void stop() {
        server.close();
        Set<String> all = new TreeSet<>();
        description
                .path("paths")
                .properties()
                .forEach(
                        path ->
                                path.getValue()
                                        .propertyNames()
                                        .forEach(method -> all.add(method + " " + path.getKey())));
        all.removeIf(operation -> !operation.contains("/v1/broker/queues"));
        assertThat(CALLED).containsExactlyElementsOf(all);
    }

    private record Answer(int status, JsonNode body) {
        Answer is(int expected) {
            assertThat(status).as(body.toString()).isEqualTo(expected);
            return this;
        }

        String detail() {
            return body.path("code").asString("") + " " + body.path("detail").asString("");
        }
    }

    /** Calls an operation and compares its response with the description. */
    private static Answer call(String method, String template, String path, Object body)
            throws Exception {
        return call(method, template, path, body, null);
    }

    private static Answer call(
            String method, String template, String path, Object body, String revision)
            throws Exception {
        HttpRequest.Builder request = server.request(path);
        if (revision != null) {
            request.header("If-Match", "\"" + revision + "\"");
        }
        request.header("Millrace-Author", "test@host");
        HttpResponse<String> response =
                TestServer.send(
                        request.method(
                                method,
                                body == null
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(
                                                body instanceof String s
                                                        ? s
                                                        : JSON.writeValueAsString(body))));
        JsonNode operation =
                description.path("paths").path(template).path(method.toLowerCase(Locale.ROOT));
        JsonNode described =
                operation.path("responses").path(Integer.toString(response.statusCode()));
        assertThat(described.isMissingNode())
                .as(method + " " + template + " " + response.statusCode() + response.body())
                .isFalse();
        if (response.statusCode() < 300) {
            CALLED.add(method.toLowerCase(Locale.ROOT) + " " + template);
        }
        if (response.body().isEmpty()) {
            return new Answer(response.statusCode(), JSON.createObjectNode());
        }
        String type = response.headers().firstValue("content-type").orElseThrow();
        String pointer =
                "#/paths/%s/%s/responses/%s/content/%s/schema"
                        .formatted(
                                template.replace("/", "~1").replace("{", "%7B").replace("}", "%7D"),
                                method.toLowerCase(Locale.ROOT),
                                response.statusCode(),
                                type.replace("/", "~1"));
        assertThat(
                        schemas.getSchema(SchemaLocation.of(ID + pointer))
                                .validate(response.body(), InputFormat.JSON))
                .as(response.body())
                .isEmpty();
        return new Answer(response.statusCode(), JSON.readTree(response.body()));
    }

    private static final String QUEUE = "/v1/broker/queues/{queue}";
    private static final String MESSAGES = QUEUE + "/messages";

    private static String path(String queue) {
        return "/v1/broker/queues/" + encoded(queue).replace("+", "%20");
    }

    private static Answer define(String queue, Map<String, ?> attributes) throws Exception {
        return call("PUT", QUEUE, path(queue), attributes);
    }

    private static Answer alter(String queue, Object attributes) throws Exception {
        return call("PATCH", QUEUE, path(queue), attributes);
    }

    private static Answer put(String queue, Object... messages) throws Exception {
        return call("POST", MESSAGES, path(queue) + "/messages", Map.of("messages", messages));
    }

    private static Answer browse(String queue, String query) throws Exception {
        return call("GET", MESSAGES, path(queue) + "/messages?" + query, null);
    }

    private static String attribute(Answer details, String name, String key) {
        for (JsonNode attribute : details.body().path("attributes")) {
            if (attribute.path("name").asString().equals(name)) {
                return attribute.path(key).asString();
            }
        }
        return null;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Test
    void aQueueIsDefinedAlteredAndDeleted() throws Exception {
        Answer defined = define("NEW.Q/1", Map.of("maxDepth", 5, "description", "a: #b")).is(201);
        assertThat(attribute(defined, "maxDepth", "value")).isEqualTo("5");
        assertThat(attribute(defined, "maxDepth", "origin")).isEqualTo("operator");
        assertThat(attribute(defined, "description", "value")).isEqualTo("a: #b");
        assertThat(attribute(defined, "persistent", "origin")).isEqualTo("default");
        assertThat(define("NEW.Q/1", Map.of()).is(409).detail()).contains("MR7028", "exists");
        Answer altered = alter("NEW.Q/1", "{\"maxDepth\": null, \"inhibitPut\": true}").is(200);
        assertThat(attribute(altered, "maxDepth", "value")).isEqualTo("0");
        assertThat(put("NEW.Q/1", Map.of("text", "a")).is(409).detail()).contains("MR5018");
        alter("NEW.Q/1", Map.of("inhibitPut", false)).is(200);
        put("NEW.Q/1", Map.of("text", "a")).is(201);
        assertThat(call("DELETE", QUEUE, path("NEW.Q/1"), null).is(409).detail())
                .contains("MR5019", "contains 1 message", "--purge");
        call("DELETE", QUEUE, path("NEW.Q/1") + "?purge=true", null).is(204);
        assertThat(call("GET", QUEUE, path("NEW.Q/1"), null).is(404).detail()).contains("MR5001");
    }

    @Test
    void aDynamicQueueIsCreatedFromAModelUpToItsMaximum() throws Exception {
        define("KEPT", Map.of("model", "permanent", "maxDynamicQueues", 1)).is(201);
        Answer created = createDynamic("KEPT").is(201);
        String name = created.body().at("/queue/name").asString();
        assertThat(name).startsWith("KEPT.");
        assertThat(created.body().at("/queue/dynamicOf").asString()).isEqualTo("KEPT");
        put(name, Map.of("text", "a")).is(201);
        assertThat(createDynamic("KEPT").is(409).detail()).contains("MR5025", "maxDynamicQueues");
        assertThat(createDynamic(name).is(409).detail()).contains("MR5024", "not a model");
        assertThat(createDynamic("NONE").is(404).detail()).contains("MR5001");
        call("DELETE", QUEUE, path(name) + "?purge=true", null).is(204);
        createDynamic("KEPT").is(201);
    }

    private static Answer createDynamic(String model) throws Exception {
        return call("POST", QUEUE + "/dynamic", path(model) + "/dynamic", null);
    }

    @Test
    void attributesOfAnOperatorReplaceThoseOfFilesAndSurviveARestart() throws Exception {
        Path broker = folder.resolve("own.yaml");
        String yaml = "queues:\n  ONE: {maxDepth: 7, persistent: false}\n  TWO: {}\n";
        Files.writeString(broker, yaml);
        Path home = folder.resolve("own");
        try (ServerProcess own = ServerProcess.start(home, "--config", broker.toString())) {
            own.run("queues", "alter", "ONE", "maxDepth=99").ok();
            own.run("queues", "define", "THREE", "expiryCap=2.5", "alias=").ok();
            own.run("queues", "define", "ALIAS", "alias=ONE").ok();
            own.run("queues", "define", "GONE").ok();
            own.run("queues", "delete", "GONE").ok();
            assertThat(own.run("queues", "delete", "TWO").err())
                    .contains("MR5019", "queues in broker.yaml");
            own.kill();
        }
        try (ServerProcess own = ServerProcess.start(home, "--config", broker.toString())) {
            assertThat(own.run("queues", "show", "ONE").ok().out())
                    .containsPattern("maxDepth +99 +operator")
                    .containsPattern("persistent +false +.*own.yaml:2")
                    .contains("the alias ALIAS");
            assertThat(own.run("queues", "show", "THREE").ok().out())
                    .containsPattern("expiryCap +2.5 +operator");
            assertThat(own.run("queues", "show", "GONE").code()).isNotZero();
            own.run("put", "ALIAS", "--text", "through").ok();
            assertThat(own.run("get", "ONE").ok().out()).isEqualTo("through");
            own.run("queues", "alter", "ONE", "--reset", "maxDepth").ok();
            assertThat(own.run("queues", "show", "ONE").ok().out())
                    .containsPattern("maxDepth +7 +.*own.yaml:2");
        }
        assertThat(broker).hasContent(yaml);
    }

    @Test
    void aQueueThatAnApplicationUsesCannotBeDeleted() throws Exception {
        server.run("deploy", Echo.write(folder, "1").toString()).ok();
        assertThat(call("DELETE", QUEUE, path(Echo.OUT), null).is(409).detail())
                .contains("MR5019", "the application echo (", ".flow.yaml:");
        assertThat(call("GET", QUEUE, path(Echo.OUT), null).is(200).body().path("usedBy"))
                .isNotEmpty();
        server.run("undeploy", "echo").ok();
    }

    @Test
    void wrongAttributesAreReportedAndChangeNothing() throws Exception {
        for (String wrong :
                List.of(
                        "{\"maxDepht\": 1}",
                        "{\"maxDepth\": -1}",
                        "{\"maxDepth\": \"many\"}",
                        "{\"priority\": 10}",
                        "{\"inhibitPut\": \"perhaps\"}",
                        "{\"maxDepth\": [1]}",
                        "{\"alias\": \"WRONG.Q\"}",
                        "[1]",
                        "{")) {
            assertThat(call("PUT", QUEUE, path("WRONG.Q"), wrong).is(400).detail())
                    .as(wrong)
                    .contains("MR7025");
        }
        assertThat(define("WRONG.Q", Map.of("backoutQueue", "NONE")).is(404).detail())
                .contains("MR5001", "NONE", "backoutQueue");
        assertThat(define("NOT VALID", Map.of()).is(400).detail()).contains("a space");
        assertThat(define("SYSTEM.STATE.X", Map.of()).is(400).detail()).contains("SYSTEM.STATE.");
        call("GET", QUEUE, path("WRONG.Q"), null).is(404);
        assertThat(alter("FILE.Q", Map.of("persistant", true)).is(400).detail())
                .contains("persistent");
    }

    @Test
    void ofTwoAdministratorsTheSecondIsToldWhoChangedWhat() throws Exception {
        define("TWO.Q", Map.of()).is(201);
        String seen = call("GET", QUEUE, path("TWO.Q"), null).body().path("revision").asString();
        call("PATCH", QUEUE, path("TWO.Q"), Map.of("maxDepth", 1), seen).is(200);
        assertThat(
                        call("PATCH", QUEUE, path("TWO.Q"), Map.of("maxDepth", 2), seen)
                                .is(412)
                                .detail())
                .contains("MR7022", "alter of queue TWO.Q by test@host");
        assertThat(call("DELETE", QUEUE, path("TWO.Q"), null, seen).is(412).detail())
                .contains("MR7022");
        assertThat(attribute(call("GET", QUEUE, path("TWO.Q"), null), "maxDepth", "value"))
                .isEqualTo("1");
    }

    @Test
    void messagesArePutBrowsedParsedMovedAndPurged() throws Exception {
        define("M.ONE", Map.of()).is(201);
        define("M.TWO", Map.of()).is(201);
        put(
                        "M.ONE",
                        Map.of("text", "<a><b>1</b></a>", "mqmd", Map.of("Format", "MQSTR")),
                        Map.of("text", "{\"n\": 5}", "mqmd", Map.of("Priority", 7)),
                        Map.of("base64", "AAEC"))
                .is(201);
        Answer tree = browse("M.ONE", "content=tree").is(200);
        JsonNode messages = tree.body().path("messages");
        assertThat(messages).hasSize(3);
        assertThat(messages.get(0).path("tree").toString()).contains("\"n\":5");
        assertThat(messages.get(0).path("domain").asString()).isEqualTo("JSON");
        assertThat(messages.get(1).path("tree").path("a").path("b").asString()).isEqualTo("1");
        JsonNode binary = browse("M.ONE", "content=data").body().path("messages").get(2);
        assertThat(binary.path("base64").asString()).isEqualTo("AAEC");
        Answer filtered = browse("M.ONE", "filter=" + encoded("Root.MQMD.Priority = 7")).is(200);
        assertThat(filtered.body().path("messages")).hasSize(1);
        Answer page = browse("M.ONE", "count=1&skip=1").is(200);
        assertThat(page.body().path("more").asBoolean()).isTrue();
        assertThat(page.body().path("messages").get(0).path("number").asInt()).isEqualTo(2);
        Answer moved =
                call(
                                "POST",
                                QUEUE + "/move",
                                path("M.ONE")
                                        + "/move?to=M.TWO&filter="
                                        + encoded("Root.MQMD.Priority = 7"),
                                null)
                        .is(200);
        assertThat(moved.body().path("moved").path("M.TWO").asInt()).isEqualTo(1);
        assertThat(moved.body().path("remaining").asInt()).isEqualTo(2);
        String msgId =
                browse("M.TWO", "content=text")
                        .body()
                        .path("messages")
                        .get(0)
                        .path("msgId")
                        .asString();
        String one = path("M.TWO") + "/messages/" + msgId;
        call("DELETE", MESSAGES + "/{msgId}", one, null).is(204);
        assertThat(call("DELETE", MESSAGES + "/{msgId}", one, null).is(404).detail())
                .contains("MR5020");
        Answer purged = call("DELETE", MESSAGES, path("M.ONE") + "/messages?max=1", null).is(200);
        assertThat(purged.body().path("count").asInt()).isEqualTo(1);
        assertThat(purged.body().path("remaining").asInt()).isEqualTo(1);
        String replay = path("M.ONE") + "/replay";
        Answer unknown = call("POST", QUEUE + "/replay", replay, null).is(200);
        assertThat(unknown.body().path("failures").get(0).path("text").asString())
                .contains("its original queue is unknown");
        Answer replayed = call("POST", QUEUE + "/replay", replay + "?to=M.TWO", null).is(200);
        assertThat(replayed.body().path("moved").path("M.TWO").asInt()).isEqualTo(1);
    }

    @Test
    void wrongRequestsForMessagesAreRefused() throws Exception {
        String messages = path("FILE.Q") + "/messages";
        for (String query :
                List.of("count=0", "count=9999", "content=all", "filter=1+%2B", "skip=x")) {
            assertThat(browse("FILE.Q", query).is(400).detail()).as(query).contains("MR7025");
        }
        assertThat(browse("MISSING.Q", "").is(404).detail()).contains("MR5001");
        assertThat(browse("FILE.Q", "application=none").is(404).detail()).contains("none");
        assertThat(call("POST", MESSAGES, messages, "{}").is(400).detail()).contains("messages");
        assertThat(put("FILE.Q", Map.of("mqmd", Map.of("MsgId", "xyz"))).is(400).detail())
                .contains("MsgId");
        assertThat(put("FILE.Q", Map.of("base64", "%%")).is(400).detail()).contains("base64");
        assertThat(
                        call("POST", QUEUE + "/move", path("FILE.Q") + "/move?to=FILE.Q", null)
                                .is(400)
                                .detail())
                .contains("another queue");
        assertThat(
                        call("POST", QUEUE + "/move", path("FILE.Q") + "/move?to=NO", null)
                                .is(404)
                                .detail())
                .contains("NO");
        assertThat(browse("SYSTEM.STATE.X", "").is(409).detail()).contains("MR5004");
    }

    @Test
    void aQueueThatIsDeletedWhileItIsReadGivesAnErrorAndNothingElse() throws Exception {
        define("RACE.Q", Map.of()).is(201);
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Callable<Integer> readers =
                    () -> {
                        int status;
                        do {
                            status = browse("RACE.Q", "content=tree").status();
                            put("RACE.Q", Map.of("text", "<a/>"));
                        } while (status == 200);
                        return status;
                    };
            Future<Integer> one = threads.submit(readers);
            Future<Integer> two = threads.submit(readers);
            int status;
            do {
                status = call("DELETE", QUEUE, path("RACE.Q") + "?purge=true", null).status();
            } while (status == 409);
            assertThat(status).isEqualTo(204);
            assertThat(one.get()).isEqualTo(404);
            assertThat(two.get()).isEqualTo(404);
        }
        call("GET", QUEUE, path("RACE.Q"), null).is(404);
    }

    @Test
    void theListHasDepthAgeReadersAndWriters() throws Exception {
        define("LIST.Q", Map.of("description", "for the list")).is(201);
        put("LIST.Q", Map.of("text", "a")).is(201);
        Answer all = call("GET", "/v1/broker/queues", "/v1/broker/queues", null).is(200);
        JsonNode found = null;
        for (JsonNode queue : all.body()) {
            found = queue.path("name").asString().equals("LIST.Q") ? queue : found;
        }
        assertThat(found.path("depth").asInt()).isEqualTo(1);
        assertThat(found.path("oldestAgeSeconds").isNumber()).isTrue();
        assertThat(found.path("description").asString()).isEqualTo("for the list");
    }

    /** The commands reach a server with its URL and token, as from another machine. */
    @Test
    void theCommandsForQueuesWorkWithTheUrlOfAServer() throws Exception {
        define("CMD.Q", Map.of()).is(201);
        String[] to = {
            "--server",
            server.url(),
            "--token-file",
            server.home().resolve("server/token").toString()
        };
        run(to, "put", "CMD.Q", "--text", "<a>1</a>", "--copies", "3", "--correl-id", "0a0b").ok();
        assertThat(run(to, "browse", "CMD.Q").ok().out()).contains("<a>1</a>");
        assertThat(run(to, "browse", "CMD.Q", "--full").ok().out()).contains("CorrelId: 0A0B");
        assertThat(run(to, "browse", "CMD.Q", "--json").ok().out()).contains("\"preview\"");
        assertThat(run(to, "queues").ok().out()).containsPattern("CMD.Q +3");
        assertThat(run(to, "get", "CMD.Q").ok().out()).isEqualTo("<a>1</a>");
        assertThat(run(to, "replay", "CMD.Q").code()).isEqualTo(1);
        assertThat(run(to, "replay", "CMD.Q", "--to", "FILE.OTHER", "--max", "1").ok().err())
                .contains("1 message moved to FILE.OTHER", "1 message on CMD.Q");
        assertThat(run(to, "queues", "purge", "CMD.Q").ok().err())
                .contains("1 message removed from CMD.Q");
        assertThat(run(to, "get", "CMD.Q").code()).isEqualTo(1);
        assertThat(run(to, "get", "NO.Q").err()).contains("MR5001");
        assertThat(run(to, "queues", "--clear", "CMD.Q").err()).contains("queues purge CMD.Q");
    }

    private static TestServer.Result run(String[] to, String... arguments) {
        String[] all = new String[arguments.length + to.length];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        System.arraycopy(to, 0, all, arguments.length, to.length);
        return TestServer.command(all);
    }

    @Test
    void aLockedServerRefusesChangesOfQueues() throws Exception {
        try (ServerThread locked =
                ServerThread.start(folder.resolve("locked"), "--config-locked")) {
            assertThat(locked.run("queues", "define", "ONE").err())
                    .contains("MR7028", "--config-locked");
            ServerProcess.Result created = locked.run("queues", "--create", "TWO");
            assertThat(created.err()).contains("MR7028", "--config-locked");
            assertThat(locked.run("queues").ok().out()).doesNotContain("TWO");
        }
    }
}
