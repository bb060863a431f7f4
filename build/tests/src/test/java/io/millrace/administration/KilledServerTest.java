package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.administration.TestServer.Result;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Servers that are killed during changes. Afterwards, a change has taken effect completely or not
 * at all, and each change that was reported as done has taken effect.
 */
class KilledServerTest {

    private static final int KILLS = 5 * Integer.getInteger("millrace.cycles", 1);
    private static final int MAX_DELAY_MILLIS = 250;
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir Path folder;

    private final Random random = new Random(Long.getLong("millrace.seed", 1));
    private final Map<String, String> archives = new HashMap<>();

    /**
     * What administrators have set.
     *
     * @param version version of the application; empty if it is not deployed
     * @param copies copies that an operator has assigned; 0 for none
     * @param description description of the queue of an operator; null if the queue does not exist
     * @param tokens number of valid tokens
     * @param statistics whether snapshots are on
     */
    private record State(
            String version,
            boolean running,
            int copies,
            String description,
            int tokens,
            boolean statistics) {

        boolean isDeployed() {
            return !version.isEmpty();
        }

        State with(String next, boolean isRunning, int assigned) {
            return new State(next, isRunning, assigned, description, tokens, statistics);
        }

        State queue(String text) {
            return new State(version, running, copies, text, tokens, statistics);
        }

        State tokens(int count) {
            return new State(version, running, copies, description, count, statistics);
        }

        State statistics(boolean on) {
            return new State(version, running, copies, description, tokens, on);
        }
    }

    private static final State NONE = new State("", false, 0, null, 0, false);

    /** A command and the state after it. */
    private record Change(State after, String... command) {

        /** Returns the kind of change. */
        String name() {
            boolean isAssignment = command[0].equals("assign");
            String object = command[0].equals("deploy") ? "" : command[1];
            return command[0] + " " + (isAssignment ? command[3] : object);
        }
    }

    private List<Change> changes(State before, int number) throws Exception {
        List<Change> changes = new ArrayList<>();
        String text = "v" + number % 7;
        if (!archives.containsKey(text)) {
            archives.put(text, Echo.write(folder, text).toString());
        }
        changes.add(
                new Change(
                        before.with(text, !before.isDeployed() || before.running, before.copies),
                        "deploy",
                        archives.get(text)));
        if (before.isDeployed()) {
            changes.addAll(ofApplication(before, number));
        }
        if (before.description == null) {
            changes.add(
                    new Change(
                            before.queue(text), "queues", "define", "KEPT", "description=" + text));
        } else {
            changes.add(
                    new Change(
                            before.queue(text), "queues", "alter", "KEPT", "description=" + text));
            changes.add(new Change(before.queue(null), "queues", "delete", "KEPT"));
        }
        changes.add(new Change(before.tokens(before.tokens + 1), "users", "token", "anna"));
        if (before.tokens > 0) {
            changes.add(new Change(before.tokens(0), "users", "revoke", "anna"));
        }
        return changes;
    }

    private static List<Change> ofApplication(State before, int number) {
        int copies = 1 + number % 3;
        boolean on = !before.statistics;
        return List.of(
                new Change(before.with("", false, 0), "undeploy", "echo"),
                new Change(before.with(before.version, false, before.copies), "stop", "echo"),
                new Change(before.with(before.version, true, before.copies), "start", "echo"),
                new Change(
                        before.with(before.version, before.running, copies),
                        "assign",
                        "echo",
                        "echo",
                        "--group",
                        "default:" + copies),
                new Change(
                        before.with(before.version, before.running, 0),
                        "assign",
                        "echo",
                        "echo",
                        "--reset"),
                new Change(
                        before.statistics(on),
                        "statistics",
                        "echo",
                        "--snapshot",
                        on ? "on" : "off"));
    }

    private static JsonNode json(TestServer server, String path) throws Exception {
        return JSON.readTree(TestServer.send(server.request(path).GET()).body());
    }

    private static State state(TestServer server) throws Exception {
        JsonNode echo = json(server, "/v1/broker/applications").path(0);
        String state = echo.path("state").asString("stopped");
        assertThat(state).isIn("running", "stopped");
        int tokens = 0;
        for (JsonNode token : json(server, "/v1/broker/users").path("tokens")) {
            tokens += token.path("state").asString().equals("valid") ? 1 : 0;
        }
        JsonNode queue = json(server, "/v1/broker/queues/KEPT").path("queue");
        return new State(
                echo.path("version").asString(""),
                state.equals("running"),
                echo.at("/assignments/echo/groups/default").asInt(0),
                queue.path("description").asString(null),
                tokens,
                json(server, "/v1/broker/statistics").at("/flows/0/snapshot").isObject());
    }

    private ServerProcess server() throws Exception {
        return ServerProcess.start(
                folder.resolve("home"), "--config", folder.resolve("broker.yaml").toString());
    }

    @Test
    void aChangeTakesEffectCompletelyOrNotAtAll() throws Exception {
        Files.writeString(folder.resolve("broker.yaml"), "users: {anna: {roles: [view]}}\n");
        State known = NONE;
        int changes = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            try (ServerProcess server = server()) {
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
                    List<Change> possible = changes(before, changes++);
                    last = possible.get(random.nextInt(possible.size()));
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
        try (ServerProcess server = server()) {
            State found = state(server);
            assertThat(found).isIn(done ? List.of(after) : List.of(before, after));
            return found;
        }
    }

    /** The expected states are those of a server that is not killed. */
    @Test
    void everyChangeHasTheExpectedState() throws Exception {
        Files.writeString(folder.resolve("broker.yaml"), "users: {anna: {roles: [view]}}\n");
        try (ServerThread server =
                ServerThread.start(
                        folder.resolve("home"),
                        "--config",
                        folder.resolve("broker.yaml").toString())) {
            State state = NONE;
            TreeSet<String> done = new TreeSet<>();
            for (Change next = unused(state, done); next != null; next = unused(state, done)) {
                done.add(next.name());
                server.run(next.command()).ok();
                assertThat(state(server)).as(next.name()).isEqualTo(next.after());
                state = next.after();
            }
            assertThat(done).hasSize(12);
        }
    }

    /** Returns a change of a kind that was not made; the removal of the application is the last. */
    private Change unused(State state, TreeSet<String> done) throws Exception {
        Change undeploy = null;
        for (Change change : changes(state, done.size())) {
            if (change.name().equals("undeploy echo")) {
                undeploy = change;
            } else if (!done.contains(change.name())) {
                return change;
            }
        }
        return undeploy == null || done.contains(undeploy.name()) ? null : undeploy;
    }
}
