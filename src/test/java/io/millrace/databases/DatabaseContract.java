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

/** What flows can rely on whatever the database is. */
abstract class DatabaseContract {

    private static final String FLOW =
            """
            flow: work
            nodes:
              in:     {type: MQInput, queue: IN, domain: XMLNSC, backoutThreshold: 1, backoutQueue: BACK}
              work:   {type: Compute, module: Work, dataSource: STOCK, PROPERTIES}
              out:    {type: MQOutput, queue: OUT}
            connections:
              in.out: work
              work.out: out
            """;

    private Broker broker;

    abstract String url();

    abstract String user();

    /** A procedure CHANGE(IN a, OUT b, INOUT c): b = 2 * a, c = c || '!'. */
    abstract String[] createChange();

    /** A function HALF of a decimal. */
    abstract String[] createHalf();

    /** A procedure PARTS(IN least) that gives rows of PART as its result. */
    abstract String[] createParts();

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

    private void sql(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(), user(), "");
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** What was committed: rows by semicolons, columns by blanks. */
    private String committed(String query) throws SQLException {
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

    private void deploy(String flow, String esql) {
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

    private static String module(String declarations, String statements) {
        return declarations
                + "\nCREATE COMPUTE MODULE Work\nCREATE FUNCTION Main() RETURNS BOOLEAN\nBEGIN\n"
                + statements
                + "\nRETURN TRUE;\nEND;\nEND MODULE;";
    }

    /** Runs statements in a Compute node; gives what they left in {@code OutputRoot.XMLNSC.r}. */
    private String run(String properties, String declarations, String statements) {
        deploy(FLOW.replace("PROPERTIES", properties), module(declarations, statements));
        broker.put("IN", "<a>1</a>");
        return got("OUT");
    }

    private String run(String statements) {
        return run("transaction: automatic", "", statements);
    }

    private String got(String queue) {
        Optional<QueueMessage> message = broker.get(queue, Duration.ofSeconds(20));
        if (message.isEmpty()) {
            Optional<QueueMessage> back = broker.get("BACK", Duration.ZERO);
            return back.isPresent() ? "backed out" : "nothing";
        }
        return new String(message.get().body().toArray(), StandardCharsets.UTF_8);
    }

    @Test
    void rowsAreInsertedSelectedChangedAndDeleted() throws SQLException {
        String statements =
                """
                INSERT INTO Database.PART(ID, NAME, QTY) VALUES (1, 'bolt', 5);
                INSERT INTO Database.PART(ID, NAME, QTY) VALUES ('2', 'nut', 6);
                INSERT INTO Database.PART VALUES (3, NULL, 7);
                UPDATE Database.PART AS P SET QTY = P.QTY + 10 WHERE P.NAME LIKE 'b%' OR P.ID = 3;
                DELETE FROM Database.PART AS P WHERE P.ID = 2;
                SET OutputRoot.XMLNSC.r.row[] = SELECT P.ID AS id, COALESCE(P.NAME, 'none') AS name, P.QTY AS qty FROM Database.PART AS P WHERE P.QTY > 0;
                SET OutputRoot.XMLNSC.r.name = THE(SELECT ITEM P.NAME FROM Database.PART AS P WHERE P.ID = CAST(InputRoot.XMLNSC.a AS INTEGER));
                SET OutputRoot.XMLNSC.r.sum = SELECT SUM(P.QTY) FROM Database.PART AS P;
                """;
        assertThat(run(statements))
                .isEqualTo(
                        "<r><row><id>1</id><name>bolt</name><qty>15</qty></row>"
                                + "<row><id>3</id><name>none</name><qty>17</qty></row>"
                                + "<name>bolt</name><sum>32</sum></r>");
        assertThat(committed("SELECT * FROM PART ORDER BY ID")).isEqualTo("1 bolt 15; 3 null 17");
    }

    @Test
    void passthruTakesStatementsAndGivesRows() {
        String statements =
                """
                PASSTHRU('INSERT INTO PART VALUES (?, ?, ?)', 1, 'bolt', 5);
                SET Environment.v.a = 2;
                SET Environment.v.b = 'nut';
                PASSTHRU 'INSERT INTO PART(ID, NAME) VALUES (?, ?)' TO Database.STOCK VALUES (Environment.v.*[]);
                PASSTHRU('UPDATE PART SET QTY = 9 WHERE ID = 99');
                SET OutputRoot.XMLNSC.r.code = SQLCODE;
                SET OutputRoot.XMLNSC.r.row[] = PASSTHRU('SELECT ID AS "id", NAME AS "name" FROM PART WHERE ID < ? ORDER BY ID' TO Database.STOCK VALUES (10));
                """;
        assertThat(run(statements))
                .isEqualTo(
                        "<r><code>100</code><row><id>1</id><name>bolt</name></row>"
                                + "<row><id>2</id><name>nut</name></row></r>");
    }

    @Test
    void proceduresAndFunctionsTakeAndGiveValues() throws SQLException {
        sql(createChange());
        sql(createHalf());
        String declarations =
                """
                CREATE PROCEDURE change(IN a INTEGER, OUT b INTEGER, INOUT c CHARACTER) LANGUAGE DATABASE EXTERNAL NAME "CHANGE";
                CREATE PROCEDURE half(IN a DECIMAL) RETURNS DECIMAL LANGUAGE DATABASE EXTERNAL NAME "HALF";
                """;
        String statements =
                """
                DECLARE b INTEGER;
                DECLARE c CHARACTER 'so';
                CALL change(21, b, c);
                SET OutputRoot.XMLNSC.r.b = b;
                SET OutputRoot.XMLNSC.r.c = c;
                SET OutputRoot.XMLNSC.r.half = half(CAST('5' AS DECIMAL));
                """;
        assertThat(run("transaction: automatic", declarations, statements))
                .isEqualTo("<r><b>42</b><c>so!</c><half>2.5</half></r>");
    }

    @Test
    void resultSetsGoIntoLists() throws SQLException {
        sql(createParts());
        sql("INSERT INTO PART VALUES (1, 'a', 0), (2, 'b', 0), (3, 'c', 0)");
        String declarations =
                """
                CREATE PROCEDURE parts(IN least INTEGER) LANGUAGE DATABASE DYNAMIC RESULT SETS 1 EXTERNAL NAME "PARTS";
                """;
        String statements =
                """
                CALL parts(2, Environment.rows[]);
                SET OutputRoot.XMLNSC.r.count = CARDINALITY(Environment.rows[]);
                SET OutputRoot.XMLNSC.r.last = Environment.rows[2].{'NAME'};
                IF OutputRoot.XMLNSC.r.last IS NULL THEN
                  SET OutputRoot.XMLNSC.r.last = Environment.rows[2].{'name'};
                END IF;
                """;
        assertThat(run("transaction: automatic", declarations, statements))
                .isEqualTo("<r><count>2</count><last>c</last></r>");
    }

    @Test
    void valuesComeBackAsTheTypesTheyWent() throws SQLException {
        sql(
                "DROP TABLE IF EXISTS ALLTYPES",
                "CREATE TABLE ALLTYPES (A BOOLEAN, B BIGINT, C DOUBLE PRECISION, D DECIMAL(30,2), E"
                        + " VARCHAR(9), F "
                        + bytes()
                        + ", G DATE, H TIME, I TIMESTAMP, J TIMESTAMP WITH TIME ZONE, K INT)");
        String statements =
                """
                INSERT INTO Database.ALLTYPES(A, B, C, D, E, F, G, H, I, J, K) VALUES (TRUE, 1099511627776, 2.5E0,
                  12345678901234567890.12, 'grün', X'0001FF', DATE '2026-02-28', TIME '01:02:03',
                  TIMESTAMP '2026-02-28 01:02:03.456789', NULL, NULL);
                PASSTHRU('UPDATE ALLTYPES SET J = TIMESTAMP WITH TIME ZONE ''2026-02-28 03:00:00+02''');
                DECLARE T REFERENCE TO Environment;
                SET Environment.t = THE(SELECT T.A, T.B, T.C, T.D, T.E, T.F, T.G, T.H, T.I, T.J, T.K FROM Database.ALLTYPES AS T);
                MOVE T TO Environment.t;
                UPDATE Database.ALLTYPES AS X SET K = 1 WHERE X.A = T.A AND X.B = T.B AND X.C = T.C AND X.D = T.D AND X.E = T.E
                   AND X.F = T.F AND X.G = T.G AND X.H = T.H AND X.I = T.I;
                SET OutputRoot.XMLNSC.r.found = SQLCODE;
                SET OutputRoot.XMLNSC.r.a = T.A AND TRUE;
                SET OutputRoot.XMLNSC.r.b = T.B + 1;
                SET OutputRoot.XMLNSC.r.c = T.C * 2;
                SET OutputRoot.XMLNSC.r.d = T.D + 1;
                SET OutputRoot.XMLNSC.r.e = T.E || '!';
                SET OutputRoot.XMLNSC.r.f = CAST(T.F || X'02' AS CHARACTER);
                SET OutputRoot.XMLNSC.r.g = CAST(T.G + INTERVAL '1' DAY AS CHARACTER FORMAT 'yyyy-MM-dd');
                SET OutputRoot.XMLNSC.r.h = CAST(T.H + INTERVAL '1' SECOND AS CHARACTER FORMAT 'HH:mm:ss');
                SET OutputRoot.XMLNSC.r.i = CAST(T.I + INTERVAL '1' DAY AS CHARACTER FORMAT 'yyyy-MM-dd HH:mm:ss.SSSSSS');
                SET OutputRoot.XMLNSC.r.j = CAST(T.J AS CHARACTER);
                SET OutputRoot.XMLNSC.r.k = T.K IS NULL;
                """;
        assertThat(run(statements))
                .isEqualTo(
                        "<r><found>0</found><a>true</a><b>1099511627777</b><c>5.0</c>"
                            + "<d>12345678901234567891.12</d><e>grün!</e><f>X'0001FF02'</f><g>2026-03-01</g><h>01:02:04</h><i>2026-03-01"
                            + " 01:02:03.456789</i><j>GMTTIMESTAMP '2026-02-28"
                            + " 01:00:00'</j><k>true</k></r>");
    }

    @Test
    void bitsAndIntervalsAreRefusedWithTheState() {
        String statements =
                """
                PASSTHRU('UPDATE PART SET NAME = ?', B'101');
                SET OutputRoot.XMLNSC.r.bit = SQLSTATE;
                PASSTHRU('UPDATE PART SET NAME = ?', INTERVAL '1' DAY);
                SET OutputRoot.XMLNSC.r.interval = SQLSTATE;
                """;
        assertThat(run("throwExceptionOnDatabaseError: false", "", statements))
                .isEqualTo("<r><bit>D07006</bit><interval>D07006</interval></r>");
    }

    @Test
    void aProgramThatLooksAtSqlcodeGoesOnInTheSameUnit() throws SQLException {
        String statements =
                """
                INSERT INTO Database.PART(ID, NAME) VALUES (1, 'first');
                INSERT INTO Database.PART(ID, NAME) VALUES (1, 'again');
                SET OutputRoot.XMLNSC.r.code = SQLCODE;
                SET OutputRoot.XMLNSC.r.state = SQLSTATE;
                SET OutputRoot.XMLNSC.r.native = SQLNATIVEERROR IS NOT NULL;
                SET OutputRoot.XMLNSC.r.text = LENGTH(SQLERRORTEXT) > 10;
                INSERT INTO Database.PART(ID, NAME) VALUES (2, 'second');
                SET OutputRoot.XMLNSC.r.then = SQLCODE;
                INSERT INTO Database.MISSING(ID) VALUES (2);
                SET OutputRoot.XMLNSC.r.missing = SQLCODE;
                INSERT INTO Database.PART(ID, NAME) VALUES (3, 'third');
                """;
        assertThat(run("throwExceptionOnDatabaseError: false", "", statements))
                .isEqualTo(
                        "<r><code>-1</code><state>D23505</state><native>true</native>"
                                + "<text>true</text><then>0</then><missing>-1</missing></r>");
        assertThat(committed("SELECT NAME FROM PART ORDER BY ID"))
                .isEqualTo("first; second; third");
    }

    @Test
    void aFirstStatementThatFailsLeavesTheUnitUsable() throws SQLException {
        String statements =
                """
                INSERT INTO Database.MISSING(ID) VALUES (2);
                INSERT INTO Database.PART(ID, NAME) VALUES (1, 'first');
                SET OutputRoot.XMLNSC.r = SQLSTATE;
                """;
        assertThat(run("throwExceptionOnDatabaseError: false", "", statements))
                .isEqualTo("<r>00000</r>");
        assertThat(committed("SELECT NAME FROM PART")).isEqualTo("first");
    }

    @Test
    void aHandlerGoesOnInTheSameUnit() throws SQLException {
        String statements =
                """
                INSERT INTO Database.PART(ID, NAME) VALUES (1, 'first');
                BEGIN
                  DECLARE CONTINUE HANDLER FOR SQLSTATE LIKE 'D23%' SET OutputRoot.XMLNSC.r.handled = SQLSTATE;
                  INSERT INTO Database.PART(ID, NAME) VALUES (1, 'again');
                  INSERT INTO Database.PART(ID, NAME) VALUES (2, 'second');
                END;
                """;
        assertThat(run(statements)).isEqualTo("<r><handled>D23505</handled></r>");
        assertThat(committed("SELECT NAME FROM PART ORDER BY ID")).isEqualTo("first; second");
    }

    @Test
    void anErrorThatNobodyHandlesRollsTheMessageBack() throws SQLException {
        String statements =
                """
                INSERT INTO Database.PART(ID, NAME) VALUES (1, 'first');
                INSERT INTO Database.PART(ID, NAME) VALUES (1, 'again');
                """;
        deploy(FLOW.replace("PROPERTIES", "transaction: automatic"), module("", statements));
        broker.put("IN", "<a>1</a>");
        assertThat(got("BACK")).isEqualTo("<a>1</a>");
        assertThat(committed("SELECT NAME FROM PART")).isEmpty();
    }

    private static final String TWO_NODES =
            """
            flow: work
            nodes:
              in:     {type: MQInput, queue: IN, domain: XMLNSC, backoutThreshold: 1, backoutQueue: BACK}
              try:    {type: TryCatch}
              first:  {type: Compute, module: First, dataSource: STOCK, computeMode: message, transaction: MODE}
              second: {type: Compute, module: Second, dataSource: STOCK}
              out:    {type: MQOutput, queue: OUT}
              other:  {type: MQOutput, queue: OTHER}
            connections:
            """;

    private static final String TWO_MODULES =
            """
            CREATE COMPUTE MODULE First
              CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                INSERT INTO Database.PART(ID, NAME) VALUES (1, 'first');
                SET OutputRoot = InputRoot;
                RETURN TRUE;
              END;
            END MODULE;
            CREATE COMPUTE MODULE Second
              CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                INSERT INTO Database.PART(ID, NAME) VALUES (1, 'again');
                SET OutputRoot = InputRoot;
                RETURN TRUE;
              END;
            END MODULE;
            """;

    private void two(String mode, String... connections) {
        StringBuilder flow = new StringBuilder(TWO_NODES.replace("MODE", mode));
        for (String connection : connections) {
            flow.append("  ").append(connection).append('\n');
        }
        deploy(flow.toString(), TWO_MODULES);
        broker.put("IN", "<a>1</a>");
    }

    @Test
    void databaseWorkStaysWhereTheFailureTerminalTakesTheError() throws SQLException {
        two(
                "automatic",
                "in.out: first",
                "first.out: second",
                "second.out: out",
                "second.failure: other");
        assertThat(got("OTHER")).isEqualTo("<a>1</a>");
        assertThat(committed("SELECT NAME FROM PART")).isEqualTo("first");
    }

    @Test
    void databaseWorkStaysWhereTryCatchTakesTheError() throws SQLException {
        two(
                "automatic",
                "in.out: try",
                "try.try: first",
                "first.out: second",
                "second.out: out",
                "try.catch: other");
        assertThat(got("OTHER")).isEqualTo("<a>1</a>");
        assertThat(committed("SELECT NAME FROM PART")).isEqualTo("first");
    }

    @Test
    void databaseWorkStaysWhereTheInputNodeCatchesTheError() throws SQLException {
        two(
                "automatic",
                "in.out: first",
                "first.out: second",
                "second.out: out",
                "in.catch: other");
        assertThat(got("OTHER")).isEqualTo("<a>1</a>");
        assertThat(committed("SELECT NAME FROM PART")).isEqualTo("first");
    }

    @Test
    void automaticWorkGoesWithTheMessageAndCommittedWorkStays() throws SQLException {
        two("automatic", "in.out: first", "first.out: second", "second.out: out");
        assertThat(got("BACK")).isEqualTo("<a>1</a>");
        assertThat(committed("SELECT NAME FROM PART")).isEmpty();
        two("commit", "in.out: first", "first.out: second", "second.out: out");
        assertThat(got("BACK")).isEqualTo("<a>1</a>");
        assertThat(committed("SELECT NAME FROM PART")).isEqualTo("first");
    }

    @Test
    void aRowThatIsNotFoundIsAnErrorWhereWarningsAre() {
        String update = "UPDATE Database.PART AS P SET QTY = 1 WHERE P.ID = 5;";
        assertThat(run(update + "SET OutputRoot.XMLNSC.r = SQLCODE;")).isEqualTo("<r>100</r>");
        deploy(FLOW.replace("PROPERTIES", "treatWarningsAsErrors: true"), module("", update));
        broker.put("IN", "<a>1</a>");
        assertThat(got("BACK")).isEqualTo("<a>1</a>");
    }

    @Test
    void aProgramMayEndTheTransactionItself() throws SQLException {
        String statements =
                """
                INSERT INTO Database.PART(ID, NAME) VALUES (1, 'first');
                COMMIT;
                INSERT INTO Database.PART(ID, NAME) VALUES (2, 'second');
                ROLLBACK Database.STOCK;
                INSERT INTO Database.PART(ID, NAME) VALUES (3, 'third');
                SET OutputRoot.XMLNSC.r = SQLCODE;
                """;
        assertThat(run(statements)).isEqualTo("<r>0</r>");
        assertThat(committed("SELECT NAME FROM PART ORDER BY ID")).isEqualTo("first; third");
    }

    @Test
    void aFilterAsksTheDatabase() throws SQLException {
        sql("INSERT INTO PART VALUES (1, 'bolt', 5)");
        deploy(
                """
                flow: work
                nodes:
                  in:     {type: MQInput, queue: IN, domain: XMLNSC}
                  known:  {type: Filter, dataSource: STOCK, expression: "EXISTS(SELECT P.ID FROM Database.PART AS P WHERE P.ID = CAST(Root.XMLNSC.a AS INTEGER))"}
                  out:    {type: MQOutput, queue: OUT}
                  other:  {type: MQOutput, queue: OTHER}
                connections:
                  in.out: known
                  known.true: out
                  known.false: other
                """,
                "");
        broker.put("IN", "<a>1</a>");
        broker.put("IN", "<a>2</a>");
        assertThat(got("OUT")).isEqualTo("<a>1</a>");
        assertThat(got("OTHER")).isEqualTo("<a>2</a>");
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
        broker.put("IN", "<a><id>1</id><name>bolt</name></a>");
    }

    private static final String SAME = "<a><id>1</id><name>bolt</name></a>";

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
