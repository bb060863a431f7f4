package io.millrace.engine.esql;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Limits;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Compiles hostile texts: each has problems with places, or becomes a program that loads, and runs
 * or fails as programs do.
 */
@Timeout(600)
class HostileProgramTest {

    private static final int TRIES = Integer.getInteger("millrace.fuzz", 30);

    /** Divides the sizes of growing texts, most of which exceed limits of class files. */
    private static final int DIVISOR = Integer.getInteger("millrace.divisor", 10);

    /** Sizes that are not divided. */
    private static final int SMALL = 400;

    private static final Pattern TOKEN = Pattern.compile("\\s+|\\w+|'[^']*'|.");

    /** No program may need longer; most take a millisecond. */
    private static final Limits LIMITS =
            Limits.builder()
                    .messageBytes(1 << 20)
                    .treeDepth(1_000)
                    .treeElements(100_000)
                    .nameLength(4_096)
                    .callDepth(100)
                    .evalLength(1_000)
                    .esqlMillis(100)
                    .build();

    /** Texts that grow with a number. */
    enum Growing {
        PATHS(100_000, n -> main("SET OutputRoot.XML.a = InputRoot" + ".a".repeat(n) + ";")),
        TARGETS(500, n -> main("SET OutputRoot.XML" + ".a".repeat(n) + " = 1;")),
        INDEXES(
                100_000,
                n -> main("SET OutputRoot.a = " + "InputRoot.a[".repeat(n) + "1" + "]".repeat(n))),
        ROWS(
                100_000,
                n -> main("SET OutputRoot.a = " + "ROW(".repeat(n) + "1 AS a" + ")".repeat(n))),
        COMMENTS(100_000, n -> "/*".repeat(n) + "*/".repeat(n) + main("")),
        LITERAL(5_000_000, n -> main("SET OutputRoot.a = LENGTH('" + "x".repeat(n) + "');")),
        WIDE_LITERAL(50_000, n -> main("SET OutputRoot.a = '" + "\u20ac".repeat(n) + "';")),
        FIELD_NAME(1_000_000, n -> main("SET OutputRoot.XML." + "x".repeat(n) + " = 1;")),
        VARIABLE(1_000_000, n -> main("DECLARE " + "x".repeat(n) + " INTEGER 1;")),
        ROUTINE_NAME(
                70_000,
                n ->
                        main("CALL p" + "x".repeat(n) + "();")
                                + "CREATE PROCEDURE p"
                                + "x".repeat(n)
                                + "() BEGIN END;"),
        MODULE_NAME(70_000, n -> main("").replace("Test", "Test" + "t".repeat(n))),
        LABEL(70_000, n -> main("l" + "x".repeat(n) + ": BEGIN END;")),
        STATEMENTS(4_000, n -> main("SET OutputRoot.XML.a = 1;\n".repeat(n))),
        CONSTANTS(70_000, n -> main(many(n, i -> "SET OutputRoot.XML.a = 'c" + i + "';\n", ""))),
        FIELDS(20_000, n -> main(many(n, i -> "SET OutputRoot.XML.a" + i + " = 1;\n", ""))),
        VARIABLES(20_000, n -> main(many(n, i -> "DECLARE v" + i + " INTEGER 1;\n", ""))),
        ROUTINES(
                100_000,
                n -> main("") + many(n, i -> "CREATE PROCEDURE p" + i + "() BEGIN END;\n", "")),
        CALLED_ROUTINES(
                20_000,
                n ->
                        main(many(n, i -> "CALL p" + i + "();\n", ""))
                                + many(n, i -> "CREATE PROCEDURE p" + i + "() BEGIN END;\n", "")),
        ROUTINES_IN_A_CHAIN(
                5_000,
                n ->
                        main("CALL p0();")
                                + many(
                                        n,
                                        i ->
                                                "CREATE PROCEDURE p"
                                                        + i
                                                        + "() BEGIN CALL p"
                                                        + (i + 1) % n
                                                        + "(); END;\n",
                                        "")),
        CONSTANTS_IN_A_CHAIN(
                600,
                n ->
                        "DECLARE g0 CONSTANT INTEGER 0;"
                                + many(
                                        n,
                                        i ->
                                                "DECLARE g"
                                                        + (i + 1)
                                                        + " CONSTANT INTEGER g"
                                                        + i
                                                        + " + 1;\n",
                                        "")
                                + main("SET OutputRoot.a = g" + n + ";")),
        PARAMETERS(
                400,
                n ->
                        main("CALL p(" + many(n, i -> "1", ",") + ");")
                                + "CREATE PROCEDURE p("
                                + many(n, i -> "IN a" + i + " INTEGER", ",")
                                + ") BEGIN END;"),
        RANGES(
                1_000,
                n ->
                        main(
                                "SET OutputRoot.a[] = SELECT A0.x FROM "
                                        + many(n, i -> "InputRoot.a[] AS A" + i, ",")
                                        + ";")),
        STATES(
                5_000,
                n ->
                        main(
                                "BEGIN DECLARE EXIT HANDLER FOR "
                                        + many(n, i -> "SQLSTATE VALUE 'U" + i + "'", ",")
                                        + " BEGIN END; END;")),
        SUM(
                20_000,
                n -> main("DECLARE x INTEGER 1; SET x = x - " + many(n, i -> "x", " - ") + ";")),
        SUM_OF_FIELDS(
                9_000, n -> main("SET OutputRoot.a = " + many(n, i -> "InputRoot.a", " + ") + ";")),
        SUMS_IN_SUMS(62_500, n -> main(sums((int) Math.sqrt(n)))),
        TEXTS_JOINED(100_000, n -> main("SET OutputRoot.a = " + many(n, i -> "'a'", " || ") + ";")),
        INTEGERS(70_000, n -> main("DECLARE x INTEGER;" + many(n, i -> "SET x = 1" + i + ";", ""))),
        FLOATS(20_000, n -> main("DECLARE x FLOAT;" + many(n, i -> "SET x = 1E-" + i + ";", ""))),
        ALTERNATIVES(
                20_000, n -> main("SET OutputRoot.a = 1 IN (" + many(n, i -> "" + i, ",") + ");")),
        CASES(
                10_000,
                n ->
                        main(
                                "DECLARE x INTEGER InputRoot.x; CASE x "
                                        + many(n, i -> "WHEN " + i + " THEN SET x = " + i + ";", "")
                                        + " END CASE;")),
        HANDLED_STATEMENTS(
                20_000,
                n ->
                        main(
                                "DECLARE CONTINUE HANDLER FOR SQLSTATE LIKE '%' BEGIN END; "
                                        + many(n, i -> "SET OutputRoot.a" + i + " = 1 / 0;", ""))),
        STATEMENTS_OF_A_HANDLER(
                20_000,
                n ->
                        main(
                                "DECLARE EXIT HANDLER FOR SQLSTATE LIKE '%' BEGIN "
                                        + many(n, i -> "SET OutputRoot.a" + i + " = 1;", "")
                                        + " END; THROW USER EXCEPTION;")),
        HANDLERS(
                5_000,
                n ->
                        main(
                                many(
                                                n,
                                                i ->
                                                        "DECLARE EXIT HANDLER FOR SQLSTATE 'U"
                                                                + i
                                                                + "' BEGIN END;",
                                                "")
                                        + "THROW USER EXCEPTION;")),
        GLOBALS(
                20_000,
                n ->
                        many(n, i -> "DECLARE g" + i + " INTEGER InputRoot.a;", "")
                                + main(many(n, i -> "SET OutputRoot.a = g" + i + ";", ""))),
        COLUMNS(
                5_000,
                n ->
                        main(
                                "SET OutputRoot.a[] = SELECT "
                                        + many(n, i -> "A.a" + i, ",")
                                        + " FROM InputRoot.a[] AS A;")),
        DIGITS(100_000, n -> main("SET OutputRoot.a = " + "9".repeat(n) + ";")),
        EXPONENT(100_000, n -> main("SET OutputRoot.a = 1E" + "9".repeat(n) + ";")),
        BYTES(1_000_000, n -> main("SET OutputRoot.a = X'" + "0A".repeat(n) + "';")),
        NULS(100_000, n -> main("SET OutputRoot.a = '\0';" + "\0".repeat(n))),
        JUNK(100_000, n -> main("\u00a7".repeat(n))),
        SEMICOLONS(100_000, n -> main(";".repeat(n))),
        QUOTES(100_001, n -> main("'".repeat(n))),
        ENDS(100_000, n -> main("END; ".repeat(n))),
        UNKNOWN_NAMES(10_000, n -> main(many(n, i -> "SET a" + i + " = b" + i + ";\n", ""))),
        DUPLICATES(5_000, n -> main("DECLARE x INTEGER;".repeat(n)));

        private final int most;
        private final IntFunction<String> text;

        Growing(int most, IntFunction<String> text) {
            this.most = most;
            this.text = text;
        }
    }

    private static String main(String statements) {
        return "CREATE COMPUTE MODULE Test CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN\n"
                + statements
                + "\nEND; END MODULE;\n";
    }

    /** As many sums within one another, each of as many terms. */
    private static String sums(int n) {
        return "DECLARE x INTEGER 1; SET x = "
                + "(".repeat(n)
                + many(n, i -> many(n, j -> "x", " - ") + ")", " - ")
                + ";";
    }

    private static String many(int n, IntFunction<String> part, String between) {
        return IntStream.range(0, n).mapToObj(part).collect(Collectors.joining(between));
    }

    /** Anything else than problems, a result or an exception of Millrace fails the test. */
    private static Problems run(String text) {
        Problems problems = new Problems();
        EsqlSettings settings = new EsqlSettings(RecordingEnvironment.PARSERS, LIMITS, Map.of());
        EsqlProgram program =
                Esql.compile(List.of(new Source("bad.esql", text)), settings, problems);
        problems.all().stream().limit(100).forEach(p -> assertThat(p.render()).isNotEmpty());
        if (!problems.hasErrors()) {
            program.modules(null).forEach(m -> program.module(m, null).ifPresent(x -> run(x)));
        }
        return problems;
    }

    private static void run(EsqlModule module) {
        RecordingEnvironment environment = Programs.environment();
        environment.limits = LIMITS;
        environment.database = new ScriptedDatabase();
        try {
            module.run(environment);
        } catch (MillraceException e) {
            assertThat(e.getMessage()).isNotEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTextOfAnySizeRunsOrHasAProblem(Growing growing) {
        int most = Math.max(growing.most / DIVISOR, Math.min(growing.most, SMALL));
        for (int n : new int[] {most / 2, most}) {
            Problems problems = run(growing.text.apply(n));
            assertThat(problems.all()).allMatch(p -> p.place().line() > 0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DECLARE \u00e9\u00e0 INTEGER 1; SET OutputRoot.XML.\u0436 = \u00e9\u00e0;",
                "DECLARE \u4e2d\u6587 INTEGER 1; SET OutputRoot.XML.a = \u4e2d\u6587;",
                "SET OutputRoot.XML.\"\ud835\udd38\" = '\ud83d\ude00';",
                "SET OutputRoot.XML.a = 'x\0y';",
                "SET OutputRoot.XML.\"\0\" = 1;",
                "SET OutputRoot.XML.\"/;.[<\" = 1;",
                "SET OutputRoot.XML.a = '\ud800';",
                "\"\ud800\": BEGIN END;",
                "DECLARE \"<init>\" INTEGER 1; DECLARE \"a;b/c[d\" INTEGER 2;"
            })
    void namesAndLiteralsOfAnyScriptRunOrHaveAProblem(String statements) {
        run(main(statements));
        run(
                "CREATE COMPUTE MODULE \"<clinit>;/\" CREATE FUNCTION Main() RETURNS BOOLEAN"
                        + " BEGIN\n"
                        + "CALL \"<init>\"(); CALL \"a.b;c/d\"(); "
                        + statements
                        + " END; CREATE PROCEDURE \"<init>\"() BEGIN END;"
                        + " CREATE PROCEDURE \"a.b;c/d\"() BEGIN END; END MODULE;");
    }

    private static String valid(String file) throws IOException {
        return Files.readString(Path.of("src/test/resources/esql/valid", file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"statements.esql", "expressions.esql"})
    void changedBytesOfAProgramGiveProblemsOrAProgram(String file) throws IOException {
        byte[] bytes = valid(file).getBytes(StandardCharsets.UTF_8);
        for (int seed = 0; seed < TRIES; seed++) {
            Random random = new Random(seed);
            byte[] changed = bytes.clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
            }
            run(new String(changed, StandardCharsets.UTF_8));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"statements.esql", "expressions.esql"})
    void aProgramThatIsCutOffAnywhereHasAProblemOrRuns(String file) throws IOException {
        String text = valid(file);
        int step = Math.max(1, text.length() / TRIES);
        for (int end = 0; end < text.length(); end += step) {
            run(text.substring(0, end));
        }
    }

    @Test
    void wordsOfTheLanguageInAnyOrderGiveProblemsOrAProgram() throws IOException {
        List<String> words =
                TOKEN.matcher(valid("statements.esql") + valid("expressions.esql"))
                        .results()
                        .map(MatchResult::group)
                        .filter(word -> !word.isBlank())
                        .distinct()
                        .toList();
        List<String> statements = valid("statements.esql").lines().map(String::strip).toList();
        for (int seed = 0; seed < TRIES; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(40); i >= 0; i--) {
                List<String> from = random.nextInt(3) == 0 ? statements : words;
                text.append(from.get(random.nextInt(from.size()))).append(' ');
                text.append(random.nextInt(6) == 0 ? ";\n" : "");
            }
            run(main(text.toString()));
        }
    }
}
