package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** Model queues of a server process. */
class ModelQueueTest {

    @TempDir Path folder;

    @Test
    void aPermanentDynamicQueueSurvivesAKillAndIsDeletedByItsName() throws Exception {
        Path home = folder.resolve("home");
        String name;
        try (ServerProcess server = ServerProcess.start(home)) {
            server.run("queues", "define", "KEPT", "model=permanent", "maxDepth=7").ok();
            server.run("queues", "define", "TEMP", "model=temporary").ok();
            name = server.run("queues", "dynamic", "KEPT").ok().out().strip();
            assertThat(name).matches("KEPT\\.[0-9A-F]{16}");
            server.run("put", name, "--text", "kept").ok();
            assertThat(server.run("queues", "show", name).ok().out())
                    .containsPattern("created from +KEPT \\(permanent\\)")
                    .containsPattern("maxDepth +7 +dynamic queue");
            refusesWrongUses(server, name);
            server.run("queues", "alter", name, "inhibitPut=true").ok();
            server.kill();
        }
        try (ServerProcess server = ServerProcess.start(home)) {
            assertThat(server.run("get", name).ok().out()).isEqualTo("kept\n");
            assertThat(server.run("put", name, "--text", "x").err()).contains("MR5018");
            assertThat(
                            server.run(
                                            "queues",
                                            "--server",
                                            server.url(),
                                            "--token-file",
                                            home.resolve("server/token").toString())
                                    .ok()
                                    .out())
                    .containsPattern("KEPT .* permanent model, 1 queues")
                    .containsPattern("TEMP .* temporary model, 0 queues");
            server.run("queues", "delete", name).ok();
            assertThat(server.run("queues", "show", name).err()).contains("MR5001");
            server.run("queues", "delete", "KEPT").ok();
        }
    }

    private static void refusesWrongUses(ServerProcess server, String name) {
        assertThat(server.run("queues", "dynamic", "TEMP").err())
                .contains("MR5024", "only a messaging client can create one");
        assertThat(server.run("queues", "dynamic", name).err()).contains("MR5024", "not a model");
        assertThat(server.run("queues", "dynamic", "NONE").err()).contains("MR5001");
        assertThat(server.run("put", "KEPT", "--text", "x").err()).contains("MR5024");
        assertThat(server.run("queues", "define", "A", "alias=KEPT").err())
                .contains("alias must be a queue with messages of its own (found the model KEPT)");
        assertThat(server.run("queues", "define", "M", "model=temporary", "persistent=true").err())
                .contains("persistent must be false for model: temporary");
        assertThat(server.run("queues", "define", "M", "dynamicPrefix=M.").err())
                .contains("dynamicPrefix requires model");
        assertThat(
                        server.run(
                                        "queues",
                                        "define",
                                        "M",
                                        "model=temporary",
                                        "dynamicPrefix=KEPT.")
                                .err())
                .contains("different from that of the model KEPT");
    }
}
