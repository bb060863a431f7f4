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
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Servers that are killed during operations on messages and on running applications. No message is
 * lost or exists twice, and an operation that was reported as done has taken effect.
 */
class KilledOperationsTest {

    private static final int ROUNDS = Integer.getInteger("millrace.cycles", 1);
    private static final int MAX_DELAY_MILLIS = 60;
    private static final int MESSAGES = 12;
    private static final String MANY = Integer.toString(10 * MESSAGES);
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir Path folder;

    private final Random random = new Random(Long.getLong("millrace.seed", 1));
    private ServerProcess server;

    private Path home() {
        return folder.resolve("home");
    }

    /** Runs a command through the administration API. */
    private Result api(String... command) {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(List.of("--token-file", home().resolve("server/token").toString()));
        return server.run(all.toArray(String[]::new));
    }

    /** Runs a command, kills the server meanwhile, and starts it again. */
    private boolean killed(String... command) throws Exception {
        ServerProcess victim = server;
        long end =
                System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(random.nextInt(MAX_DELAY_MILLIS));
        CompletableFuture<Void> kill =
                CompletableFuture.runAsync(
                        () -> {
                            while (System.nanoTime() < end) {
                                Thread.onSpinWait();
                            }
                            victim.process().destroyForcibly();
                        });
        boolean done = api(command).code() == 0;
        kill.join();
        victim.kill();
        server = ServerProcess.start(home());
        return done;
    }

    private JsonNode json(String path) throws Exception {
        return JSON.readTree(TestServer.send(server.request(path).GET()).body());
    }

    private JsonNode echo() throws Exception {
        return json("/v1/broker/applications/echo");
    }

    /** Returns the bodies on a queue, which are all different. */
    private TreeSet<String> bodies(String queue) {
        JsonNode messages =
                JSON.readTree(server.run("browse", queue, "--count", MANY, "--json").ok().out());
        TreeSet<String> bodies = new TreeSet<>();
        for (JsonNode message : messages) {
            assertThat(bodies.add(message.path("preview").asString()))
                    .as(message.toString())
                    .isTrue();
        }
        return bodies;
    }

    private static TreeSet<String> union(TreeSet<String> one, TreeSet<String> other) {
        TreeSet<String> all = new TreeSet<>(one);
        other.forEach(body -> assertThat(all.add(body)).as(body + " is on two queues").isTrue());
        return all;
    }

    private Path messages() throws Exception {
        Path messages = Files.createDirectories(folder.resolve("messages"));
        for (int i = 0; i < MESSAGES; i++) {
            Files.writeString(messages.resolve("m%02d.txt".formatted(i)), "message " + i);
        }
        return messages;
    }

    @Test
    void noMessageIsLostOrExistsTwice() throws Exception {
        String messages = messages().toString();
        server = ServerProcess.start(home());
        try {
            for (String queue : List.of("K.ONE", "K.TWO", "K.THREE")) {
                server.run("queues", "define", queue).ok();
            }
            for (int round = 0; round < ROUNDS; round++) {
                TreeSet<String> before = bodies("K.ONE");
                boolean put = killed("put", "K.ONE", messages);
                TreeSet<String> all = bodies("K.ONE");
                // The messages are put in one unit of work.
                assertThat(all.size()).isIn(put ? List.of(MESSAGES) : List.of(0, MESSAGES));
                assertThat(before).isEmpty();
                if (all.isEmpty()) {
                    api("put", "K.ONE", messages).ok();
                    all = bodies("K.ONE");
                }
                boolean moved = killed("queues", "move", "K.ONE", "--to", "K.TWO");
                assertThat(union(bodies("K.ONE"), bodies("K.TWO"))).isEqualTo(all);
                assertThat(moved && !bodies("K.ONE").isEmpty()).isFalse();

                server.run("queues", "move", "K.ONE", "--to", "K.TWO");
                boolean replayed = killed("replay", "K.TWO", "--to", "K.THREE");
                assertThat(union(bodies("K.TWO"), bodies("K.THREE"))).isEqualTo(all);
                assertThat(replayed && !bodies("K.TWO").isEmpty()).isFalse();

                server.run("replay", "K.TWO", "--to", "K.THREE");
                boolean purged = killed("queues", "purge", "K.THREE");
                assertThat(all).containsAll(bodies("K.THREE"));
                assertThat(purged && !bodies("K.THREE").isEmpty()).isFalse();
                server.run("queues", "purge", "K.THREE");
            }
        } finally {
            server.close();
        }
    }

    @Test
    void anApplicationRunsInTheOldOrNewState() throws Exception {
        server = ServerProcess.start(home());
        try {
            server.run("deploy", Echo.write(folder, "1").toString()).ok();
            String two = Echo.write(folder, "2").toString();
            server.run("deploy", two).ok();
            for (int round = 0; round < ROUNDS; round++) {
                String before = echo().path("version").asString();
                boolean done = killed("rollback", "echo");
                JsonNode after = echo();
                assertThat(after.path("state").asString()).isEqualTo("running");
                assertThat(after.path("version").asString())
                        .isIn(done ? List.of(other(before)) : List.of("1", "2"));

                unchanged("restart", "echo");
                unchanged("diff", two);
                unchanged("show", "echo");
                unchanged("list", "--json");

                // A level applies until the server ends.
                killed("log-level", "io.millrace", "debug");
                assertThat(json("/v1/broker/log-levels").toString()).doesNotContain("operator");

                boolean isOn = isSnapshotOn();
                boolean changed = killed("statistics", "echo", "--snapshot", isOn ? "off" : "on");
                assertThat(isSnapshotOn()).isIn(changed ? List.of(!isOn) : List.of(isOn, !isOn));
            }
        } finally {
            server.close();
        }
    }

    private static String other(String version) {
        return version.equals("1") ? "2" : "1";
    }

    private boolean isSnapshotOn() throws Exception {
        return json("/v1/broker/statistics").at("/flows/0/snapshot").isObject();
    }

    /** Kills the server during an operation after which the application is the same. */
    private void unchanged(String... command) throws Exception {
        JsonNode before = echo();
        killed(command);
        JsonNode after = echo();
        for (String field : List.of("version", "sha256", "state")) {
            assertThat(after.path(field)).as(command[0]).isEqualTo(before.path(field));
        }
    }
}
