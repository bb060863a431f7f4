package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.administration.TestServer.Result;

import jakarta.jms.Connection;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;

import org.apache.qpid.jms.JmsConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Units of work, connections of clients and data sources of a server process. */
class ResourcesTest {

    private static final Pattern AMQP = Pattern.compile("listening for AMQP on \\S+:(\\d+)");

    @TempDir static Path folder;

    private static ServerThread server;
    private static AdministrationUser operator;

    @BeforeAll
    static void start() throws Exception {
        Files.writeString(folder.resolve("secret"), "partner-password");
        int closed;
        try (ServerSocket free = new ServerSocket(0)) {
            closed = free.getLocalPort();
        }
        Path file =
                Files.writeString(
                        folder.resolve("broker.yaml"),
                        """
                        acceptors: [{protocol: amqp, port: 0}]
                        queues: {A: {}, APP.IN: {}, APP.OUT: {}}
                        users:
                          partner: {passwordFile: secret, put: [A], get: [A]}
                          op: {roles: [operate]}
                        dataSources:
                          STOCK: {url: "jdbc:h2:mem:stock"}
                          GONE: {url: "jdbc:postgresql://127.0.0.1:%d/x?password=p4ss", user: u, connectTimeout: 1}
                        """
                                .formatted(closed));
        server = ServerThread.start(folder.resolve("home"), "--config", file.toString());
        operator = AdministrationUser.of(server, "op");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Runs a command like an administrator on another machine. */
    private static Result remote(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--server", server.url(), "--token-file", operator.file().toString()));
        return TestServer.command(all.toArray(String[]::new));
    }

    private static JsonNode json(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--json");
        return new JsonMapper().readTree(remote(all.toArray(String[]::new)).ok().out());
    }

    /** Connects a client and returns when it is disconnected. */
    private static Connection connect(CountDownLatch disconnected) throws Exception {
        Matcher port = AMQP.matcher(server.output());
        assertThat(port.find()).as(server.output()).isTrue();
        JmsConnectionFactory factory =
                new JmsConnectionFactory(
                        "partner", "partner-password", "amqp://127.0.0.1:" + port.group(1));
        Connection connection = factory.createConnection();
        connection.setExceptionListener(e -> disconnected.countDown());
        connection.start();
        return connection;
    }

    private static JsonNode ofPartner(JsonNode all, String key) {
        for (JsonNode one : all) {
            if (one.path(key).asString().equals("partner")) {
                return one;
            }
        }
        return JsonMapper.shared().missingNode();
    }

    @Test
    void anOperatorOnAnotherMachineBacksOutTheUnitOfAClient() throws Exception {
        CountDownLatch disconnected = new CountDownLatch(1);
        try (Connection connection = connect(disconnected)) {
            Session session = connection.createSession(Session.SESSION_TRANSACTED);
            session.createProducer(session.createQueue("A")).send(session.createTextMessage("a"));
            JsonNode[] unit = new JsonNode[1];
            await().until(
                            () -> {
                                unit[0] = ofPartner(json("uow", "list").path("open"), "owner");
                                return unit[0].path("put").asInt() == 1;
                            });
            String id = unit[0].path("id").asString();
            assertThat(remote("uow", "list").ok().out()).contains(id, "partner");
            assertThat(remote("uow", "show", id).ok().out())
                    .contains("partner", "AMQP client at 127.0.0.1", "1 message");
            assertThat(json("uow", "show", id).path("open").size()).isEqualTo(1);
            assertThat(json("uow", "backout", id).path("action").asString()).isEqualTo("backout");
            disconnected.await();
        }
        assertThat(server.run("get", "A").out()).isEmpty();
        Result unknown = remote("uow", "backout", "no.7");
        assertThat(unknown.code()).isEqualTo(1);
        assertThat(unknown.err()).contains("no unit of work no.7 is open or unresolved");
        Result branch = remote("uow", "rollback", "1:2:3", "--yes");
        assertThat(branch.code()).isEqualTo(1);
        assertThat(branch.err()).contains("no unit of work 1:2:3 is open or unresolved");
    }

    @Test
    void anOperatorClosesTheConnectionOfAClient() throws Exception {
        CountDownLatch disconnected = new CountDownLatch(1);
        try (Connection connection = connect(disconnected)) {
            Session session = connection.createSession(Session.SESSION_TRANSACTED);
            session.createConsumer(session.createQueue("A"));
            session.createProducer(session.createQueue("A")).send(session.createTextMessage("a"));
            JsonNode[] found = new JsonNode[1];
            await().until(
                            () -> {
                                found[0] = ofPartner(json("connections"), "user");
                                return found[0].path("readers").asInt() == 1;
                            });
            assertThat(found[0].path("protocol").asString()).isEqualTo("AMQP");
            assertThat(found[0].path("address").asString()).startsWith("127.0.0.1:");
            String id = found[0].path("id").asString();
            assertThat(remote("connections").ok().out()).contains(id, "partner", "AMQP");
            assertThat(remote("connections", "close", id).ok().out())
                    .contains("connection " + id + " closed");
            disconnected.await();
            Result gone = remote("connections", "close", id);
            assertThat(gone.code()).isEqualTo(3);
            assertThat(gone.err()).contains("MR5023: no client has the connection " + id);
        }
        // The message that the client had put but not committed does not exist.
        assertThat(server.run("get", "A").out()).isEmpty();
        CountDownLatch again = new CountDownLatch(1);
        try (Connection connection = connect(again)) {
            Session session = connection.createSession();
            session.createProducer(session.createQueue("A")).send(session.createTextMessage("b"));
            TextMessage b =
                    (TextMessage) session.createConsumer(session.createQueue("A")).receive();
            assertThat(b.getText()).isEqualTo("b");
        }
    }

    @Test
    void dataSourcesAreListedWithoutSecretsAndTested() throws Exception {
        Path app = Files.createDirectories(folder.resolve("app"));
        Files.writeString(
                app.resolve("application.yaml"),
                "name: app\ndataSources: {OWN: {url: \"jdbc:h2:mem:own\", poolSize: 3}}\n");
        Files.writeString(
                app.resolve("a.flow.yaml"),
                "flow: a\nnodes: {in: {type: MQInput, queue: APP.IN}, out: {type: MQOutput, queue:"
                        + " APP.OUT}}\nconnections: {in.out: out}\n");
        server.run("deploy", app.toString()).ok();
        assertThat(remote("data-sources").ok().out())
                .containsPattern("STOCK +0 +16 +jdbc:h2:mem:stock")
                .containsPattern("GONE +u +0 +16 +jdbc:postgresql:")
                .containsPattern("OWN +app +0 +3 +jdbc:h2:mem:own")
                .doesNotContain("p4ss");
        assertThat(json("data-sources").size()).isEqualTo(3);
        assertThat(remote("data-sources", "test", "STOCK").ok().out())
                .startsWith("data source STOCK can be reached (");
        assertThat(json("data-sources", "test", "OWN", "--application", "app").path("error"))
                .hasToString("\"\"");
        Result gone = remote("data-sources", "test", "GONE");
        assertThat(gone.code()).isEqualTo(3);
        assertThat(gone.err())
                .contains("MR6002: the server cannot use the data source GONE")
                .doesNotContain("p4ss");
        Result unknown = remote("data-sources", "test", "STOK");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("unknown data source STOK; did you mean STOCK?");
        assertThat(remote("data-sources", "test", "OWN", "--application", "ap").err())
                .contains("MR1027", "the application ap is not deployed");
    }
}
