package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.administration.ServerProcess.Result;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Servers that are killed during changes. Afterwards, a change has taken effect completely or not
 * at all, and each change that was reported as done has taken effect.
 */
class KilledServerTest {

    private static final int KILLS = 5 * Integer.getInteger("millrace.cycles", 1);
    private static final int MAX_DELAY_MILLIS = 250;

    @TempDir Path folder;

    private final Random random = new Random(Long.getLong("millrace.seed", 1));
    private final Map<String, String> archives = new HashMap<>();

    /** The application: its version and whether its flow runs; no version if it is not deployed. */
    private record State(String version, boolean running) {}

    private static final State NONE = new State("", false);

    /** A command and the state after it. */
    private record Change(String[] command, State after) {}

    private Change change(State before, int number) throws Exception {
        boolean deployed = !before.equals(NONE);
        List<Change> changes = new ArrayList<>();
        String version = "v" + number % 7;
        if (!archives.containsKey(version)) {
            archives.put(version, Echo.write(folder, version).toString());
        }
        changes.add(
                new Change(
                        new String[] {"deploy", archives.get(version)},
                        new State(version, !deployed || before.running)));
        if (deployed) {
            changes.add(new Change(new String[] {"undeploy", "echo"}, NONE));
            changes.add(
                    new Change(new String[] {"stop", "echo"}, new State(before.version, false)));
            changes.add(
                    new Change(new String[] {"start", "echo"}, new State(before.version, true)));
        }
        return changes.get(random.nextInt(changes.size()));
    }

    private static State state(ServerProcess server) {
        JsonNode all = new JsonMapper().readTree(server.run("list", "--json").ok().out());
        if (all.isEmpty()) {
            return NONE;
        }
        JsonNode echo = all.get(0);
        String state = echo.path("state").asString();
        assertThat(state).isIn("running", "stopped");
        return new State(echo.path("version").asString(), state.equals("running"));
    }

    @Test
    void aChangeTakesEffectCompletelyOrNotAtAll() throws Exception {
        State known = NONE;
        int changes = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            try (ServerProcess server = ServerProcess.start(folder.resolve("home"))) {
                assertThat(state(server)).isEqualTo(known);
                long end =
                        System.nanoTime()
                                + TimeUnit.MILLISECONDS.toNanos(random.nextInt(MAX_DELAY_MILLIS));
                CompletableFuture<Void> killed =
                        CompletableFuture.runAsync(
                                () -> {
                                    while (System.nanoTime() < end) {
                                        Thread.onSpinWait();
                                    }
                                    server.process().destroyForcibly();
                                });
                State before = known;
                Change last = null;
                boolean done = true;
                while (done && server.process().isAlive()) {
                    before = last == null ? known : last.after();
                    last = change(before, changes++);
                    Result result = server.run(last.command());
                    done = result.code() == 0;
                }
                killed.join();
                server.kill();
                known = restarted(last == null ? known : last.after(), before, done);
            }
        }
        assertThat(changes).isPositive();
    }

    private State restarted(State after, State before, boolean done) throws Exception {
        try (ServerProcess server = ServerProcess.start(folder.resolve("home"))) {
            State found = state(server);
            assertThat(found).isIn(done ? List.of(after) : List.of(before, after));
            return found;
        }
    }
}
