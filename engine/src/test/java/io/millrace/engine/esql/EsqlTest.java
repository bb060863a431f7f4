package io.millrace.engine.esql;

import static io.millrace.engine.esql.Programs.compile;
import static io.millrace.engine.esql.Programs.main;
import static io.millrace.engine.esql.Programs.module;
import static io.millrace.engine.esql.Programs.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.error.DownstreamException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class EsqlTest {

    private static final Limits SMALL =
            Limits.builder()
                    .messageBytes(1 << 20)
                    .treeDepth(1_000)
                    .treeElements(1_000)
                    .nameLength(1_000)
                    .callDepth(50)
                    .evalLength(1_000)
                    .build();

    /** Twenty milliseconds: for programs that end in no other way. */
    private static final Limits BRIEF =
            Limits.builder()
                    .messageBytes(1 << 20)
                    .treeDepth(1_000)
                    .treeElements(1_000)
                    .nameLength(1_000)
                    .callDepth(50)
                    .evalLength(1_000)
                    .esqlMillis(20)
                    .build();

    private final RecordingEnvironment environment = Programs.environment();

    @Test
    void aModuleWithoutMainIsKnownButCannotBeRun() {
        EsqlProgram program =
                compile("BROKER SCHEMA a CREATE COMPUTE MODULE Idle END MODULE;", Map.of());
        assertThat(program.modulesWithoutMain()).containsExactly("a.Idle");
        assertThat(program.module("Idle", ModuleKind.COMPUTE)).isEmpty();
    }

    @Test
    void aRoutineThatIsSpreadOverMethodsLeavesLoopsAndReturnsAsIfItWereOne() {
        String filler =
                IntStream.range(0, 200)
                        .mapToObj(
                                i ->
                                        "SET OutputRoot.XML.f.x"
                                                + i % 3
                                                + " = n + "
                                                + i
                                                + " - "
                                                + i
                                                + ";\n")
                        .collect(Collectors.joining());
        EsqlModule module =
                module(
                        """
                        CREATE COMPUTE MODULE Test
                        CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                          DECLARE n INTEGER 0;
                          DECLARE m INTEGER 5;
                          CALL Long(n, m);
                          SET OutputRoot.XML.n = n;
                          SET OutputRoot.XML.m = m;
                        END;
                        CREATE PROCEDURE Long(INOUT n INTEGER, IN m INTEGER) BEGIN
                          outer: WHILE TRUE DO
                            FILLER
                            SET n = n + 1;
                            IF n < 10 THEN ITERATE outer; END IF;
                            inner: REPEAT
                              FILLER
                              SET n = n + m;
                              IF n > 100 THEN LEAVE outer; END IF;
                              IF n > 1000 THEN RETURN; END IF;
                            UNTIL FALSE END REPEAT inner;
                          END WHILE outer;
                          BEGIN
                            FILLER
                            IF n > 50 THEN
                              SET n = -n;
                              RETURN;
                            END IF;
                          END;
                          SET n = 0;
                        END;
                        END MODULE;
                        """
                                .replace("FILLER", filler));

        module.run(environment);

        assertThat(output(environment)).endsWith("  n = -105\n  m = 5\n").contains("x2 = 105");
    }

    @Test
    void loopsOfALongRoutineShareTheirNumbersOnEveryExit() {
        String filler = "SET OutputRoot.XML.f.x = n + 1 - 1;\n".repeat(60);
        EsqlModule module =
                module(
                        """
                        CREATE COMPUTE MODULE Test
                        CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                          DECLARE n INTEGER 0;
                          DECLARE half FLOAT 0.5E0;
                          DECLARE none INTEGER;
                          DECLARE found BOOLEAN FALSE;
                          outer: LOOP
                            FILLER
                            WHILE n < 10 DO
                              SET n = n + 1;
                              SET half = half + half;
                              IF n = 7 THEN LEAVE outer; END IF;
                            END WHILE;
                            FILLER
                          END LOOP outer;
                          FILLER
                          REPEAT
                            SET n = n * 2;
                            SET found = n > 20;
                            SET none = NULL;
                          UNTIL found END REPEAT;
                          FILLER
                          BEGIN
                            DECLARE EXIT HANDLER FOR SQLSTATE LIKE '%'
                              SET OutputRoot.XML.atError = n;
                            WHILE TRUE DO
                              SET n = n + 1;
                              IF n > 31 THEN THROW USER EXCEPTION MESSAGE 2951 VALUES('x'); END IF;
                              FILLER
                            END WHILE;
                          END;
                          SET OutputRoot.XML.n = n;
                          SET OutputRoot.XML.half = half;
                          SET OutputRoot.XML.none = COALESCE(none, -1);
                          SET OutputRoot.XML.found = found;
                          WHILE n > 0 DO
                            SET n = n - 5;
                            SET OutputRoot.XML.last = n;
                            IF n < 10 THEN RETURN TRUE; END IF;
                          END WHILE;
                          THROW USER EXCEPTION MESSAGE 2951 VALUES('not reached');
                        END;
                        END MODULE;
                        """
                                .replace("FILLER", filler));

        module.run(environment);

        assertThat(output(environment))
                .contains("atError = 32", "n = 32", "half = 64", "none = -1", "found = TRUE")
                .endsWith("last = 7\n");
    }

    @Test
    void anErrorInALongRoutineNamesItsStatementOnce() {
        String filler =
                IntStream.range(0, 400)
                        .mapToObj(
                                i ->
                                        "SET OutputRoot.XML.f = 'x' || CAST("
                                                + i
                                                + " AS CHARACTER);\n")
                        .collect(Collectors.joining());
        EsqlModule module = main(filler + "SET OutputRoot.XML.y = 1 / 0;\n" + filler);

        MillraceException thrown =
                catchThrowableOfType(MillraceException.class, () -> module.run(environment));

        assertThat(thrown)
                .hasMessage(
                        "Error in ESQL statement at test.esql:402 in Test.Main: SET"
                                + " OutputRoot.XML.y = 1 / 0");
        assertThat(thrown.place().line()).isEqualTo(402);
        assertThat(thrown.getCause()).hasMessage("division by zero: 1 / 0").hasNoCause();
    }

    @Test
    void whatNodesDownstreamThrowPassesAsItIs() {
        environment.downstream =
                new DownstreamException(new MillraceException(ErrorCode.NODE_EXCEPTION, "later"));

        assertThatThrownBy(
                        () ->
                                main("""
                                BEGIN
                                  DECLARE EXIT HANDLER FOR SQLSTATE LIKE '%' SET OutputRoot.XML.caught = TRUE;
                                  PROPAGATE;
                                END;
                                """)
                                        .run(environment))
                .isSameAs(environment.downstream);
    }

    @Test
    void recursionEndsAtTheLimit() {
        environment.limits = SMALL;

        MillraceException thrown =
                catchThrowableOfType(
                        MillraceException.class,
                        () ->
                                module(
                                                """
                                                CREATE FUNCTION Forever(n INTEGER) RETURNS INTEGER BEGIN RETURN Forever(n + 1); END;
                                                CREATE COMPUTE MODULE Test
                                                CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN DECLARE x INTEGER Forever(1); END;
                                                END MODULE;
                                                """)
                                        .run(environment));

        assertThat(thrown.root().code()).isEqualTo(ErrorCode.ESQL_DEPTH);
        assertThat(thrown.root()).hasMessage("more than 50 nested routine calls");
    }

    @Test
    void aThousandCallsDeepIsNoProblem() {
        module(
                        """
                        CREATE FUNCTION Deep(n INTEGER) RETURNS INTEGER BEGIN
                          RETURN CASE WHEN n = 0 THEN 0 ELSE 1 + Deep(n - 1) END;
                        END;
                        CREATE COMPUTE MODULE Test
                        CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN SET OutputRoot.XML.x = Deep(998); END;
                        END MODULE;
                        """)
                .run(environment);

        assertThat(output(environment)).contains("x = 998");
    }

    @Test
    void textsThatAreJoinedAreNoLongerThanAMessageHoweverManyTheyAre() {
        environment.limits = SMALL;
        for (int count = 2; count <= 5; count++) {
            String joined = String.join(" || ", Collections.nCopies(count, "s"));
            EsqlModule module =
                    main(
                            "DECLARE s CHARACTER REPLICATE('x', 1000000);\nSET OutputRoot.t = "
                                    + joined
                                    + ";");

            assertThatThrownBy(() -> module.run(environment))
                    .rootCause()
                    .as(joined)
                    .hasMessageContaining("is longer than the limit of 1048576");
        }
    }

    @Test
    void decimalsThatAreTinyAreRoundedWithoutTheirDigits() {
        main("""
        DECLARE x DECIMAL CAST('-1E-999999999' AS DECIMAL);
        SET OutputRoot.round = ROUND(x, 2);
        SET OutputRoot.up = ROUND(x, 2 MODE ROUND_UP);
        SET OutputRoot.floor = FLOOR(x);
        SET OutputRoot.ceil = CEIL(x);
        SET OutputRoot.time = TIME '12:00:00' + CAST(x AS INTERVAL SECOND);
        SET OutputRoot.near = ROUND(0.0051, 2);
        """)
                .run(environment);

        assertThat(output(environment).replace(" [none]", ""))
                .isEqualTo(
                        """
                        round = 0.00
                        up = -0.01
                        floor = -1
                        ceil = 0
                        time = TIME '12:00:00'
                        near = 0.01
                        """);
    }

    @Test
    void anEndlessLoopEndsWithItsTimeBudget() {
        environment.limits = BRIEF;

        MillraceException thrown =
                catchThrowableOfType(
                        MillraceException.class,
                        () ->
                                main("""
                                BEGIN
                                  DECLARE CONTINUE HANDLER FOR SQLSTATE LIKE '%' BEGIN END;
                                  WHILE TRUE DO END WHILE;
                                END;
                                """)
                                        .run(environment));

        assertThat(thrown.root().code()).isEqualTo(ErrorCode.ESQL_TIME);
    }

    @Test
    void sharedVariablesAreOneForAllThreadsAndAtomicBlocksExcludeEachOther() throws Exception {
        EsqlModule module =
                module(
                        """
                        DECLARE total SHARED INTEGER 0;
                        DECLARE seen SHARED ROW;
                        CREATE COMPUTE MODULE Test
                        CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                          DECLARE i INTEGER 0;
                          WHILE i < 500 DO
                            BEGIN ATOMIC
                              SET total = total + 1;
                              SET seen.last = total;
                            END;
                            SET seen.list.x[1] = seen.last;
                            SET i = i + 1;
                          END WHILE;
                          SET OutputRoot.XML.total = total;
                          SET OutputRoot.XML.seen = seen;
                        END;
                        END MODULE;
                        """);
        List<Future<?>> runs = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 8; i++) {
                Element input = MessageAssembly.emptyTree(MessageAssembly.ROOT);
                runs.add(threads.submit(() -> module.run(new RecordingEnvironment(input))));
            }
            for (Future<?> run : runs) {
                run.get();
            }
        }

        module.run(environment);

        assertThat(output(environment)).contains("total = 4500\n").contains("last = 4500\n");
    }

    @Test
    void userDefinedPropertiesReplaceDefaults() {
        EsqlProgram program =
                compile(
                        """
                        DECLARE Rate EXTERNAL INTEGER 5;
                        CREATE COMPUTE MODULE Test
                        CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN SET OutputRoot.XML.r = Rate + 1; END;
                        END MODULE;
                        """,
                        Map.of("Rate", "41"));

        program.module("Test", ModuleKind.COMPUTE).orElseThrow().run(environment);

        assertThat(output(environment)).contains("r = 42");
    }

    @Test
    void modulesAreFoundByNameAndKind() {
        EsqlProgram program =
                compile(
                        """
                        BROKER SCHEMA orders.pricing
                        CREATE COMPUTE MODULE Price CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                          IF TRUE THEN PROPAGATE TO TERMINAL 'out2'; END IF;
                          PROPAGATE TO LABEL 'Later';
                        END; END MODULE;
                        CREATE FILTER MODULE Large CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN RETURN Body.total > 5; END; END MODULE;
                        """,
                        Map.of());

        assertThat(program.modules(null))
                .containsExactly("orders.pricing.Large", "orders.pricing.Price");
        assertThat(program.modules(ModuleKind.FILTER)).containsExactly("orders.pricing.Large");
        EsqlModule price = program.module("Price", ModuleKind.COMPUTE).orElseThrow();
        assertThat(program.module("orders.pricing.Price", null).orElseThrow().name())
                .isEqualTo(price.name());
        assertThat(program.module("Price", ModuleKind.FILTER)).isEmpty();
        assertThat(price.terminals()).containsExactly("out2");
        assertThat(price.labels()).containsExactly("Later");
    }

    // Databases

    private static DatabaseSession.Row row(String columns, Value... values) {
        return new DatabaseSession.Row(List.of(columns.split(",")), Arrays.asList(values));
    }

    @Test
    void tablesAreChangedWithTheValuesOfTheProgram() {
        ScriptedDatabase database = new ScriptedDatabase();
        environment.database = database;

        main("""
        DECLARE id INTEGER 7;
        INSERT INTO Database.stock.item(id, name) VALUES(id, 'o''pen');
        UPDATE Database.stock.item AS I SET qty = I.qty + 1, name = UPPER(I.name) WHERE I.id = id AND I.gone IS NULL;
        DELETE FROM Database.item AS I WHERE I.qty < 1 OR I.name LIKE 'x%';
        PASSTHRU('CALL p(?, ?)', id, 'b');
        PASSTHRU 'DROP TABLE t' TO Database.DSN;
        """)
                .run(environment);

        assertThat(database.asked)
                .containsExactly(
                        "INSERT INTO stock.item (id, name) VALUES (?, ?) | 7, 'o''pen'",
                        "UPDATE stock.item SET qty = (qty + ?), name = UPPER(name)"
                                + " WHERE ((id = ?) AND (gone IS NULL)) | 1, 7",
                        "DELETE FROM item WHERE ((qty < ?) OR (name LIKE ?)) | 1, 'x%'",
                        "CALL p(?, ?) | 7, 'b'",
                        "DROP TABLE t | ");
    }

    @Test
    void tablesAreSelectedFromWithWhatTheDatabaseCanDecide() {
        ScriptedDatabase database =
                new ScriptedDatabase(
                        row("ID,NAME", Value.of(1), Value.of("pen")),
                        row("ID,NAME", Value.of(2), Value.of("ink")));
        environment.database = database;

        main("""
        SET OutputRoot.XML.r[] = (SELECT I.id, I.name AS what FROM Database.item AS I
          WHERE I.id > 0 AND FIELDNAME(I.name) = 'name' AND I.name <> 'gum');
        SET OutputRoot.XML.n = (SELECT COUNT(*) FROM Database.item AS I);
        SET OutputRoot.XML.p[] = PASSTHRU('SELECT * FROM item');
        """)
                .run(environment);

        assertThat(database.asked)
                .containsExactly(
                        "SELECT id, name FROM item WHERE (id > ?) AND (name <> ?) | 0, 'gum'",
                        "SELECT 1 FROM item | ",
                        "SELECT * FROM item | ");
        assertThat(output(environment))
                .isEqualTo(
                        """
                        XML
                          r
                            id = 1
                            what = 'pen'
                          r
                            id = 2
                            what = 'ink'
                          n = 2
                          p
                            ID = 1
                            NAME = 'pen'
                          p
                            ID = 2
                            NAME = 'ink'
                        """);
    }

    @Test
    void databaseErrorsReachHandlersWithTheirState() {
        environment.database = new ScriptedDatabase();

        main("""
        BEGIN
          DECLARE CONTINUE HANDLER FOR SQLSTATE LIKE 'D%'
          BEGIN
            SET OutputRoot.XML.code = SQLCODE;
            SET OutputRoot.XML.state = SQLSTATE;
            SET OutputRoot.XML.native = SQLNATIVEERROR;
            SET OutputRoot.XML.text = SQLERRORTEXT;
          END;
          DELETE FROM Database.BROKEN;
        END;
        """)
                .run(environment);

        assertThat(output(environment))
                .isEqualTo(
                        """
                        XML
                          code = -204
                          state = 'D42704'
                          native = 204
                          text = 'no BROKEN'
                        """);
    }

    @ParameterizedTest
    @MethodSource("compileAndCheck")
    void whatNoDatabaseComputesIsAProblem(EsqlCompiler compiler) {
        Problems problems = new Problems();
        EsqlSettings settings =
                new EsqlSettings(RecordingEnvironment.PARSERS, Limits.DEFAULTS, Map.of());
        String text =
                """
                CREATE COMPUTE MODULE Test CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                  CALL Remove();
                END;
                CREATE PROCEDURE Remove() BEGIN
                  DELETE FROM Database.item AS I WHERE REPLICATE(I.x, 2) = 'aa';
                END;
                END MODULE;
                """;

        EsqlProgram program =
                compiler.compile(List.of(new Source("test.esql", text)), settings, problems);

        assertThat(problems.all())
                .singleElement()
                .matches(p -> p.code() == ErrorCode.ESQL_UNSUPPORTED)
                .matches(p -> p.place().line() == 5, "in the statement");
        assertThat(program.modules(null)).isEmpty();
    }

    /** {@link Esql#compile} or {@link Esql#check}. */
    private interface EsqlCompiler {
        EsqlProgram compile(List<Source> sources, EsqlSettings settings, Problems problems);
    }

    static List<EsqlCompiler> compileAndCheck() {
        return List.of(Esql::compile, Esql::check);
    }
}
