package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.Connection;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;

import org.apache.qpid.jms.JmsConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Model queues of a server process. */
class ModelQueueTest {

    private static final Pattern AMQP = Pattern.compile("listening for AMQP on \\S+:(\\d+)");

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
            assertThat(server.run("get", name).ok().out()).isEqualTo("kept");
            assertThat(server.run("put", name, "--text", "x").err()).contains("MR5018");
            assertThat(
                            ServerProcess.command(
                                            "queues",
                                            "--server",
                                            server.url(),
                                            "--token-file",
                                            home.resolve("server/token").toString())
                                    .ok()
                                    .out())
                    .containsPattern("KEPT .* permanent model, 1 queue\\R")
                    .containsPattern("TEMP .* temporary model, 0 queues");
            server.run("queues", "delete", name).ok();
            assertThat(server.run("queues", "show", name).err()).contains("MR5001");
            server.run("queues", "delete", "KEPT").ok();
        }
    }

    @Test
    void aTemporaryQueueIsGoneAfterAKillAndIsNotInTheMetrics() throws Exception {
        Path home = folder.resolve("home");
        Files.writeString(folder.resolve("secret"), "client-password");
        Path file =
                Files.writeString(
                        folder.resolve("broker.yaml"),
                        """
                        acceptors: [{protocol: amqp, port: 0}]
                        queues: {PLAIN: {}, KEPT: {model: permanent}}
                        users:
                          client: {passwordFile: secret}
                        """);
        String name;
        try (ServerProcess server = ServerProcess.start(home, "--config", file.toString());
                Connection connection = connect(server)) {
            Session session = connection.createSession();
            TemporaryQueue queue = session.createTemporaryQueue();
            name = queue.getQueueName();
            server.run("put", name, "--text", "reply").ok();
            assertThat(session.createConsumer(queue).receive(60_000)).isNotNull();
            server.run("put", name, "--text", "unread").ok();
            String kept = server.run("queues", "dynamic", "KEPT").ok().out().strip();
            assertThat(ServerProcess.send(server.request("/metrics")).body())
                    .contains("PLAIN")
                    .doesNotContain(kept, name);
            server.kill();
        }
        try (ServerProcess server = ServerProcess.start(home, "--config", file.toString())) {
            assertThat(server.run("put", name, "--text", "x").err()).contains("MR5001");
            assertThat(server.run("queues", "show", name).err()).contains("MR5001");
        }
    }

    private static Connection connect(ServerProcess server) throws Exception {
        Matcher port = AMQP.matcher(server.output());
        assertThat(port.find()).as(server.output()).isTrue();
        Connection connection =
                new JmsConnectionFactory(
                                "client", "client-password", "amqp://127.0.0.1:" + port.group(1))
                        .createConnection();
        connection.start();
        return connection;
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
