package io.millrace.databases;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.sql.SQLException;

/** What flows can rely on whatever the database is, beside the nodes that work on tables. */
abstract class DatabaseContract extends TableNodesContract {

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

    /** A procedure CHANGE(IN a, OUT b, INOUT c): b = 2 * a, c = c || '!'. */
    abstract String[] createChange();

    /** A function HALF of a decimal. */
    abstract String[] createHalf();

    /** A procedure PARTS(IN least) that gives rows of PART as its result. */
    abstract String[] createParts();

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
    void conditionsOnColumnsUseTheStringFunctionsOfTheDatabase() throws SQLException {
        sql(
                "INSERT INTO PART VALUES (1, ' bolt', 5), (2, 'nut-b', 6), (3, '00screw', 7), (4,"
                        + " 'a', 8)");
        String statements =
                """
                DECLARE blank CHARACTER ' ';
                UPDATE Database.PART AS P SET NAME = TRIM(LEADING '0' FROM P.NAME), QTY = CAST(CAST(P.QTY AS CHARACTER) AS INTEGER) + 1
                  WHERE LEFT(P.NAME, 2) = '00' AND RIGHT(P.NAME, 1) = 'w' AND SUBSTRING(P.NAME FROM 3 FOR 2) = 'sc';
                DELETE FROM Database.PART AS P WHERE TRIM(blank FROM P.NAME) = 'bolt' AND POSITION('o' IN P.NAME) = 3;
                DELETE FROM Database.PART AS P
                  WHERE SUBSTRING(P.NAME BEFORE '-') = 'nut' AND SUBSTRING(P.NAME AFTER '-') = 'b'
                    AND CONTAINS(P.NAME, 't-') AND STARTSWITH(P.NAME, 'nu') AND ENDSWITH(P.NAME, '-b');
                UPDATE Database.PART AS P SET NAME = TRANSLATE(P.NAME, 'ab', 'xy') WHERE NULLIF(P.NAME, 'b') = 'a';
                SET OutputRoot.XMLNSC.r = 'done';
                """;
        assertThat(run(statements)).isEqualTo("<r>done</r>");
        assertThat(committed("SELECT * FROM PART ORDER BY ID")).isEqualTo("3 screw 8; 4 x 8");
    }

    @Test
    void allColumnsHaveTheNamesOfTheDatabaseWhateverTheConditionNames() throws SQLException {
        sql("INSERT INTO PART VALUES (1, 'bolt', 5)");
        String statements =
                """
                SET Environment.all[] = SELECT * FROM Database.PART AS P;
                SET Environment.some[] = SELECT * FROM Database.PART AS P WHERE P.Id = 1 AND P.nAME = 'bolt';
                SET OutputRoot.XMLNSC.r.same = FIELDNAME(Environment.all.*[2]) = FIELDNAME(Environment.some.*[2]);
                SET OutputRoot.XMLNSC.r.name = THE(SELECT ITEM P.Name FROM Database.PART AS P WHERE FIELDNAME(P.naME) <> '?');
                """;
        assertThat(run(statements)).isEqualTo("<r><same>true</same><name>bolt</name></r>");
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
}
