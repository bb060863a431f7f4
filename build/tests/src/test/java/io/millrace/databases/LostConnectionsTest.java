package io.millrace.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.runtime.InstanceStatus;
import io.millrace.engine.runtime.InstanceStatus.State;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;
import io.millrace.testing.FaultProxy;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
import java.util.Optional;

/** Flows whose PostgreSQL is cut off, breaks, is slow, or starts anew: no message is dropped. */
class LostConnectionsTest {

    private static final String FLOW =
            """
            flow: work
            coordinatedTransaction: COORDINATED
            nodes:
              in:     {type: MQInput, queue: IN, domain: XMLNSC, backoutThreshold: 1, backoutQueue: BACK}
              work:   {type: DataInsert, dataSource: STOCK, table: PART, mapping: [ID = Body.a]}
              out:    {type: MQOutput, queue: OUT}
            connections:
              in.out: work
              work.out: out
            """;

    private static final int MESSAGES = 100;

    @TempDir private static Path serverFolder;

    private static PostgresServer server;

    @TempDir private Path folder;

    private FaultProxy proxy;
    private Broker broker;

    @BeforeAll
    static void startServer() {
        server = PostgresServer.start(serverFolder);
    }

    @AfterAll
    static void stopServer() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void start() throws Exception {
        server.run("DROP TABLE IF EXISTS PART", "CREATE TABLE PART (ID VARCHAR(20))");
        proxy = new FaultProxy(server.port());
        broker =
                Broker.builder()
                        .home(folder.resolve("home"))
                        .retryDelay(Duration.ofMillis(10), Duration.ofMillis(200))
                        .start();
    }

    @AfterEach
    void stop() throws IOException {
        broker.close();
        proxy.close();
    }

    private void deploy(boolean coordinated) {
        deploy(coordinated, FLOW);
    }

    private void deploy(boolean coordinated, String flow) {
        String application =
                "name: work\ndataSources:\n  STOCK: {url: \""
                        + PostgresServer.url(proxy.port())
                        + "\", user: postgres}\n";
        broker.deploy(
                Application.of(
                        "work",
                        Map.of(
                                "application.yaml",
                                application,
                                "work.flow.yaml",
                                flow.replace("COORDINATED", coordinated ? "yes" : "no"))));
    }

    private void put(int from, int to) {
        for (int i = from; i < to; i++) {
            broker.put("IN", "<a>" + i + "</a>");
        }
    }

    private void awaitDone(int messages) {
        await().until(() -> broker.store().status("OUT").depth() >= messages);
    }

    private InstanceStatus instance() {
        return broker.statistics().getFirst().instances().getFirst();
    }

    private long rows(String what) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url(), "postgres", "");
                ResultSet row =
                        connection
                                .createStatement()
                                .executeQuery("SELECT COUNT(" + what + ") FROM PART")) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Each message is through once, and its row is there. */
    private void checkBooks(int messages, boolean coordinated) throws SQLException {
        // What was decided while the database was away is committed by the recovery.
        await().until(() -> broker.recoverables().stream().allMatch(r -> r.inDoubt().isEmpty()));
        List<String> through = new ArrayList<>();
        for (QueueMessage message : broker.browse("OUT", 2 * messages)) {
            through.add(new String(message.body().toArray(), StandardCharsets.UTF_8));
        }
        assertThat(through).hasSize(messages);
        assertThat(new HashSet<>(through)).hasSize(messages);
        Optional<QueueMessage> backedOut = broker.get("BACK", Duration.ZERO);
        assertThat(backedOut).as("backed out").isEmpty();
        assertThat(rows("DISTINCT ID")).isEqualTo(messages);
        if (coordinated) {
            assertThat(rows("ID")).isEqualTo(messages);
            assertThat(broker.recoverables()).allSatisfy(r -> assertThat(r.inDoubt()).isEmpty());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStoppedDatabaseStopsTheInputAndNotTheProcess(boolean coordinated) throws Exception {
        deploy(coordinated);
        put(0, 10);
        awaitDone(10);
        server.stop();
        put(10, 20);
        await().until(() -> instance().state() == State.RECONNECTING);
        assertThat(instance().lastError()).contains("MR6002").contains("STOCK");
        assertThat(broker.store().status("OUT").depth()).isEqualTo(10);
        server.restart();
        awaitDone(20);
        checkBooks(20, coordinated);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theDatabaseMustBeThereBeforeTheNextMessageIsTaken(boolean coordinated) throws Exception {
        deploy(
                coordinated,
                FLOW.replace(
                                "  out: ",
                                "  tried:  {type: MQOutput, queue: TRIED, transactionMode: no}\n"
                                        + "  out: ")
                        .replace("in.out: work", "in.out: tried\n  tried.out: work"));
        put(0, 1);
        awaitDone(1);
        proxy.refuse(true);
        proxy.cut();
        put(1, 2);
        await().until(() -> proxy.refused() > 2);
        long tried = broker.store().status("TRIED").depth();
        int refused = proxy.refused();
        await().until(() -> proxy.refused() > refused + 2);
        assertThat(broker.store().status("TRIED").depth()).isEqualTo(tried);
        proxy.refuse(false);
        awaitDone(2);
        assertThat(broker.store().status("TRIED").depth()).isEqualTo(tried + 1);
        checkBooks(2, coordinated);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noMessageIsDroppedWhereConnectionsBreakUnderLoad(boolean reset) throws Exception {
        deploy(true);
        put(0, MESSAGES / 2);
        for (int i = MESSAGES / 2; i < MESSAGES; i++) {
            put(i, i + 1);
            if (i % 10 == 0) {
                if (reset) {
                    proxy.reset();
                } else {
                    proxy.cut();
                }
            }
        }
        awaitDone(MESSAGES);
        checkBooks(MESSAGES, true);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSlowOrRefusingNetworkIsWaitedFor(boolean coordinated) throws Exception {
        deploy(coordinated);
        proxy.delay(20);
        put(0, 5);
        awaitDone(5);
        proxy.delay(0);
        proxy.refuse(true);
        proxy.cut();
        put(5, 10);
        await().until(() -> proxy.refused() > 3);
        proxy.refuse(false);
        awaitDone(10);
        checkBooks(10, coordinated);
    }
}
