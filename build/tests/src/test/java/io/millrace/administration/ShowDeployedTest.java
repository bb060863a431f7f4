package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.administration.TestServer.Result;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;

/** The command show for an application of a server process. */
class ShowDeployedTest {

    private static final JsonMapper JSON = new JsonMapper();

    @TempDir Path folder;

    private String application() throws Exception {
        Path echo = Echo.write(folder, "1");
        Files.writeString(
                echo.resolve("application.yaml"),
                """
                name: echo
                version: "1"
                parameters:
                  default: {queue: ECHO.IN, partnerPassword: very secret}
                  live: {queue: ECHO.LIVE, partnerPassword: very secret}
                """);
        Path flow = echo.resolve("echo.flow.yaml");
        Files.writeString(flow, Files.readString(flow).replace("ECHO.IN", "\"${queue}\""));
        return echo.toString();
    }

    private static JsonNode setting(JsonNode shown, String name) {
        for (JsonNode setting : shown.path("settings")) {
            if (setting.path("setting").asString().equals(name)) {
                return setting;
            }
        }
        return JSON.missingNode();
    }

    @Test
    void theEffectiveSettingsHaveTheirOrigins() throws Exception {
        try (ServerThread server = ServerThread.start(folder.resolve("home"))) {
            server.run("deploy", application(), "--environment", "live").ok();
            server.run("assign", "echo", "echo", "--group", "default:2").ok();

            String text = server.run("show", "echo").ok().out();
            assertThat(text)
                    .containsPattern(
                            "echo#in.queue +ECHO.LIVE +flow +echo/echo.flow.yaml:3 \\$\\{queue}")
                    .containsPattern("echo#copies +2 +operator")
                    .containsPattern("echo +default +running +set +ComputeNode")
                    .doesNotContain("very secret", folder.toString(), "commitCount");

            JsonNode shown = JSON.readTree(server.run("show", "echo", "--json").ok().out());
            assertThat(shown.at("/application/environment").asString()).isEqualTo("live");
            JsonNode queue = setting(shown, "echo#in.queue");
            assertThat(queue.path("written").asString()).isEqualTo("${queue}");
            assertThat(queue.path("line").asInt()).isEqualTo(3);
            assertThat(shown.at("/flows/0/nodes")).hasSize(3);
            assertThat(shown.at("/flows/0/nodes/2/outputs").toString()).contains("\"out\"");
            assertThat(setting(shown, "echo#commitCount").isMissingNode()).isTrue();

            JsonNode all =
                    JSON.readTree(server.run("show", "echo", "--effective", "--json").ok().out());
            assertThat(all.path("settings").size()).isGreaterThan(shown.path("settings").size());

            Path token = Files.writeString(folder.resolve("token"), server.token());
            Result remote =
                    TestServer.command(
                            "show",
                            "echo",
                            "--server",
                            server.url(),
                            "--token-file",
                            token.toString());
            assertThat(remote.ok().out()).isEqualTo(text);
        }
    }

    @Test
    void anUnknownNameAndOptionsOfFoldersAreRejected() throws Exception {
        try (ServerThread server = ServerThread.start(folder.resolve("home"))) {
            server.run("deploy", application()).ok();
            Result unknown = server.run("show", "ecko");
            assertThat(unknown.code()).isEqualTo(2);
            assertThat(unknown.err()).contains("MR1027", "ecko", "echo");
            assertThat(server.run("show", "echo", "--set", "echo#in.queue=A").err())
                    .contains("--set requires the folder of an application (found echo)");
            assertThat(server.run("show", folder + "/none").err()).contains("none");
        }
    }

    @Test
    void aUserSeesTheSettingsOfViewedFlowsOnly() throws Exception {
        Path echo = Echo.write(folder, "1");
        Files.writeString(
                echo.resolve("other.flow.yaml"),
                """
                flow: other
                nodes:
                  in: {type: MQInput, queue: OTHER.IN}
                  out: {type: MQOutput, queue: OTHER.OUT}
                connections: {in.out: out}
                """);
        Files.writeString(
                echo.resolve("application.yaml"),
                """
                name: echo
                executionGroups: {first: {flows: [echo]}, second: {flows: [other]}}
                """);
        Path broker =
                Files.writeString(
                        folder.resolve("broker.yaml"),
                        """
                        users: {anna: {userGroups: [second]}}
                        userGroups: {second: {roles: [view], executionGroups: [second]}}
                        """);
        try (ServerThread server =
                ServerThread.start(folder.resolve("home"), "--config", broker.toString())) {
            server.run("deploy", echo.toString()).ok();
            AdministrationUser anna = AdministrationUser.of(server, "anna");
            String body =
                    TestServer.send(anna.request("/v1/broker/applications/echo/settings").GET())
                            .body();
            assertThat(body).contains("other#in.queue").doesNotContain("echo#in.queue");
            assertThat(JSON.readTree(body).path("flows")).hasSize(1);
        }
    }
}
