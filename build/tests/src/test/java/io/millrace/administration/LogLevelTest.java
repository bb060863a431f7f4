package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/** Levels of loggers that an operator changes while the server runs. */
class LogLevelTest {

    private static final String TRACE = "io.millrace.usertrace";

    @TempDir Path folder;

    private static String log(ServerProcess server) throws Exception {
        return Files.readString(server.home().resolve("server/log/millrace.log"));
    }

    /** Puts a message, whose flow writes its text to the user trace. */
    private static void trace(ServerProcess server, String text) {
        server.run("put", "TRACE.IN", "--text", text).ok();
        server.run("get", "TRACE.OUT", "--wait", "60").ok();
    }

    @Test
    void aChangedLevelAppliesUntilItIsResetOrTheServerEnds() throws Exception {
        Path traced = Files.createDirectories(folder.resolve("traced"));
        Files.writeString(
                traced.resolve("main.flow.yaml"),
                """
                flow: main
                nodes:
                  in: {type: MQInput, queue: TRACE.IN, domain: BLOB}
                  trace: {type: Trace, pattern: "seen ${CAST(Root.BLOB.BLOB AS CHARACTER CCSID 1208)}"}
                  out: {type: MQOutput, queue: TRACE.OUT}
                connections: {in.out: trace, trace.out: out}
                """);
        Path file =
                Files.writeString(
                        folder.resolve("broker.yaml"), "log: {level: warn, format: json}\n");
        Path home = folder.resolve("home");
        try (ServerProcess server = ServerProcess.start(home, "--config", file.toString())) {
            server.run("deploy", traced.toString()).ok();
            trace(server, "one");
            assertThat(server.run("log-level", TRACE, "info").ok().out())
                    .containsPattern(TRACE + " +info +operator");
            trace(server, "two");
            await().until(() -> log(server).contains("seen two"));
            assertThat(log(server)).doesNotContain("seen one").contains("has set the log level of");
            assertThat(server.run("log-level").ok().out())
                    .containsPattern("io.millrace +warn +configuration")
                    .containsPattern(TRACE + " +info +operator");
            assertThat(server.run("log-level", TRACE, "--reset").ok().out())
                    .containsPattern(TRACE + " +warn +configuration");
            trace(server, "three");
            server.run("log-level", "io.millrace", "trace").ok();
            trace(server, "four");
            await().until(() -> log(server).contains("seen four"));
            assertThat(log(server)).doesNotContain("seen three");
            assertThat(server.run("log-level", "--reset", "--json").ok().out())
                    .doesNotContain("operator");
            server.run("log-level", "io.millrace", "debug").ok();
            server.stop();
        }
        try (ServerProcess server = ServerProcess.start(home, "--config", file.toString())) {
            assertThat(server.run("log-level").ok().out()).doesNotContain("operator");
        }
    }

    @Test
    void wrongLevelsAreRefused() throws Exception {
        try (ServerProcess server = ServerProcess.start(folder.resolve("home"))) {
            assertThat(server.run("log-level", "io.millrace", "verbose").err())
                    .contains("MR7025", "level must be one of error, warn, info, debug, trace")
                    .contains("(found verbose)");
            assertThat(server.run("log-level", "io..millrace", "debug").err())
                    .contains("MR7025", "or ROOT (found io..millrace)");
            assertThat(server.run("log-level", "io.millrace", "--reset").err())
                    .contains("the log level of io.millrace was not changed; changed are: none");
            assertThat(server.run("log-level", "io.millrace", "debug", "--reset").err())
                    .contains("--reset cannot be combined with LEVEL");
        }
    }
}
