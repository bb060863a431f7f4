package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.administration.TestServer.Result;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Each command of an administrator against a server process. */
class DeploymentCommandsTest {

    @TempDir Path folder;

    private TestServer server;

    private Path home() {
        return folder.resolve("home");
    }

    /** Returns the version of the application that processes a message. */
    private String version() {
        server.run("put", Echo.IN, "--text", "<a/>").ok();
        String out = server.run("get", Echo.OUT, "--wait", "60").ok().out();
        return out.replaceAll("(?s).*<version>(.*)</version>.*", "$1");
    }

    @Test
    void anApplicationIsDeployedReplacedAndRolledBack() throws IOException {
        try (ServerThread started = ServerThread.start(home())) {
            server = started;
            Path one = Echo.write(folder, "1");
            assertThat(server.run("deploy", one.toString()).ok().out())
                    .isEqualTo("echo 1 is running: revision 1, 1 flow\n");
            assertThat(version()).isEqualTo("1");

            Result file = server.run("deploy", one.resolve("echo.flow.yaml").toString());
            assertThat(file.code()).isEqualTo(2);
            assertThat(file.err())
                    .contains("APP must be the folder of an application or an archive")
                    .contains("echo.flow.yaml); specify the folder " + one);

            Path two = Echo.write(folder, "2");
            assertThat(server.run("diff", two.toString()).ok().out())
                    .contains("application.yaml", "echo.esql", "changed");
            Path archive = folder.resolve("two.zip");
            TestServer.command("package", two.toString(), "--output", archive.toString()).ok();
            server.run("deploy", archive.toString()).ok();
            assertThat(version()).isEqualTo("2");
            assertThat(server.run("list").ok().out()).containsPattern("echo +2 +running +2");
            assertThat(server.run("list", "echo").ok().out())
                    .contains("default/echo/in/1", "waiting")
                    .containsPattern("1  .* +deploy +1")
                    .containsPattern("2  .* +deploy +2");
            assertThat(server.run("diff", "echo", "--revision", "1").ok().out())
                    .contains("echo.esql", "changed");

            assertThat(server.run("rollback", "echo").ok().out())
                    .isEqualTo("echo 1 is running: revision 3, restored from revision 1\n");
            assertThat(version()).isEqualTo("1");
            assertThat(server.run("rollback", "echo", "--to", "2").ok().out())
                    .contains("echo 2 is running: revision 4");
            assertThat(server.run("rollback", "echo", "--to", "9").err())
                    .contains("MR7029", "its revisions are 1, 2, 3, 4");

            assertThat(server.run("undeploy", "echo").ok().out()).isEqualTo("echo is removed\n");
            assertThat(server.run("undeploy", "echo").err()).contains("MR1027");
            assertThat(server.run("list", "--json").ok().out()).isEqualTo("[ ]\n");
            server.run("rollback", "echo").ok();
            assertThat(version()).isEqualTo("2");
        }
    }

    @Test
    void aVersionWithErrorsChangesNothingAndAllProblemsAreReturned() throws IOException {
        try (ServerThread started = ServerThread.start(home())) {
            server = started;
            server.run("deploy", Echo.write(folder, "1").toString()).ok();
            Path broken = Echo.write(folder, "2", "unknownVariable");
            Files.writeString(
                    broken.resolve("echo.flow.yaml"),
                    Files.readString(broken.resolve("echo.flow.yaml"))
                            .replace("MQOutput", "MQOutptu"));
            Result result = server.run("deploy", broken.toString());
            assertThat(result.code()).isEqualTo(1);
            assertThat(result.err())
                    .contains("echo/echo.flow.yaml:5:", "MR1007", "MQOutput")
                    .contains("echo/echo.esql:4:", "MR2001".substring(0, 3))
                    .contains("nothing was changed")
                    .doesNotContain(home().toString());
            assertThat(server.run("deploy", broken.toString(), "--json").out())
                    .contains("\"code\" : \"MR1007\"", "\"line\" : 5");
            assertThat(version()).isEqualTo("1");
            assertThat(server.run("list").ok().out()).containsPattern("echo +1 +running +1");
        }
    }

    @Test
    void aRestartedServerRunsWhatWasDeployedAndStoppedFlowsStayStopped() throws Exception {
        try (ServerProcess started = ServerProcess.start(home())) {
            server = started;
            server.run("deploy", Echo.write(folder, "1").toString()).ok();
            assertThat(server.run("stop", "echo").ok().out()).containsPattern("default +stopped");
            assertThat(started.stop()).isEqualTo(143);
            assertThat(home().resolve("server/address")).doesNotExist();
        }
        try (ServerProcess started = ServerProcess.start(home())) {
            server = started;
            assertThat(server.run("list").ok().out()).containsPattern("echo +1 +stopped");
            server.run("deploy", Echo.write(folder, "2").toString()).ok();
            assertThat(server.run("list").ok().out()).containsPattern("echo +2 +stopped");
            server.run("put", Echo.IN, "--text", "<a/>").ok();
            assertThat(server.run("start", "echo", "echo").ok().out())
                    .containsPattern("default +running");
            assertThat(server.run("get", Echo.OUT, "--wait", "60").ok().out()).contains(">2<");
            assertThat(server.run("restart", "--group", "default").ok().out())
                    .containsPattern("echo +echo +default +running");
            assertThat(server.run("stop", "ehco").err()).contains("MR1027", "did you mean echo?");
            assertThat(server.run("stop", "echo", "ehco").err()).contains("MR1026");
            assertThat(server.run("stop", "--group", "other").err()).contains("MR1019", "default");
            started.stop();
        }
        try (ServerProcess started = ServerProcess.start(home())) {
            server = started;
            assertThat(server.run("list").ok().out()).containsPattern("echo +2 +running");
        }
    }

    @Test
    void aDamagedArchiveIsRepairedByADeploymentAndNoneIsDeleted() throws Exception {
        Path archives = home().resolve("server/archives");
        Path archive;
        try (ServerThread started = ServerThread.start(home())) {
            server = started;
            Path packed = folder.resolve("echo.zip");
            TestServer.command(
                            "package",
                            Echo.write(folder, "1").toString(),
                            "--output",
                            packed.toString())
                    .ok();
            server.run("deploy", packed.toString()).ok();
            archive = archives(archives).getFirst();
            Files.writeString(archive, "damaged");
            server.run("deploy", packed.toString()).ok();
            assertThat(Files.size(archive)).isGreaterThan(100);
        }
        Files.writeString(home().resolve("server/deployments.log"), "");
        try (ServerThread started = ServerThread.start(home())) {
            server = started;
            assertThat(archives.resolve("unused").resolve(archive.getFileName())).exists();
        }
    }

    private static List<Path> archives(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    @Test
    void aChangeOfAnotherAdministratorIsNotOverwritten() throws IOException {
        try (ServerThread started = ServerThread.start(home())) {
            server = started;
            String one = Echo.write(folder, "1").toString();
            server.run("deploy", one, "--revision", "0").ok();
            server.run("stop", "echo").ok();
            Result group = server.run("stop", "--group", "heavy");
            assertThat(group.code()).isEqualTo(2);
            assertThat(group.err()).contains("MR1019", "heavy", "who can act: operator");
            assertThat(server.run("rollback", "echo").err())
                    .contains(
                            "MR7029",
                            "all its revisions (1, 2) have the same version; deploy another");
            assertThat(server.run("rollback", "ecko", "--to", "1").err())
                    .contains("MR1027", "ecko is not deployed; did you mean echo?");
            Result stale = server.run("deploy", one, "--revision", "1");
            assertThat(stale.code()).isNotZero();
            assertThat(stale.err())
                    .contains("MR7022", "after revision 1", "revision 2 (stop of echo 1 by ");
            assertThat(server.run("deploy", one, "--revision", "7").err())
                    .contains("MR7029: echo has no revision 7: its last revision is 2; inspect it");
            assertThat(server.run("list").ok().out()).containsPattern("echo +1 +stopped +2");
        }
    }

    @Test
    void anotherHostIsAdministeredWithUrlAndToken() throws IOException {
        try (ServerThread started = ServerThread.start(home())) {
            server = started;
            Path token = Files.writeString(folder.resolve("copy"), server.token());
            Result listed =
                    TestServer.command(
                            "list", "--server", server.url(), "--token-file", token.toString());
            assertThat(listed.ok().out()).contains("application");
            Path wrong = Files.writeString(folder.resolve("wrong"), "x".repeat(43));
            Result refused =
                    TestServer.command(
                            "list", "--server", server.url(), "--token-file", wrong.toString());
            assertThat(refused.err()).contains("MR7024");
            assertThat(TestServer.command("list", "--server", server.url()).err())
                    .contains("requires --token-file");
        }
        assertThat(TestServer.command("list", "--home", home().toString()).err())
                .contains("MR7026", "./millrace server --home");
    }

    @Test
    void theCommandRunIsTheSameServerWithAnApplication() throws Exception {
        try (ServerProcess started = ServerProcess.start(home())) {
            server = started;
            server.run("deploy", Echo.write(folder, "1").toString()).ok();
            started.stop();
        }
        Path orders = Path.of(System.getProperty("millrace.root"), "samples", "orders");
        try (ServerProcess started = ServerProcess.launchRun(home(), orders)) {
            server = started;
            await().until(() -> started.output().contains("Ctrl-C"));
            assertThat(server.run("list").ok().out())
                    .containsPattern("echo +1 +running +1 +deployed")
                    .containsPattern("orders +running +0 +run");
            assertThat(version()).isEqualTo("1");
            assertThat(server.run("deploy", orders.toString()).err())
                    .contains("MR7028", "was started by the command run");
        }
    }

    @Test
    void aSecondServerOnTheHomeIsRefused() throws Exception {
        try (ServerProcess started = ServerProcess.start(home())) {
            Result second = TestServer.command(TestServer.serverCommand(home()));
            assertThat(second.code()).isEqualTo(3);
            assertThat(second.err()).contains("MR5005");
            assertThat(started.run("list").ok().out()).contains("application");
        }
    }

    @Test
    void theLogIsAFileThatIsReplacedWhenItIsFull() throws Exception {
        Path configuration =
                Files.writeString(
                        folder.resolve("broker.yaml"),
                        "log: {format: json, maxFileBytes: 4096, maxFiles: 2}\n");
        Path log = home().resolve("server/log");
        try (ServerThread started =
                ServerThread.start(home(), "--config", configuration.toString())) {
            server = started;
            String echo = Echo.write(folder, "1").toString();
            server.run("deploy", echo).ok();
            assertThat(Files.readString(log.resolve("millrace.log")))
                    .contains("\"level\":\"INFO\"", "revision 1 (deploy of echo 1 by ");
            await().until(
                            () -> {
                                server.run("restart", "echo").ok();
                                return Files.exists(log.resolve("millrace.1.log"));
                            });
        }
    }
}
