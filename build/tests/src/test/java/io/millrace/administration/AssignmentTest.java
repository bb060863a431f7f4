package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/** Changes of the execution groups of flows while they run. */
class AssignmentTest {

    @TempDir Path folder;

    private Path home() {
        return folder.resolve("home");
    }

    @Test
    void anAssignmentIsChangedKeptAndReset() throws Exception {
        Path one = Echo.write(folder, "1");
        try (ServerThread server = ServerThread.start(home())) {
            server.run("deploy", one.toString()).ok();
            assertThat(
                            server.run(
                                            "assign",
                                            "echo",
                                            "echo",
                                            "--group",
                                            "default:2",
                                            "--group",
                                            "night",
                                            "--additional-instances",
                                            "1")
                                    .ok()
                                    .out())
                    .containsPattern("default +running +4")
                    .containsPattern("night +running +2");
            server.run("put", Echo.IN, "--text", "<a/>").ok();
            assertThat(server.run("get", Echo.OUT, "--wait", "60").ok().out()).contains(">1<");
            assertThat(server.run("diff", one.toString()).ok().out())
                    .containsPattern("echo#executionGroups +default, night")
                    .containsPattern("default/echo#additionalInstances +1")
                    .containsPattern("default/echo#copies +2");
            server.run("stop", "echo").ok();
        }
        try (ServerThread server = ServerThread.start(home())) {
            server.run("deploy", Echo.write(folder, "2").toString()).ok();
            assertThat(server.run("list").ok().out())
                    .containsPattern("default +stopped")
                    .containsPattern("night +stopped");
            assertThat(server.run("assign", "echo", "echo", "--group", "day:3").ok().out())
                    .containsPattern("day +stopped")
                    .doesNotContain("night", "default");
            assertThat(server.run("start", "echo").ok().out()).containsPattern("day +running +3");
            assertThat(server.run("assign", "echo", "echo", "--reset").ok().out())
                    .containsPattern("default +running +1")
                    .doesNotContain("day");
            assertThat(server.run("diff", "echo", "--revision", "1").ok().out())
                    .doesNotContain("executionGroups");
        }
    }

    @Test
    void wrongAssignmentsAreRefusedAndChangeNothing() throws Exception {
        Path configuration =
                Files.writeString(folder.resolve("broker.yaml"), "executionGroups: [night]\n");
        try (ServerThread server =
                ServerThread.start(home(), "--config", configuration.toString())) {
            server.run("deploy", Echo.write(folder, "1").toString()).ok();
            assertThat(server.run("assign", "echo", "echo", "--group", "nihgt").err())
                    .contains("MR1019", "did you mean night?");
            assertThat(server.run("assign", "echo", "ehco", "--group", "night").err())
                    .contains("MR1026", "did you mean echo?");
            assertThat(server.run("assign", "echo", "echo", "--group", "night:0").err())
                    .contains("MR7025", "copies must be 1 to 256");
            assertThat(server.run("assign", "echo", "echo", "--additional-instances", "-1").err())
                    .contains("MR7025", "additionalInstances must be 0");
            assertThat(server.run("assign", "echo", "echo").err()).contains("missing argument");
            assertThat(server.run("list").ok().out())
                    .containsPattern("echo +1 +running +1 ")
                    .containsPattern("default +running +1");
        }
    }

    @Test
    void aLockedServerRefusesAssignments() throws Exception {
        try (ServerThread server = ServerThread.start(home(), "--config-locked")) {
            server.run("deploy", Echo.write(folder, "1").toString()).ok();
            assertThat(server.run("assign", "echo", "echo", "--group", "night").err())
                    .contains("MR7028", "--config-locked");
            assertThat(server.run("list").ok().out()).containsPattern("default +running +1");
        }
    }
}
