package io.millrace.engine.esql;

import static io.millrace.engine.error.ErrorCode.ESQL_DEPTH;
import static io.millrace.engine.error.ErrorCode.ESQL_MEMORY;
import static io.millrace.engine.error.ErrorCode.ESQL_STATEMENT;
import static io.millrace.engine.error.ErrorCode.ESQL_TIME;
import static io.millrace.engine.error.ErrorCode.FLOW_STOPPED;
import static io.millrace.engine.esql.Programs.main;
import static io.millrace.engine.esql.Programs.module;
import static io.millrace.engine.esql.Programs.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.HeldMemory;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Programs that would not end, or take all the memory: they end in an error that says where. */
@Timeout(600)
class RunawayProgramTest {

    private static final int DEPTH = 50;
    private static final int MAX_LENGTH = 1 << 20;
    private static final int ELEMENTS = 10_000_000;

    private final RecordingEnvironment environment = Programs.environment();

    private static Limits limits(int callDepth, long esqlMillis) {
        return Limits.builder()
                .messageBytes(MAX_LENGTH)
                .treeDepth(1_000)
                .treeElements(ELEMENTS)
                .nameLength(1_000)
                .callDepth(callDepth)
                .evalLength(1_000)
                .esqlMillis(esqlMillis)
                .build();
    }

    private MillraceException failure(EsqlModule module) {
        return catchThrowableOfType(MillraceException.class, () -> module.run(environment));
    }

    private void assertEnds(EsqlModule module, ErrorCode code, int line) {
        MillraceException thrown = failure(module);

        assertThat(thrown.code()).isEqualTo(ESQL_STATEMENT);
        assertThat(thrown).hasMessageContaining("test.esql:" + line + " in Test.Main: ");
        assertThat(thrown.root().code()).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WHILE TRUE DO END WHILE;",
                "LOOP SET OutputRoot.XML.a = 1; END LOOP;",
                "REPEAT SET OutputRoot.XML.a = 1; UNTIL FALSE END REPEAT;",
                "WHILE TRUE DO FOR i AS LIST{1, 2} DO SET OutputRoot.XML.a = i; END FOR; END"
                        + " WHILE;",
                "WHILE TRUE DO SET OutputRoot.XML.a = EVAL('1 + 1'); END WHILE;",
                "EVAL('WHILE TRUE DO END WHILE;');",
                "WHILE SLEEP(1) DO END WHILE;",
                "SET OutputRoot.XML.s = SLEEP(3600000);",
                "CREATE FIELD OutputRoot.XML; WHILE TRUE DO CREATE LASTCHILD OF OutputRoot.XML NAME"
                        + " 'x'; END WHILE;",
                "SET OutputRoot.XML.n = (SELECT COUNT(*) FROM InputRoot.XML.i[] AS A,"
                        + " InputRoot.XML.i[] AS B, InputRoot.XML.i[] AS C, InputRoot.XML.i[] AS D,"
                        + " InputRoot.XML.i[] AS E);",
                "SET OutputRoot.XML.r[] = SELECT A.i FROM InputRoot.XML.i[] AS A,"
                        + " InputRoot.XML.i[] AS B, InputRoot.XML.i[] AS C, InputRoot.XML.i[] AS D,"
                        + " InputRoot.XML.i[] AS E WHERE A = 0;",
                "SET OutputRoot.XML.b = FOR ALL InputRoot.XML.i[] AS A (FOR ALL InputRoot.XML.i[]"
                        + " AS B (FOR ALL InputRoot.XML.i[] AS C (FOR ALL InputRoot.XML.i[] AS D"
                        + " (A + B > 0))));",
                "SET OutputRoot.XML.f = Fork(0);"
            })
    void whatWouldNotEndEndsWithItsTime(String statements) {
        environment.limits = limits(DEPTH, 30);
        Element body = environment.tree(Correlation.INPUT_ROOT).add("XML");
        IntStream.rangeClosed(1, 1_000).forEach(i -> body.add("i", Value.of(i)));
        String fork =
                "CREATE FUNCTION Fork(IN n INTEGER) RETURNS INTEGER"
                        + " RETURN CASE WHEN n > 40 THEN 0 ELSE Fork(n + 1) + Fork(n + 1) END;";

        assertEnds(
                module(
                        "CREATE COMPUTE MODULE Test CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN\n"
                                + "DECLARE CONTINUE HANDLER FOR SQLSTATE LIKE '%' BEGIN END; "
                                + statements
                                + "\nEND; END MODULE; "
                                + fork),
                ESQL_TIME,
                2);
    }

    @Test
    void aLongExecutionIsReportedWithItsStatementAndOwnTime() {
        environment.limits = Limits.builder().esqlMillis(300).esqlReportMillis(20).build();

        assertEnds(
                main(
                        """
                        DECLARE i INTEGER 0;
                        WHILE i >= 0 DO
                          SET i = i + 1;
                        END WHILE;
                        """),
                ESQL_TIME,
                3);

        List<LongExecution> seen = environment.longExecutions;
        assertThat(seen).hasSizeGreaterThan(1).last().isNull();
        LongExecution first = seen.getFirst();
        assertThat(first.place().line()).isBetween(3, 4);
        assertThat(first.statement()).isIn("WHILE i >= 0 DO", "SET i = i + 1");
        assertThat(first.reported()).isTrue();
        assertThat(first.ownMillis()).isGreaterThanOrEqualTo(20);
    }

    @Test
    void theTimeOfWaitsAndOtherNodesIsNotReported() {
        environment.limits = Limits.builder().esqlReportMillis(500).build();
        environment.whenPropagated = () -> LockSupport.parkNanos(200_000_000);

        main("""
        DECLARE i INTEGER 0;
        WHILE i < 2 DO
          PROPAGATE;
          DECLARE slept BOOLEAN SLEEP(100);
          SET i = i + 1;
        END WHILE;
        """)
                .run(environment);

        assertThat(environment.longExecutions).isEmpty();
    }

    @Test
    void aLoopOverAListThatItMakesLongerEnds() {
        Element body = environment.tree(Correlation.INPUT_ROOT).add("XML");
        IntStream.rangeClosed(1, 3).forEach(i -> body.add("i", Value.of(i)));

        main("""
        SET OutputRoot.XML = InputRoot.XML;
        FOR item AS OutputRoot.XML.i[] DO
          CREATE LASTCHILD OF OutputRoot.XML NAME 'i' VALUE item + 10;
        END FOR;
        SET OutputRoot.XML.n = CARDINALITY(OutputRoot.XML.i[]);
        """)
                .run(environment);

        assertThat(output(environment)).contains("n = 6");
    }

    private static String declarations(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "DECLARE v" + i + " CHARACTER 'v" + i + "' || CAST(n AS CHARACTER);")
                .collect(Collectors.joining("\n"));
    }

    private static String recursion(int variables) {
        return "CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN\n"
                + "DECLARE x INTEGER Ping(0);\n"
                + "END;\n"
                + "CREATE FUNCTION Ping(IN n INTEGER) RETURNS INTEGER BEGIN\n"
                + declarations(variables)
                + " RETURN Pong(n + 1) + 1; END;\n"
                + "CREATE FUNCTION Pong(IN n INTEGER) RETURNS INTEGER BEGIN\n"
                + "DECLARE CONTINUE HANDLER FOR SQLSTATE LIKE '%' BEGIN END;\n"
                + "BEGIN ATOMIC RETURN Ping(n + 1) + 1; END; END;\n";
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, 3_000})
    void recursionEndsAtItsLimitHoweverManyVariablesThereAre(int variables) {
        assertEnds(
                module("CREATE COMPUTE MODULE Test " + recursion(variables) + "END MODULE;"),
                ESQL_DEPTH,
                2);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, 3_000})
    void recursionOnASmallStackEndsInTheSameError(int variables) throws Exception {
        environment.limits = limits(1_000_000, 0);
        EsqlModule module =
                module("CREATE COMPUTE MODULE Test " + recursion(variables) + "END MODULE;");
        FutureTask<Throwable> run =
                new FutureTask<>(
                        () -> {
                            try {
                                module.run(environment);
                                return null;
                            } catch (Throwable thrown) {
                                return thrown;
                            }
                        });

        new Thread(null, run, "small", 512 << 10).start();

        assertThat(run.get()).isInstanceOf(MillraceException.class);
        assertThat(((MillraceException) run.get()).root().code()).isEqualTo(ESQL_DEPTH);
    }

    @Test
    void anErrorDeepInARecursionTellsOfTheOutermostAndTheInnermostCalls() {
        EsqlModule module =
                module(
                        """
                        CREATE COMPUTE MODULE Test CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                        DECLARE x INTEGER Deep(990); END;
                        CREATE FUNCTION Deep(IN n INTEGER) RETURNS INTEGER
                        RETURN CASE WHEN n = 0 THEN 1 / n ELSE Deep(n - 1) END;
                        END MODULE;
                        """);

        MillraceException thrown = failure(module);

        assertThat(thrown).hasMessageContaining("test.esql:2 in Test.Main: DECLARE x");
        assertThat(thrown.causes()).isBetween(40, 60);
        assertThat(thrown.root()).hasMessage("division by zero: 1 / 0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET s = REPLICATE('x', 2000000);",
                "SET s = REPLICATE('x', 9223372036854775807);",
                "SET s = SPACE(9223372036854775807);",
                "WHILE TRUE DO SET s = s || s; END WHILE;",
                "WHILE TRUE DO SET s = s || 'more'; END WHILE;",
                "WHILE TRUE DO SET s = s || s || s; END WHILE;",
                "WHILE TRUE DO SET s = s || s || s || s; END WHILE;",
                "WHILE TRUE DO SET s = s || s || s || s || s || s || s; END WHILE;",
                "WHILE TRUE DO SET s = OVERLAY(s PLACING s FROM 2 FOR 0); END WHILE;",
                "WHILE TRUE DO SET s = REPLACE(s, 'x', s || 'xx'); END WHILE;",
                "WHILE TRUE DO SET s = BASE64ENCODE(s); END WHILE;",
                "WHILE TRUE DO SET s = CAST(CAST(s AS BLOB CCSID 1208) AS CHARACTER); END WHILE;",
                "DECLARE b BLOB X'00'; WHILE TRUE DO SET b = b || b; END WHILE;",
                "DECLARE b BIT B'1'; WHILE TRUE DO SET b = b || b; END WHILE;"
            })
    void textsBecomeNoLongerThanAMessageMayBe(String statements) {
        environment.limits = limits(DEPTH, 60_000);
        EsqlModule module = main("DECLARE s CHARACTER 'x'; " + statements);

        MillraceException thrown = failure(module);

        assertThat(thrown.root().getMessage()).contains("longer than the limit of 1048576");
        assertThat(thrown).hasMessageContaining("test.esql:2 in Test.Main: SET ");
    }

    @Test
    void aProgramThatNeedsTooMuchMemoryEndsInAnErrorThatNoHandlerTakes() {
        environment.whenPropagated =
                () -> {
                    throw new OutOfMemoryError("Java heap space");
                };

        assertEnds(
                main(
                        """
                        DECLARE CONTINUE HANDLER FOR SQLSTATE LIKE '%' BEGIN END;
                        PROPAGATE;
                        """),
                ESQL_MEMORY,
                3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE LASTCHILD OF Environment.Variables NAME 'e' VALUE i;",
                "SET OutputRoot.XML.list.item[i] = i;",
                "SET OutputLocalEnvironment.copy[i] = InputRoot.XML;",
                "CREATE FIELD Environment.a; DECLARE r REFERENCE TO Environment.a;"
                        + " WHILE TRUE DO CREATE FIRSTCHILD OF r AS r NAME 'a'; END WHILE;"
            })
    void elementsThatAProgramMakesAreLimited(String statement) {
        environment.limits =
                Limits.builder()
                        .messageBytes(MAX_LENGTH)
                        .treeDepth(1_000)
                        .treeElements(50_000)
                        .nameLength(1_000)
                        .callDepth(DEPTH)
                        .evalLength(1_000)
                        .build();
        environment.tree(Correlation.INPUT_ROOT).add("XML").add("i", Value.of(1));

        MillraceException thrown =
                failure(
                        main(
                                """
                                DECLARE CONTINUE HANDLER FOR SQLSTATE LIKE '%' BEGIN END;
                                DECLARE i INTEGER 0;
                                WHILE TRUE DO
                                  SET i = i + 1;
                                """
                                        + statement
                                        + "\nEND WHILE;"));

        assertThat(thrown.root().code()).isEqualTo(ESQL_MEMORY);
        assertThat(thrown.root())
                .hasMessageMatching(
                        "the trees of the message have \\d+ elements; the limit is 50000"
                                + " \\(treeElements, under limits in application.yaml\\)");
        assertThat(thrown)
                .hasMessageMatching("(?s).* at test.esql:[46] in Test.Main: WHILE TRUE DO.*");
    }

    @Test
    void elementsThatAreDeletedDoNotCount() {
        environment.limits =
                Limits.builder()
                        .messageBytes(MAX_LENGTH)
                        .treeDepth(1_000)
                        .treeElements(10_000)
                        .nameLength(1_000)
                        .callDepth(DEPTH)
                        .evalLength(1_000)
                        .build();

        main("""
        DECLARE i INTEGER 0;
        WHILE i < 300000 DO
          SET i = i + 1;
          SET Environment.row[1].n = i;
          DELETE FIELD Environment.row;
          IF MOD(i, 1000) = 0 THEN
            PROPAGATE;
          END IF;
        END WHILE;
        """)
                .run(environment);

        assertThat(environment.tree(Correlation.ENVIRONMENT).firstChild()).isNull();
    }

    @Test
    void aProgramWithoutABudgetEndsWhenItsFlowIsStopped() throws Exception {
        CountDownLatch runs = new CountDownLatch(1);
        environment.whenPropagated = runs::countDown;
        EsqlModule module =
                main(
                        """
                        DECLARE CONTINUE HANDLER FOR SQLSTATE LIKE '%' BEGIN END;
                        PROPAGATE;
                        WHILE TRUE DO SET OutputRoot.XML.a = 1; END WHILE;
                        """);
        FutureTask<MillraceException> run = new FutureTask<>(() -> failure(module));
        Thread thread = Thread.ofPlatform().start(run);

        runs.await();
        environment.stopped = true;

        assertThat(run.get().root().code()).isEqualTo(FLOW_STOPPED);
        assertThat(run.get()).hasMessageContaining("test.esql:4 in Test.Main: ");
        thread.join();
    }

    @ParameterizedTest
    @ValueSource(strings = {"WHILE TRUE DO END WHILE;", "SET OutputRoot.XML.a = SLEEP(3600000);"})
    void aProgramEndsWhenItsThreadIsInterrupted(String statements)
            throws InterruptedException, ExecutionException {
        EsqlModule module = main("PROPAGATE;\n" + statements);
        CountDownLatch runs = new CountDownLatch(1);
        environment.whenPropagated = runs::countDown;
        FutureTask<MillraceException> run = new FutureTask<>(() -> failure(module));
        Thread thread = Thread.ofPlatform().start(run);

        runs.await();
        thread.interrupt();

        assertThat(run.get().root().code()).isEqualTo(FLOW_STOPPED);
    }

    @Test
    void textsAreMatchedAndTranslatedInTimeThatGrowsWithTheirLength() {
        main("""
        DECLARE a CHARACTER REPLICATE('a', 100000);
        DECLARE many CHARACTER '';
        DECLARE i INTEGER 0;
        SET OutputRoot.XML.plain = a LIKE '%a%a%a%a%b';
        SET OutputRoot.XML.single = a LIKE '%a_%a_%a_%a_%b';
        SET OutputRoot.XML.escape = a LIKE '%a%a!%%a%a%b' ESCAPE '!';
        SET OutputRoot.XML.translated = LENGTH(TRANSLATE(a, SPACE(100000) || 'a', ''));
        """)
                .run(environment);

        assertThat(output(environment))
                .contains("plain = FALSE", "single = FALSE", "escape = FALSE", "translated = 0");
    }

    @Test
    void bigTreesAreCountedAndCopiedInTimeThatGrowsWithTheirSize() {
        Element list = environment.tree(Correlation.INPUT_ROOT).add("XML").add("list");
        IntStream.range(0, 200_000).forEach(i -> list.add("i", Value.of(i)));

        main("""
        DECLARE i INTEGER 1;
        WHILE i <= CARDINALITY(InputRoot.XML.list.i[]) DO
          SET i = i + 1;
        END WHILE;
        SET i = 0;
        WHILE i < 1000 DO
          SET OutputRoot.XML.copy[i + 1] = InputRoot.XML;
          SET i = i + 1;
        END WHILE;
        SET OutputRoot.XML.n = CARDINALITY(OutputRoot.XML.copy[1000].list.i[]);
        """)
                .run(environment);

        Element n = environment.tree(Correlation.OUTPUT_ROOT).firstChild().lastChild();
        assertThat(n.fieldValue()).isEqualTo(Value.of(200_000));
    }

    @Test
    void compiledTextsOfEvalHaveABudget() {
        main("""
        DECLARE n INT 0;
        WHILE n < 20 DO
          EVAL('SET OutputRoot.XML.f = ' || CAST(n AS CHARACTER) || REPLICATE(' + 1', 10000) || ';');
          SET n = n + 1;
        END WHILE;\
        """)
                .run(environment);

        assertThat(HeldMemory.all())
                .filteredOn(held -> held.owner().startsWith("EVAL strings of"))
                .isNotEmpty()
                .allSatisfy(held -> assertThat(held.bytes()).isBetween(1L, held.maxBytes()));
    }
}
