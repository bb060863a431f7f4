package io.millrace.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.resource.Secret;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;
import io.millrace.testing.FaultProxy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Coordinated units over an Artemis of another process and H2, with connections that break. */
class RemoteCoordinationTest {

    private static final String FLOW =
            """
            flow: work
            coordinatedTransaction: yes
            nodes:
              in:     {type: MQInput, queue: IN, domain: XMLNSC, backoutThreshold: 1, backoutQueue: BACK}
              work:   {type: DataInsert, dataSource: STOCK, table: PART, mapping: [ID = Body.a]}
              out:    {type: MQOutput, queue: OUT}
            connections:
              in.out: work
              work.out: out
            """;

    private static final String ONCE =
            """
            flow: work
            coordinatedTransaction: yes
            additionalInstances: 2
            nodes:
              in:     {type: MQInput, queue: IN, domain: XMLNSC, backoutThreshold: 1, backoutQueue: BACK}
              once:   {type: IdempotentReceive, key: Body.a}
              work:   {type: DataInsert, dataSource: STOCK, table: PART, mapping: [ID = Body.a]}
              out:    {type: MQOutput, queue: OUT}
              again:  {type: MQOutput, queue: AGAIN}
            connections:
              in.out: once
              once.out: work
              once.duplicate: again
              work.out: out
            """;

    private static final int MESSAGES = 100;

    @TempDir Path folder;

    private Broker queues;
    private FaultProxy proxy;
    private Broker flows;
    private String url;

    @BeforeEach
    void start() throws Exception {
        queues =
                Broker.builder()
                        .home(folder.resolve("queues"))
                        .acceptor(Acceptor.loopback(Acceptor.Protocol.CORE))
                        .start();
        for (String queue : List.of("IN", "OUT", "BACK", "AGAIN")) {
            queues.createQueue(QueueDefinition.named(queue));
        }
        proxy = new FaultProxy(queues.store().listening().getFirst().port());
        Properties credentials = new Properties();
        try (var in = Files.newBufferedReader(folder.resolve("queues/credentials.properties"))) {
            credentials.load(in);
        }
        flows =
                Broker.builder()
                        .home(folder.resolve("flows"))
                        .url("tcp://127.0.0.1:" + proxy.port())
                        .credentials(
                                credentials.getProperty("user"),
                                Secret.of(credentials.getProperty("password")))
                        .retryDelay(Duration.ofMillis(10), Duration.ofMillis(200))
                        .start();
        url = "jdbc:h2:" + folder.resolve("stock") + ";AUTO_SERVER=TRUE";
        try (Connection connection = DriverManager.getConnection(url, "sa", "")) {
            connection.createStatement().execute("CREATE TABLE PART (ID VARCHAR(20))");
        }
    }

    private void deploy(String flow) {
        String application =
                "name: work\ndataSources:\n  STOCK: {url: \"" + url + "\", user: sa}\n";
        flows.deploy(
                Application.of(
                        "work", Map.of("application.yaml", application, "work.flow.yaml", flow)));
    }

    @AfterEach
    void stop() throws IOException {
        flows.close();
        proxy.close();
        queues.close();
    }

    private int rows(String what) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, "sa", "");
                ResultSet row =
                        connection
                                .createStatement()
                                .executeQuery("SELECT COUNT(" + what + ") FROM PART")) {
            row.next();
            return row.getInt(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachMessageIsDoneOnceWhereConnectionsToTheQueuesBreak(boolean reset) throws Exception {
        deploy(FLOW);
        put(0, MESSAGES, reset);
        await().until(() -> queues.store().status("OUT").depth() >= MESSAGES);
        assertEachDoneOnce();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachKeyIsDoneOnceWhereConnectionsToTheQueuesBreak(boolean reset) throws Exception {
        deploy(ONCE);
        put(0, MESSAGES / 2, reset);
        put(0, MESSAGES, reset);
        put(MESSAGES / 2, MESSAGES, reset);
        await().until(() -> queues.store().status("OUT").depth() >= MESSAGES);
        await().until(() -> queues.store().status("AGAIN").depth() >= MESSAGES);
        assertEachDoneOnce();
        assertThat(queues.store().status("AGAIN").depth()).isEqualTo(MESSAGES);
    }

    private void put(int from, int to, boolean reset) throws IOException {
        for (int i = from; i < to; i++) {
            queues.put("IN", "<a>" + i + "</a>");
            if (i % 20 == 19) {
                if (reset) {
                    proxy.reset();
                } else {
                    proxy.cut();
                }
            }
        }
    }

    private void assertEachDoneOnce() throws SQLException {
        await().until(() -> flows.unresolved().report().inDoubt().isEmpty());
        List<String> through = new ArrayList<>();
        for (QueueMessage message : queues.browse("OUT", 2 * MESSAGES)) {
            through.add(new String(message.body().toArray(), StandardCharsets.UTF_8));
        }
        assertThat(through).hasSize(MESSAGES);
        assertThat(new HashSet<>(through)).hasSize(MESSAGES);
        assertThat(queues.store().status("BACK").depth()).isZero();
        assertThat(rows("ID")).isEqualTo(MESSAGES);
        assertThat(rows("DISTINCT ID")).isEqualTo(MESSAGES);
        assertThat(flows.damagedUnits()).isEmpty();
    }
}
