package io.millrace.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.database.DataSourceProvider;
import io.millrace.engine.database.DataSources;
import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.database.JdbcDrivers;
import io.millrace.engine.database.ProcedureCall;
import io.millrace.engine.database.ProcedureCall.Direction;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;
import io.millrace.engine.resource.Credentials;
import io.millrace.engine.resource.Retry;
import io.millrace.engine.resource.RetryDelay;
import io.millrace.engine.resource.Secret;
import io.millrace.store.CapturedLog;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.ServiceLoader;

/** Public, because the database calls methods of it. */
public class JdbcDataSourcesTest {

    /** Not the product's ten seconds: nobody comes who would let a test connect. */
    private static final long SOON_DOWN_MILLIS = 500;

    private static final DataSourceDefinition AWAY =
            soonDown("AWAY", "jdbc:h2:tcp://127.0.0.1:1/none", "sa", 1);

    private static DataSourceDefinition soonDown(
            String name, String url, String user, int attempts) {
        return new DataSourceDefinition(
                name,
                url,
                new Credentials(user, Secret.NONE),
                1,
                SOON_DOWN_MILLIS,
                new Retry(attempts, new RetryDelay(1, 1)));
    }

    @TempDir Path folder;

    private static final JdbcDrivers DRIVERS =
            JdbcDrivers.load(JdbcDataSourcesTest.class.getClassLoader());

    private DataSources sources;

    @BeforeEach
    void open() {
        DataSourceProvider provider =
                ServiceLoader.load(DataSourceProvider.class).findFirst().orElseThrow();
        sources =
                provider.open(
                        List.of(
                                new DataSourceDefinition(
                                        "STOCK",
                                        "jdbc:h2:" + folder.resolve("stock"),
                                        "sa",
                                        Secret.NONE,
                                        4),
                                AWAY),
                        DRIVERS);
        try (DatabaseSession session = sources.open("STOCK")) {
            session.update("CREATE TABLE PART (ID INT PRIMARY KEY, NAME VARCHAR(20))", List.of());
            session.commit();
        }
    }

    @AfterEach
    void close() {
        sources.close();
    }

    private static List<Value> values(Value... values) {
        return Arrays.asList(values);
    }

    private static List<DatabaseSession.Row> rows(
            DatabaseSession session, String sql, Value... parameters) {
        List<DatabaseSession.Row> rows = new ArrayList<>();
        session.query(sql, values(parameters), rows::add);
        return rows;
    }

    @Test
    void whatAUnitWroteIsSeenByOthersWhenItHasCommitted() {
        try (DatabaseSession writer = sources.open("STOCK");
                DatabaseSession reader = sources.open("STOCK")) {
            assertThat(
                            writer.update(
                                    "INSERT INTO PART VALUES (?, ?)",
                                    values(Value.of(1), Value.of("bolt"))))
                    .isEqualTo(new DatabaseSession.Outcome(1, null));
            assertThat(rows(reader, "SELECT * FROM PART")).isEmpty();
            reader.rollback();
            writer.commit();
            assertThat(rows(reader, "SELECT ID, NAME AS LABEL FROM PART WHERE ID = ?", Value.of(1)))
                    .containsExactly(
                            new DatabaseSession.Row(
                                    List.of("ID", "LABEL"),
                                    List.of(Value.of(1), Value.of("bolt"))));
        }
    }

    @Test
    void aRolledBackOrClosedUnitLeavesNothing() {
        try (DatabaseSession session = sources.open("STOCK")) {
            session.update("INSERT INTO PART VALUES (1, 'a')", List.of());
            session.rollback();
            session.update("INSERT INTO PART VALUES (2, 'b')", List.of());
        }
        try (DatabaseSession session = sources.open("STOCK")) {
            assertThat(rows(session, "SELECT * FROM PART")).isEmpty();
        }
    }

    @Test
    void everyTypeThatDatabasesTakeGoesThereAndComesBack() {
        List<Value> all =
                values(
                        Value.of(true),
                        Value.of(1L << 40),
                        new Value.FloatValue(2.5),
                        new Value.DecimalValue(new BigDecimal("12345678901234567890.12")),
                        Value.of("grün"),
                        Value.of(Bytes.of(new byte[] {0, 1, -1})),
                        new Value.DateValue(LocalDate.of(2026, 2, 28)),
                        new Value.TimeValue(LocalTime.of(1, 2, 3)),
                        new Value.TimestampValue(
                                LocalDateTime.of(2026, 2, 28, 1, 2, 3, 456_789_000)),
                        null);
        try (DatabaseSession session = sources.open("STOCK")) {
            session.update(
                    """
                    CREATE TABLE ALLTYPES (A BOOLEAN, B BIGINT, C DOUBLE PRECISION, D \
                    DECIMAL(30,2), E VARCHAR(9), F VARBINARY(9), G DATE, H TIME, I TIMESTAMP, J \
                    INT)\
                    """,
                    List.of());
            session.update("INSERT INTO ALLTYPES VALUES (?,?,?,?,?,?,?,?,?,?)", all);
            assertThat(rows(session, "SELECT * FROM ALLTYPES").getFirst().values()).isEqualTo(all);
            assertThat(
                            rows(
                                    session,
                                    "SELECT * FROM ALLTYPES WHERE J IS NULL AND E = ?",
                                    Value.of("grün")))
                    .hasSize(1);
        }
    }

    @Test
    void timesWithAZoneBecomeGreenwichTimes() {
        try (DatabaseSession session = sources.open("STOCK")) {
            String sql =
                    """
                    SELECT TIMESTAMP WITH TIME ZONE '2026-02-28 03:00:00+02', TIME WITH TIME \
                    ZONE '03:00:00+02'\
                    """;
            assertThat(rows(session, sql).getFirst().values())
                    .containsExactly(
                            new Value.GmtTimestampValue(LocalDateTime.of(2026, 2, 28, 1, 0)),
                            new Value.GmtTimeValue(LocalTime.of(1, 0)));
        }
    }

    @Test
    void aRefusedStatementTellsStateNativeErrorAndTextAndTheUnitGoesOn() {
        try (DatabaseSession session = sources.open("STOCK")) {
            session.update("INSERT INTO PART VALUES (1, 'a')", List.of());
            assertThatThrownBy(() -> session.update("INSERT INTO PART VALUES (1, 'b')", List.of()))
                    .isInstanceOfSatisfying(
                            MillraceException.class,
                            e -> {
                                assertThat(e.code()).isEqualTo(ErrorCode.DATABASE_VALUE);
                                assertThat(e.type()).isEqualTo(ExceptionType.DATABASE);
                                assertThat(e.inserts())
                                        .extracting(Insert::text)
                                        .startsWith("-1", "23505", "23505");
                                assertThat(e)
                                        .hasMessageContaining("STOCK")
                                        .hasMessageContaining("INSERT INTO PART");
                            });
            session.commit();
            assertThat(rows(session, "SELECT NAME FROM PART")).hasSize(1);
        }
    }

    @Test
    void aBitStringIsRefusedWithTheWayOut() {
        try (DatabaseSession session = sources.open("STOCK")) {
            Value bits = new Value.BitValue(new BitSet(), 3);
            assertThatThrownBy(() -> rows(session, "SELECT ?", bits)).hasMessageContaining("CAST");
        }
    }

    @Test
    void aDatabaseThatIsDownIsToldFromAnError() {
        try (DataSources away = new JdbcDataSources(List.of(AWAY), DRIVERS);
                DatabaseSession session = away.open("AWAY")) {
            assertThatThrownBy(() -> rows(session, "SELECT 1"))
                    .isInstanceOfSatisfying(
                            MillraceException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.DATABASE_DOWN));
        }
    }

    @Test
    void aDatabaseThatIsDownIsReportedWithTheReasonOfTheDriver() {
        String url = "jdbc:h2:" + folder.resolve("none") + ";IFEXISTS=TRUE";
        DataSourceDefinition none = soonDown("NONE", url, "sa", 1);
        try (DataSources away = new JdbcDataSources(List.of(none), DRIVERS);
                DatabaseSession session = away.open("NONE")) {
            assertThatThrownBy(() -> rows(session, "SELECT 1"))
                    .isInstanceOfSatisfying(
                            MillraceException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.DATABASE_DOWN))
                    .hasMessageStartingWith("data source NONE at " + url + " cannot be reached: ")
                    .hasMessageContaining("Database")
                    .hasMessageContaining("we cant auto-create it")
                    .hasMessageNotContaining("poolSize");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    jdbc:postgresql://127.0.0.1:1/none      | connection refused; start the database, or correct host and port in its url
                    jdbc:h2:mem:a;INIT=RUNSCRIPT FROM 'no.sql' | the file no.sql of INIT does not exist in the folder
                    jdbc:h2:mem:a;INIT=SELEKT 1             | correct the SQL of INIT in its url
                    jdbc:h2:mem:a;FOO=1                     | correct or remove the setting in its url
                    jdbc:h2:./target/none;IFEXISTS=TRUE     | correct the path in its url, or remove IFEXISTS=TRUE
                    jdbc:h2:data/none                       | the path in its url must begin with ./, ~/ or /; write ./ before it for the current folder
                    """)
    void aFailedAttemptToConnectIsReportedAtOnceWithTheAction(String url, String expected) {
        DataSourceDefinition none = soonDown("NONE", url, "", 1);
        try (CapturedLog log = new CapturedLog(DriverSource.class);
                DataSources away = new JdbcDataSources(List.of(none), DRIVERS);
                DatabaseSession session = away.open("NONE")) {
            assertThatThrownBy(() -> rows(session, "SELECT 1")).hasMessageContaining(expected);
            assertThat(log.messages())
                    .singleElement()
                    .asString()
                    .startsWith("MR6002: data source NONE at ")
                    .contains(expected)
                    .endsWith("; the attempt is repeated for 0.5 s");
        }
    }

    @Test
    void aDatabaseFileThatCannotBeOpenedIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        DataSourceDefinition none = soonDown("NONE", "jdbc:h2:" + file + "/data", "sa", 1);
        SQLException refused =
                catchThrowableOfType(
                        SQLException.class,
                        () -> DriverManager.getConnection(url(none.url()), "sa", ""));
        assertThat(JdbcErrors.unreachable(none, refused))
                .endsWith(
                        """
                        the database file cannot be opened: %s: it is not a folder; correct the path \
                        in its url, or the permissions of the folder\
                        """
                                .formatted(file));
    }

    @Test
    void aUnitWhoseConnectionBrokeCanOnlyBeRolledBack() {
        try (DatabaseSession session = sources.open("STOCK")) {
            session.update("INSERT INTO PART VALUES (1, 'a')", List.of());
            assertThatThrownBy(() -> session.update("SHUTDOWN IMMEDIATELY", List.of()));
            assertThatThrownBy(session::commit)
                    .isInstanceOfSatisfying(
                            MillraceException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.DATABASE_DOWN));
            session.rollback();
            assertThat(rows(session, "SELECT * FROM PART")).isEmpty();
        }
    }

    @Test
    void anUnknownDataSourceIsToldWithTheNearestName() {
        assertThat(sources.names()).containsExactly("AWAY", "STOCK");
        assertThatThrownBy(() -> sources.open("STOK"))
                .isInstanceOfSatisfying(
                        MillraceException.class,
                        e -> {
                            assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_DATA_SOURCE);
                            assertThat(e).hasMessageContaining("STOCK");
                        });
    }

    @Test
    void h2WritesItsLogAtEachCommit() {
        assertThat(url("jdbc:h2:./data"))
                .isEqualTo("jdbc:h2:./data;WRITE_DELAY=0;TRACE_LEVEL_FILE=0");
        assertThat(url("jdbc:h2:tcp://h/d")).isEqualTo("jdbc:h2:tcp://h/d;WRITE_DELAY=0");
        assertThat(url("jdbc:h2:mem:x")).isEqualTo("jdbc:h2:mem:x;DB_CLOSE_DELAY=-1");
        assertThat(url("jdbc:postgresql://h/d")).isEqualTo("jdbc:postgresql://h/d");
    }

    private static String url(String url) {
        return Dialect.of(url).url(url);
    }

    @Test
    void passwordsAreNotPrinted() {
        DataSourceDefinition definition =
                new DataSourceDefinition("X", "jdbc:h2:mem:x", "sa", Secret.of("hidden"), 1);
        assertThat(definition.toString()).doesNotContain("hidden");
    }

    @Test
    void passwordsInUrlsAreNotPrintedWhereTheUrlIsWrong() {
        for (String url :
                List.of(
                        "jdbc:none:x?password=hidden",
                        "jdbc:none://user:hidden@host/db",
                        "jdbc:h2:;PASSWORD=hidden")) {
            DataSourceDefinition wrong = soonDown("X", url, "", 1);
            try (DataSources wrongs = new JdbcDataSources(List.of(wrong), DRIVERS)) {
                assertThatThrownBy(() -> rows(wrongs.open("X"), "SELECT 1"))
                        .isInstanceOf(MillraceException.class)
                        .satisfies(e -> assertThat(e.getMessage()).contains("***"))
                        .satisfies(e -> assertThat(printed(e)).doesNotContain("hidden"));
            }
        }
    }

    private static String printed(Throwable thrown) {
        StringWriter out = new StringWriter();
        thrown.printStackTrace(new PrintWriter(out, true));
        return out.toString();
    }

    @Test
    void passwordsThatCausesAndFurtherExceptionsQuoteAreNotPrintedEither() {
        SQLException next = new SQLException("at jdbc:x:y;password=hidden");
        SQLException e =
                new SQLException(
                        "no connection",
                        "08001",
                        7,
                        new IllegalArgumentException("//user:hidden@host/db is away"));
        e.setNextException(next);
        Throwable masked = JdbcErrors.masked(e);
        assertThat(printed(masked))
                .contains("no connection", "IllegalArgumentException: //user:***@host/db is away")
                .contains("JdbcDataSourcesTest.java")
                .doesNotContain("hidden");
        assertThat(masked)
                .isInstanceOfSatisfying(
                        SQLException.class,
                        m -> {
                            assertThat(m.getSQLState()).isEqualTo("08001");
                            assertThat(m.getErrorCode()).isEqualTo(7);
                            assertThat((Throwable) m.getNextException()).isNull();
                        });
        SQLException harmless = new SQLException("a", new IllegalStateException("b"));
        assertThat(JdbcErrors.masked(harmless)).isSameAs(harmless);
    }

    @Test
    void aNoteIsNoWarningButWhatFollowsItMayBeOne() {
        SQLWarning note = new SQLWarning("counting", "00000");
        assertThat(JdbcErrors.warning((SQLWarning) null)).isNull();
        assertThat(JdbcErrors.warning(note)).isNull();
        note.setNextWarning(new SQLWarning("cut off", "01004", 7));
        assertThat(JdbcErrors.warning(note))
                .isEqualTo(new DatabaseSession.Warning("01004", 7, "cut off"));
    }

    /** What the database knows as stored procedures: H2 takes OUT parameters from a row. */
    public static ResultSet change(Connection connection, Long in, Long out, String both)
            throws SQLException {
        PreparedStatement row = connection.prepareStatement("SELECT ?, ?, ?");
        row.setObject(1, in);
        row.setObject(2, in == null || in == 0 ? null : in * 2);
        row.setString(3, both + "!");
        return row.executeQuery();
    }

    public static ResultSet parts(Connection connection, Long least) throws SQLException {
        PreparedStatement rows =
                connection.prepareStatement("SELECT * FROM PART WHERE ID >= ? ORDER BY ID");
        rows.setObject(1, least);
        return rows.executeQuery();
    }

    public static BigDecimal half(BigDecimal value) {
        return value == null ? null : value.divide(BigDecimal.TWO);
    }

    private static ProcedureCall.Parameter parameter(
            ProcedureCall.Direction direction, ValueType type, Value value) {
        return new ProcedureCall.Parameter(direction, type, value);
    }

    private void alias(DatabaseSession session, String name) {
        String method = JdbcDataSourcesTest.class.getName() + "." + name;
        session.update("CREATE ALIAS " + name + " FOR \"" + method + "\"", List.of());
    }

    @Test
    void proceduresGiveValuesBack() {
        try (DatabaseSession session = sources.open("STOCK")) {
            alias(session, "change");
            for (long in : List.of(4L, 0L)) {
                ProcedureCall call =
                        new ProcedureCall(
                                "PUBLIC.CHANGE",
                                null,
                                List.of(
                                        parameter(Direction.IN, ValueType.INTEGER, Value.of(in)),
                                        parameter(Direction.OUT, ValueType.INTEGER, null),
                                        parameter(
                                                Direction.INOUT,
                                                ValueType.CHARACTER,
                                                Value.of("so"))),
                                0);
                assertThat(session.call(call).values())
                        .containsExactly(null, in == 0 ? null : Value.of(8), Value.of("so!"));
            }
        }
    }

    @Test
    void functionsAndResultSetsAreRead() {
        try (DatabaseSession session = sources.open("STOCK")) {
            alias(session, "half");
            alias(session, "parts");
            session.update("INSERT INTO PART VALUES (1, 'a'), (2, NULL), (3, 'c')", List.of());
            Value five = new Value.DecimalValue(new BigDecimal("5"));
            List<ProcedureCall.Parameter> given =
                    List.of(parameter(Direction.IN, ValueType.DECIMAL, five));
            assertThat(
                            session.call(new ProcedureCall("HALF", ValueType.DECIMAL, given, 0))
                                    .returned())
                    .isEqualTo(new Value.DecimalValue(new BigDecimal("2.5")));
            List<ProcedureCall.Parameter> none =
                    List.of(parameter(Direction.IN, ValueType.DECIMAL, null));
            assertThat(
                            session.call(new ProcedureCall("HALF", ValueType.DECIMAL, none, 0))
                                    .returned())
                    .isNull();
            List<ProcedureCall.Parameter> two =
                    List.of(parameter(Direction.IN, ValueType.INTEGER, Value.of(2)));
            assertThat(session.call(new ProcedureCall("PARTS", null, two, 2)).resultSets())
                    .containsExactly(rows(session, "SELECT * FROM PART WHERE ID >= 2"), List.of());
        }
    }

    @Test
    void aProcedureThatIsMissingIsAnErrorOfTheDatabase() {
        try (DatabaseSession session = sources.open("STOCK")) {
            ProcedureCall call = new ProcedureCall("NONE", null, List.of(), 0);
            assertThatThrownBy(() -> session.call(call))
                    .isInstanceOfSatisfying(
                            MillraceException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.DATABASE_ERROR))
                    .hasMessageContaining("{call NONE()}");
        }
    }
}
