package io.millrace.databases;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/** What flows can rely on of the nodes that work on tables by themselves, whatever the database. */
abstract class TableNodesContract {

    private static final String SAME = "<a><id>1</id><name>bolt</name></a>";

    Broker broker;

    abstract String url();

    abstract String user();

    /** The type of columns of bytes. */
    abstract String bytes();

    @BeforeEach
    void start() throws SQLException {
        broker = Broker.builder().memory().start();
        sql("DROP TABLE IF EXISTS PART");
        sql("CREATE TABLE PART (ID INT PRIMARY KEY, NAME VARCHAR(20), QTY INT DEFAULT 0)");
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    final void sql(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(), user(), "");
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** What was committed: rows by semicolons, columns by blanks. */
    final String committed(String query) throws SQLException {
        StringJoiner rows = new StringJoiner("; ");
        try (Connection connection = DriverManager.getConnection(url(), user(), "");
                ResultSet result = connection.createStatement().executeQuery(query)) {
            while (result.next()) {
                StringJoiner row = new StringJoiner(" ");
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(String.valueOf(result.getString(i)));
                }
                rows.add(row.toString());
            }
        }
        return rows.toString();
    }

    final void deploy(String flow, String esql) {
        String settings =
                "name: work\ndataSources:\n  STOCK: {url: \""
                        + url()
                        + "\", user: "
                        + user()
                        + "}\n";
        broker.deploy(
                Application.of(
                        "work",
                        Map.of(
                                "application.yaml", settings,
                                "work.flow.yaml", flow,
                                "work.esql", esql)));
    }

    final String got(String queue) {
        Optional<QueueMessage> message = broker.get(queue, Duration.ofSeconds(240));
        if (message.isEmpty()) {
            Optional<QueueMessage> back = broker.get("BACK", Duration.ZERO);
            return back.isPresent() ? "backed out" : "nothing";
        }
        return new String(message.get().body().toArray(), StandardCharsets.UTF_8);
    }

    private void nodes(String nodes, String... connections) {
        StringBuilder flow = new StringBuilder("flow: work\nnodes:\n");
        flow.append(
                "  in: {type: MQInput, queue: IN, domain: XMLNSC, backoutThreshold: 1,"
                        + " backoutQueue: BACK}\n");
        flow.append(
                "  out: {type: MQOutput, queue: OUT}\n  other: {type: MQOutput, queue: OTHER}\n");
        flow.append(nodes.indent(2));
        flow.append("connections:\n");
        for (String connection : connections) {
            flow.append("  ").append(connection).append('\n');
        }
        deploy(flow.toString(), "");
        broker.put("IN", SAME);
    }

    @Test
    void dataNodesInsertChangeAndDeleteRows() throws SQLException {
        sql("INSERT INTO PART VALUES (7, 'old', 1)");
        nodes(
                """
                insert: {type: DataInsert, dataSource: STOCK, table: PART, mapping: [ID = Body.a.id, "NAME = UPPER(Body.a.name)"]}
                update: {type: DataUpdate, dataSource: STOCK, table: PART, mapping: [QTY = 5], where: [ID = Body.a.id, NAME = 'BOLT']}
                delete: {type: DataDelete, dataSource: STOCK, table: PART, where: ["ID = CAST('7' AS INTEGER)"]}
                """,
                "in.out: insert",
                "insert.out: update",
                "update.out: delete",
                "delete.out: out");
        assertThat(got("OUT")).isEqualTo(SAME);
        assertThat(committed("SELECT * FROM PART ORDER BY ID")).isEqualTo("1 BOLT 5");
    }

    @Test
    void aDataNodeThatFailsTakesItsFailureTerminalAndOneThatFindsNothingMayBeAnError()
            throws SQLException {
        sql("INSERT INTO PART VALUES (1, 'old', 1)");
        nodes(
                "insert: {type: DataInsert, dataSource: STOCK, table: PART, mapping: [ID ="
                        + " Body.a.id]}",
                "in.out: insert",
                "insert.out: out",
                "insert.failure: other");
        assertThat(got("OTHER")).isEqualTo(SAME);
        nodes(
                "delete: {type: DataDelete, dataSource: STOCK, table: PART, where: [ID = 99],"
                        + " treatWarningsAsErrors: true}",
                "in.out: delete",
                "delete.out: out",
                "delete.failure: other");
        assertThat(got("OTHER")).isEqualTo(SAME);
        nodes(
                "insert: {type: DataInsert, dataSource: STOCK, table: PART, mapping: [ID ="
                        + " Body.a.id], throwExceptionOnDatabaseError: false}",
                "in.out: insert",
                "insert.out: out");
        assertThat(got("OUT")).isEqualTo(SAME);
    }

    @Test
    void aWarehouseKeepsTheMessageTheTimeAndParts() throws SQLException {
        sql(
                "DROP TABLE IF EXISTS KEPT",
                "CREATE TABLE KEPT (ID INT, BODY "
                        + bytes().replace("9", "99")
                        + ", AT TIMESTAMP)");
        nodes(
                "keep: {type: Warehouse, dataSource: STOCK, table: KEPT, messageColumn: BODY,"
                        + " timestampColumn: AT, mapping: [ID = Body.a.id]}",
                "in.out: keep",
                "keep.out: out");
        assertThat(got("OUT")).isEqualTo(SAME);
        assertThat(committed("SELECT ID, OCTET_LENGTH(BODY) FROM KEPT WHERE AT IS NOT NULL"))
                .isEqualTo("1 " + SAME.length());
    }

    @Test
    void retrievedColumnsBecomeFields() throws SQLException {
        String retrieve =
                """
                find: {type: DatabaseRetrieve, dataSource: STOCK, table: PART, where: [NAME = Body.a.name], orderBy: ID, multipleRows: true, dataElements: [OutputRoot.XMLNSC.a.part = ID, OutputRoot.XMLNSC.a.qty = QTY]}
                """;
        nodes(retrieve, "in.out: find", "find.out: out", "find.keyNotFound: other");
        assertThat(got("OTHER")).isEqualTo(SAME);
        sql("INSERT INTO PART VALUES (5, 'bolt', 50), (6, 'bolt', 60)");
        nodes(retrieve, "in.out: find", "find.out: out", "find.keyNotFound: other");
        assertThat(got("OUT"))
                .isEqualTo(
                        "<a><id>1</id><name>bolt</name><part>5</part><qty>50</qty><part>6</part>"
                                + "<qty>60</qty></a>");
    }

    @Test
    void messagesAreRoutedByColumns() throws SQLException {
        String route =
                """
                find: {type: DatabaseRoute, dataSource: STOCK, table: PART, where: [ID = Body.a.id], columns: [QTY, NAME], filterExpression: "LocalEnvironment.DatabaseRoute.QTY > 10 AND LocalEnvironment.DatabaseRoute.NAME = Body.a.name"}
                none: {type: MQOutput, queue: NONE}
                """;
        String[] connections = {
            "in.out: find", "find.match: out", "find.default: other", "find.keyNotFound: none"
        };
        nodes(route, connections);
        assertThat(got("NONE")).isEqualTo(SAME);
        sql("INSERT INTO PART VALUES (1, 'bolt', 5)");
        nodes(route, connections);
        assertThat(got("OTHER")).isEqualTo(SAME);
        sql("UPDATE PART SET QTY = 50");
        nodes(route, connections);
        assertThat(got("OUT")).isEqualTo(SAME);
    }

    @Test
    void messagesAreRoutedToTerminalsThatTheNodeNames() throws SQLException {
        String route =
                """
                find: {type: DatabaseRoute, dataSource: STOCK, table: PART, where: [ID = Body.a.id], columns: [QTY], MODE
                  filters: ["few = LocalEnvironment.DatabaseRoute.QTY < 10", "small-lot = LocalEnvironment.DatabaseRoute.QTY < 100", "few = TRUE"]}
                few: {type: MQOutput, queue: FEW}
                """;
        String[] connections = {
            "in.out: find", "find.few: few", "find.small-lot: out", "find.default: other"
        };
        sql("INSERT INTO PART VALUES (1, 'bolt', 5)");
        nodes(route.replace("MODE", ""), connections);
        assertThat(got("FEW")).isEqualTo(SAME);
        assertThat(got("OUT")).isEqualTo(SAME);
        assertThat(broker.get("FEW", Duration.ZERO)).isEmpty();
        nodes(route.replace("MODE", "distributionMode: first,"), connections);
        assertThat(got("FEW")).isEqualTo(SAME);
        assertThat(broker.get("OUT", Duration.ZERO)).isEmpty();
        assertThat(broker.get("OTHER", Duration.ZERO)).isEmpty();
    }
}
