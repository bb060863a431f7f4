package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Path;

/** The limits of a server process with their current values, high-water marks and maximums. */
class LimitsTest {

    @TempDir static Path folder;

    private static ServerThread server;

    @BeforeAll
    static void start() throws Exception {
        server = ServerThread.start(folder.resolve("home"));
        server.run("deploy", Echo.write(folder, "1").toString()).ok();
        server.run("queues", "define", "ONE", "maxDepth=10").ok();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static JsonNode limit(String name, String object) {
        JsonNode status = new JsonMapper().readTree(server.run("status", "--json").ok().out());
        for (JsonNode use : status.path("limits")) {
            if (use.path("limit").asString().equals(name)
                    && use.path("object").asString().equals(object)) {
                return use;
            }
        }
        throw new AssertionError("no limit " + name + " " + object + " in " + status);
    }

    private static void isUsed(String name, String object, long maximum) {
        JsonNode use = limit(name, object);
        assertThat(use.path("current").asLong()).isNotNegative();
        assertThat(use.path("highest").asLong())
                .isGreaterThanOrEqualTo(use.path("current").asLong());
        assertThat(use.path("maximum").asLong()).isEqualTo(maximum);
    }

    @Test
    void aQueueKeepsItsHighestDepth() {
        server.run("put", "ONE", "--text", "a", "--copies", "3").ok();
        assertThat(limit("queue depth", "ONE").path("current").asInt()).isEqualTo(3);
        server.run("get", "ONE").ok();
        server.run("get", "ONE").ok();
        JsonNode now = limit("queue depth", "ONE");
        assertThat(now.path("current").asInt()).isEqualTo(1);
        assertThat(now.path("highest").asInt()).isEqualTo(3);
        assertThat(now.path("maximum").asInt()).isEqualTo(10);
        assertThat(server.run("status").ok().out()).containsPattern("queue depth +ONE +1 +3 +10");
    }

    @Test
    void theProcessTheStoreAndTheFlowsReportTheirLimits() {
        isUsed("busy instances", "default/echo/echo", 1);
        isUsed("messages of a unit of work", "", 10_000);
        isUsed("decisions of coordinated units", "", 100_000);
        assertThat(limit("disk", server.home().toString()).path("maximum").asLong()).isPositive();
        assertThat(limit("heap", "").path("unit").asString()).isEqualTo("bytes");
        assertThat(limit("threads", "").path("maximum").isNull()).isTrue();
        assertThat(limit("open files", "").path("current").asLong()).isPositive();
        assertThat(limit("objects with meters", "flows").path("maximum").asLong()).isPositive();
    }

    @Test
    void connectionsOfThePortAreCountedAndAnotherMachineCanAsk() throws Exception {
        String port = server.url().substring("http://".length());
        TestServer.Result asked =
                TestServer.command(
                        "status",
                        "--json",
                        "--server",
                        server.url(),
                        "--token-file",
                        server.home().resolve("server/token").toString());
        for (JsonNode use : new JsonMapper().readTree(asked.ok().out()).path("limits")) {
            if (use.path("limit").asString().equals("connections")) {
                assertThat(use.path("object").asString())
                        .isEqualTo("the administration API (" + port + ")");
                assertThat(use.path("current").asInt()).isPositive();
                assertThat(use.path("maximum").asInt()).isEqualTo(200);
                return;
            }
        }
        throw new AssertionError(asked.out());
    }

    @Test
    void metersShowTheLimits() throws Exception {
        String scraped = TestServer.send(server.request("/metrics")).body();
        assertThat(scraped)
                .contains("millrace_limit_maximum{limit=\"queue depth\",object=\"ONE\"} 10.0")
                .contains("millrace_limit_current{limit=\"heap\",object=\"\"}")
                .contains("millrace_limit_highest{limit=\"threads\",object=\"\"}")
                .doesNotContain("millrace_limit_maximum{limit=\"threads\"");
    }
}
