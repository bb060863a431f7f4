package io.millrace.engine.esql.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.ModuleKind;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Whatever is thrown at it, the compiler's front answers with problems. */
class BadInputTest {

    private static final Pattern TOKEN = Pattern.compile("\\s+|\\w+|'[^']*'|.");
    private static final List<String> STATEMENTS = tokens("statements.esql");
    private static final List<String> EXPRESSIONS = tokens("expressions.esql");

    private static List<String> tokens(String file) {
        try {
            String text = Files.readString(Path.of("src/test/resources/esql/valid", file));
            return TOKEN.matcher(text).results().map(MatchResult::group).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Problems check(String text) {
        Problems problems = new Problems();
        Analysis.of(List.of(new Source("bad.esql", text)), TestParsers.SETTINGS, problems);
        problems.all().forEach(problem -> assertThat(problem.render()).isNotEmpty());
        return problems;
    }

    @Property
    void mutatedProgramsGiveProblemsAndNothingElse(@ForAll long seed, @ForAll boolean statements) {
        Random random = new Random(seed);
        List<String> tokens = new ArrayList<>(statements ? STATEMENTS : EXPRESSIONS);
        int changes = 1 + random.nextInt(12);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(tokens.size());
            String other = STATEMENTS.get(random.nextInt(STATEMENTS.size()));
            switch (random.nextInt(5)) {
                case 0 -> tokens.remove(at);
                case 1 -> tokens.add(at, other);
                case 2 -> tokens.set(at, other);
                case 3 -> tokens.set(at, String.valueOf((char) random.nextInt(0x3000)));
                default ->
                        tokens.subList(at, Math.min(tokens.size(), at + random.nextInt(40)))
                                .clear();
            }
        }
        check(String.join("", tokens));
    }

    @Property
    void cutOffProgramsGiveProblemsAndNothingElse(@ForAll long seed) {
        String text = String.join("", STATEMENTS);
        check(text.substring(0, new Random(seed).nextInt(text.length())));
    }

    @Property
    void anyTextIsAnExpressionOrAProblem(@ForAll String text) {
        Problems problems = new Problems();
        Analysis none = Analysis.of(List.of(), TestParsers.SETTINGS, problems);
        boolean checked =
                none.expression(new Source("filter", text), ModuleKind.FILTER, problems)
                        .isPresent();
        assertThat(checked || problems.hasErrors()).isTrue();
        none.pattern(new Source("pattern", "${" + text), problems);
    }

    @Test
    void argumentsThatAreLeftOutAreNoneWhereThereAreTooMany() {
        Problems problems =
                check(
                        "CREATE FUNCTION f(IN a REFERENCE) RETURNS BLOB RETURN"
                                + " ASBITSTREAM(a,,,,,,,,,);");
        assertThat(problems.all()).extracting(p -> p.code()).contains(ErrorCode.ESQL_ARGUMENTS);
    }

    @Test
    void onlyBuiltInFunctionsHaveOmittedArguments() {
        String begin = "CREATE FUNCTION f(IN a REFERENCE) RETURNS BLOB RETURN";
        assertThat(check(begin + " PARSE(a,,1);").all())
                .extracting(p -> p.code())
                .containsExactly(ErrorCode.ESQL_UNKNOWN_ROUTINE);
        String routine =
                "CREATE FUNCTION PARSE(IN a REFERENCE, IN b INTEGER) RETURNS BLOB RETURN NULL;";
        assertThat(check(routine + begin + " PARSE(a,);").all())
                .extracting(p -> p.code())
                .containsExactly(ErrorCode.ESQL_ARGUMENTS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(",
                "- ",
                "NOT ",
                "CASE WHEN ",
                "a[",
                "f(",
                "LIST{",
                "SELECT a FROM b[] WHERE ",
                "FOR ALL a[] (",
                "a.{",
                "a.(",
                "CAST("
            })
    void deepNestingOfExpressionsIsRefused(String opening) {
        Problems problems =
                check(
                        "CREATE FUNCTION f() RETURNS INTEGER RETURN "
                                + opening.repeat(100_000)
                                + ";");
        assertThat(problems.all()).extracting(p -> p.code()).contains(ErrorCode.ESQL_SYNTAX);
        assertThat(problems.all()).anyMatch(p -> p.text().contains("nest deeper"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "BEGIN ",
                "IF TRUE THEN ",
                "LOOP ",
                "WHILE TRUE DO ",
                "CASE WHEN TRUE THEN ",
                "x: BEGIN "
            })
    void deepNestingOfStatementsIsRefused(String opening) {
        Problems problems = check("CREATE FUNCTION f() RETURNS INTEGER " + opening.repeat(100_000));
        assertThat(problems.all()).anyMatch(p -> p.text().contains("nest deeper"));
    }

    @Test
    void aThousandTextsAreJoinedInOneExpression() {
        String sum = "'a' || ".repeat(5_000) + "'b'";
        assertThat(check("CREATE FUNCTION f() RETURNS CHARACTER RETURN " + sum + ";").all())
                .isEmpty();
    }

    @Test
    void aSumOfTooManyNumbersIsRefused() {
        Problems problems =
                check("CREATE FUNCTION f() RETURNS INTEGER RETURN " + "1 + ".repeat(50_000) + "1;");
        assertThat(problems.errors()).isEqualTo(1);
    }

    @Test
    void manyProblemsAreCutOff() {
        Problems problems =
                check(
                        "CREATE FUNCTION f() RETURNS INTEGER BEGIN\n"
                                + "SET = ;\n".repeat(10_000)
                                + "END;");
        assertThat(problems.all()).hasSizeLessThan(200);
    }

    @Test
    void aVeryLongNameIsNotRepeatedInFull() {
        Problems problems =
                check("CREATE FUNCTION f() RETURNS INTEGER RETURN " + "x".repeat(5_000_000) + ";");
        assertThat(problems.all())
                .singleElement()
                .satisfies(p -> assertThat(p.text()).hasSizeLessThan(300));
    }

    @Test
    void aVeryLongLiteralIsRead() {
        String text = "x".repeat(5_000_000);
        assertThat(check("CREATE FUNCTION f() RETURNS CHARACTER RETURN '" + text + "';").all())
                .isEmpty();
        assertThat(
                        check(
                                        "CREATE FUNCTION f() RETURNS INTEGER RETURN "
                                                + "9".repeat(1_000_000)
                                                + ";")
                                .hasErrors())
                .isTrue();
    }
}
