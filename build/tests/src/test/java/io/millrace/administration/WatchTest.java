package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Applications that are deployed again when their files change. */
class WatchTest {

    @TempDir Path folder;

    private static void replace(Path file, String old, String text) throws IOException {
        String before = Files.readString(file);
        assertThat(before).contains(old);
        Files.writeString(file, before.replace(old, text));
    }

    private static String answer(Path home) {
        TestServer.command("put", Echo.IN, "--text", "<a/>", "--home", home.toString()).ok();
        return TestServer.command("get", Echo.OUT, "--wait", "60", "--home", home.toString())
                .ok()
                .out();
    }

    @Test
    void runDeploysAChangedApplicationAndKeepsItWhenTheChangeHasProblems() throws Exception {
        Path echo = Echo.write(folder, "1");
        Path esql = echo.resolve("echo.esql");
        Path home = folder.resolve("home");
        try (RunningCommand run =
                RunningCommand.start(
                        "run", echo.toString(), "--home", home.toString(), "--watch")) {
            run.awaitOutput("watching the files of the applications");
            assertThat(answer(home)).contains("<version>1</version>");
            replace(esql, "CAST('1'", "CAST('2'");
            run.awaitOutput("deployed echo 1: echo.esql has changed");
            assertThat(answer(home)).contains("<version>2</version>");
            replace(esql, "CAST('2'", "CSAT('2'");
            run.awaitOutput("echo 1 continues");
            assertThat(run.output()).contains("echo.esql:4:", "error MR");
            assertThat(answer(home)).contains("<version>2</version>");
            // Editors write another file and rename it.
            Path next = echo.resolve("echo.esql~");
            Files.writeString(next, Files.readString(esql).replace("CSAT('2'", "CAST('3'"));
            Files.move(next, esql, StandardCopyOption.ATOMIC_MOVE);
            await().until(() -> answer(home).contains("<version>3</version>"));
            replace(echo.resolve("application.yaml"), "name: echo", "name: other");
            run.awaitOutput("the application echo is now named other; end run and start it again");
            // A new folder, whose files are written after its creation.
            replace(echo.resolve("application.yaml"), "name: other", "name: echo");
            Path below = Files.createDirectories(echo.resolve("more/flows"));
            Files.writeString(
                    below.resolve("second.flow.yaml"),
                    """
                    flow: second
                    nodes:
                      in: {type: MQInput, queue: SECOND.IN}
                      out: {type: MQOutput, queue: SECOND.OUT}
                    connections: {in.out: out}
                    """);
            await().until(
                            () ->
                                    run.output()
                                            .lines()
                                            .anyMatch(
                                                    l ->
                                                            l.startsWith(
                                                                            "deployed echo 1:"
                                                                                + " second.flow.yaml")
                                                                    || l.contains(
                                                                            "and 1 other file have"
                                                                                    + " changed")));
            TestServer.command("put", "SECOND.IN", "--text", "x", "--home", home.toString()).ok();
            assertThat(
                            TestServer.command(
                                            "get",
                                            "SECOND.OUT",
                                            "--wait",
                                            "60",
                                            "--home",
                                            home.toString())
                                    .ok()
                                    .out())
                    .contains("x");
        }
    }

    @Test
    void deploySendsAChangedApplicationAndPrintsItsProblems() throws Exception {
        Path echo = Echo.write(folder, "1");
        Path esql = echo.resolve("echo.esql");
        try (ServerThread server = ServerThread.start(folder.resolve("home"));
                RunningCommand deploy =
                        RunningCommand.start(
                                "deploy",
                                echo.toString(),
                                "--home",
                                server.home().toString(),
                                "--watch")) {
            deploy.awaitOutput("watching " + echo);
            replace(esql, "CAST('1'", "CAST('2'");
            deploy.awaitOutput("revision 2, 1 flow");
            assertThat(answer(server.home())).contains("<version>2</version>");
            replace(esql, "CAST('2'", "CSAT('2'");
            deploy.awaitOutput("nothing was changed");
            assertThat(deploy.output()).contains("echo.esql:4:");
            replace(esql, "CSAT('2'", "CAST('3'");
            deploy.awaitOutput("revision 3, 1 flow");
            assertThat(answer(server.home())).contains("<version>3</version>");
        }
    }

    @Test
    void aChangeOfAnotherAdministratorEndsTheWatch() throws Exception {
        Path echo = Echo.write(folder, "1");
        try (ServerThread server = ServerThread.start(folder.resolve("home"));
                RunningCommand deploy =
                        RunningCommand.start(
                                "deploy",
                                echo.toString(),
                                "--home",
                                server.home().toString(),
                                "--watch")) {
            deploy.awaitOutput("watching " + echo);
            server.run("stop", "echo").ok();
            replace(echo.resolve("echo.esql"), "CAST('1'", "CAST('2'");
            assertThat(deploy.end()).isEqualTo(3);
            assertThat(deploy.output()).contains("MR7022");
        }
    }

    @Test
    void otherOptionsAreRefused() throws Exception {
        Path echo = Echo.write(folder, "1");
        assertThat(TestServer.command("deploy", echo.toString(), "--watch", "--check-only").err())
                .contains(
                        "--watch cannot be combined with --check-only, --from-repository or"
                                + " --revision");
        assertThat(TestServer.command("run", echo.toString(), "--watch", "--until-idle").err())
                .contains("--watch cannot be combined with --until-idle");
    }
}
