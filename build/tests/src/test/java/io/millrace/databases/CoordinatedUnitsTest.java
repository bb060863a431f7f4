package io.millrace.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.work.Recoverable;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Units of work over embedded Artemis, PostgreSQL and H2 together. */
class CoordinatedUnitsTest {

    private static final String FLOW =
            """
            flow: work
            coordinatedTransaction: yes
            SETTINGS
            nodes:
              in:     {type: MQInput, queue: IN, domain: XMLNSC, backoutThreshold: 2, backoutQueue: BACK}
              work:   {type: Compute, module: Work, dataSource: STOCK}
              out:    {type: MQOutput, queue: OUT}
            connections:
              in.out: work
              work.out: out
            """;

    private static final String ESQL =
            """
            CREATE COMPUTE MODULE Work
              CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                SET OutputRoot = InputRoot;
                IF InputRoot.XMLNSC.a <> 'queues' THEN
                  INSERT INTO Database.PART(ID) VALUES (InputRoot.XMLNSC.a);
                  INSERT INTO Database.LEDGER.PUBLIC.ENTRY(ID) VALUES (InputRoot.XMLNSC.a);
                  IF InputRoot.XMLNSC.a = 'bad' THEN
                    THROW USER EXCEPTION VALUES ('bad');
                  END IF;
                END IF;
                RETURN TRUE;
              END;
            END MODULE;
            """;

    @TempDir Path home;

    private PostgresServer server;

    @BeforeEach
    void tables() throws SQLException {
        server = PostgresServer.shared();
        server.run("CREATE TABLE PART (ID VARCHAR(20) PRIMARY KEY)");
        try (Connection connection = DriverManager.getConnection(ledger(), "sa", "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE ENTRY (ID VARCHAR(20) PRIMARY KEY)");
        }
    }

    private String ledger() {
        return "jdbc:h2:" + home.resolve("ledger");
    }

    private Broker broker() {
        return Broker.builder()
                .home(home.resolve("home"))
                .retryDelay(Duration.ofMillis(10), Duration.ofMillis(100))
                .start();
    }

    private void deploy(Broker broker, String stock, String settings) {
        String application =
                "name: work\ndataSources:\n  STOCK: {url: \""
                        + stock
                        + "\", user: postgres}\n  LEDGER: {url: \""
                        + ledger()
                        + "\", user: sa}\n";
        broker.deploy(
                Application.of(
                        "work",
                        Map.of(
                                "application.yaml", application,
                                "work.flow.yaml", FLOW.replace("SETTINGS\n", settings),
                                "work.esql", ESQL)));
    }

    private static String got(Broker broker, String queue) {
        Optional<QueueMessage> message = broker.get(queue, Duration.ofSeconds(240));
        return message.map(m -> new String(m.body().toArray(), StandardCharsets.UTF_8))
                .orElse("nothing");
    }

    private static int count(String url, String user, String table) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, user, "");
                ResultSet row =
                        connection
                                .createStatement()
                                .executeQuery("SELECT COUNT(*) FROM " + table)) {
            row.next();
            return row.getInt(1);
        }
    }

    /** Waits for rows, which are committed after the messages of their unit. */
    private void awaitParts(int expected) {
        await().until(() -> count(server.url(), "postgres", "PART") == expected);
    }

    private int entries() throws SQLException {
        return count(ledger(), "sa", "ENTRY");
    }

    @Test
    void queuesAndDatabasesCommitTogether() throws SQLException {
        try (Broker broker = broker()) {
            deploy(broker, server.url(), "");
            broker.put("IN", "<a>1</a>");
            assertThat(got(broker, "OUT")).isEqualTo("<a>1</a>");
            broker.put("IN", "<a>queues</a>");
            assertThat(got(broker, "OUT")).isEqualTo("<a>queues</a>");
            awaitParts(1);
            assertThat(broker.recoverables())
                    .extracting(Recoverable::label)
                    .contains("queues", "data source STOCK", "data source LEDGER");
            await().until(
                            () ->
                                    broker.recoverables().stream()
                                            .allMatch(r -> r.inDoubt().isEmpty()));
            assertThat(broker.damagedUnits()).isEmpty();
        }
        assertThat(entries()).isEqualTo(1);
    }

    @Test
    void aMessageThatFailsIsUndoneEverywhereAndBackedOut() throws SQLException {
        try (Broker broker = broker()) {
            deploy(broker, server.url(), "");
            broker.put("IN", "<a>bad</a>");
            broker.put("IN", "<a>2</a>");
            assertThat(got(broker, "OUT")).isEqualTo("<a>2</a>");
            assertThat(got(broker, "BACK")).isEqualTo("<a>bad</a>");
            awaitParts(1);
        }
        assertThat(entries()).isEqualTo(1);
    }

    @Test
    void severalMessagesShareAUnitAndTheBadOneLeavesAlone() throws SQLException {
        try (Broker broker = broker()) {
            deploy(broker, server.url(), "commitCount: 20\ncommitInterval: 0.2\n");
            for (int i = 0; i < 100; i++) {
                broker.put("IN", i == 50 ? "<a>bad</a>" : "<a>" + i + "</a>");
            }
            for (int i = 0; i < 100; i++) {
                if (i != 50) {
                    assertThat(got(broker, "OUT")).isEqualTo("<a>" + i + "</a>");
                }
            }
            assertThat(got(broker, "BACK")).isEqualTo("<a>bad</a>");
            awaitParts(99);
        }
        assertThat(entries()).isEqualTo(99);
    }

    @Test
    void severalInstancesEndTheirUnitsSideBySide() throws SQLException {
        try (Broker broker = broker()) {
            deploy(broker, server.url(), "additionalInstances: 7\n");
            for (int i = 0; i < 400; i++) {
                broker.put("IN", "<a>" + i + "</a>");
            }
            await().until(() -> broker.store().status("OUT").depth() == 400);
            awaitParts(400);
            await().until(
                            () ->
                                    broker.recoverables().stream()
                                            .allMatch(r -> r.inDoubt().isEmpty()));
        }
        assertThat(entries()).isEqualTo(400);
    }

    @Test
    void queuesInMemoryRefuseCoordinatedFlows() {
        try (Broker broker = Broker.builder().memory().start()) {
            assertThatThrownBy(() -> deploy(broker, server.url(), ""))
                    .isInstanceOfSatisfying(
                            MillraceException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION))
                    .hasMessageContaining("coordinatedTransaction")
                    .hasMessageContaining("memory");
        }
    }
}
