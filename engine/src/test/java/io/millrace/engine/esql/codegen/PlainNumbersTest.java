package io.millrace.engine.esql.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.Esql;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.EsqlSettings;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.library.StandingEnvironment;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.ParserRegistry;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Variables that are passed to INOUT parameters are held as Values, all others as plain numbers
 * where they can be: so each program has a twin that is compiled without plain numbers.
 */
class PlainNumbersTest {

    private static final ParserRegistry PARSERS = ParserRegistry.of(List.of(), List.of());
    private static final List<String> VARIABLES = List.of("i", "j", "k", "f", "g", "b", "c");

    /** So long that the routine is spread over methods, and its variables are in an array. */
    private static final String SPREAD =
            "IF i IS NOT NULL AND i IS NULL THEN\n"
                    + "SET OutputRoot.x.y.z = InputRoot.x.y.z;\n".repeat(60)
                    + "END IF;\n";

    @Property(shrinking = ShrinkingMode.OFF)
    void plainNumbersGiveWhatValuesGive(@ForAll long seed) {
        String statements = new Statements(new Random(seed)).text();

        String plain = outcome(statements, "");
        String values =
                outcome(
                        statements,
                        "IF i IS NOT NULL AND i IS NULL THEN CALL touch(i, j, k, f, g, b, c); END"
                                + " IF;\n");

        assertThat(plain).as(statements).isEqualTo(values);
        assertThat(plain).as(statements).isEqualTo(outcome(statements, SPREAD));
    }

    private static String outcome(String statements, String after) {
        String text =
                "CREATE COMPUTE MODULE Test CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN\n"
                        + "DECLARE i INTEGER 3; DECLARE j, k INTEGER; DECLARE f FLOAT 1.5E0;\n"
                        + "DECLARE g FLOAT; DECLARE b BOOLEAN TRUE; DECLARE c BOOLEAN;\n"
                        + statements
                        + after
                        + "END;\n"
                        + "CREATE FUNCTION twice(n INTEGER) RETURNS INTEGER RETURN n * 2;\n"
                        + "CREATE PROCEDURE touch(INOUT i INTEGER, INOUT j INTEGER, INOUT k"
                        + " INTEGER, INOUT f FLOAT, INOUT g FLOAT, INOUT b BOOLEAN, INOUT c"
                        + " BOOLEAN) BEGIN END;\n"
                        + "END MODULE;";
        Problems problems = new Problems();
        EsqlModule module =
                Esql.compile(
                                List.of(new Source("test.esql", text)),
                                new EsqlSettings(PARSERS, Limits.DEFAULTS, Map.of()),
                                problems)
                        .module("Test", ModuleKind.COMPUTE)
                        .orElseThrow(() -> new AssertionError(problems.all() + text));
        StandingEnvironment trees = new StandingEnvironment(PARSERS);
        String error = "";
        try {
            module.run(trees);
        } catch (MillraceException e) {
            error = " ended by " + e.getMessage() + ": " + e.root().getMessage();
        }
        StringBuilder found = new StringBuilder();
        Element output = trees.tree(Correlation.OUTPUT_ROOT);
        for (Element e = output.firstChild(); e != null; e = e.next()) {
            found.append(e.name()).append(' ').append(e.fieldValue()).append('\n');
        }
        return found + error;
    }

    /** Statements on numbers, with NULL and the ends of their ranges among them. */
    private static final class Statements {
        private final Random random;
        private final StringBuilder out = new StringBuilder();

        Statements(Random random) {
            this.random = random;
        }

        String text() {
            int count = 3 + random.nextInt(12);
            for (int n = 0; n < count; n++) {
                statement(2);
            }
            VARIABLES.forEach(
                    v ->
                            out.append("SET OutputRoot.")
                                    .append(v)
                                    .append(" = ")
                                    .append(v)
                                    .append(";\n"));
            return out.toString();
        }

        private void statement(int depth) {
            switch (random.nextInt(depth > 0 ? 9 : 6)) {
                case 0, 1 -> set(pick("i", "j", "k"), number(3));
                case 2, 3 -> set(pick("f", "g"), number(3));
                case 4 -> set(pick("b", "c"), condition(2));
                case 5 -> set("OutputRoot.o" + random.nextInt(9), pick(number(2), condition(2)));
                case 6, 7 -> {
                    out.append("IF ").append(condition(2)).append(" THEN\n");
                    statement(depth - 1);
                    out.append("ELSE\n");
                    statement(depth - 1);
                    out.append("END IF;\n");
                }
                default -> {
                    String turns = "t" + out.length();
                    out.append("DECLARE ").append(turns).append(" INTEGER 0;\n");
                    out.append("WHILE ").append(turns).append(" < 3 DO\n");
                    statement(depth - 1);
                    set(turns, turns + " + 1");
                    out.append("END WHILE;\n");
                }
            }
        }

        private void set(String target, String value) {
            out.append("SET ").append(target).append(" = ").append(value).append(";\n");
        }

        private String number(int depth) {
            if (depth == 0 || random.nextInt(4) == 0) {
                return pick(
                        "i",
                        "j",
                        "k",
                        "f",
                        "g",
                        "1",
                        "0",
                        "7",
                        "2.5E0",
                        "9223372036854775807",
                        "1E308",
                        "1.25");
            }
            return switch (random.nextInt(8)) {
                case 0 -> "-(" + number(depth - 1) + ")";
                case 1 ->
                        "CASE WHEN "
                                + condition(depth - 1)
                                + " THEN "
                                + number(depth - 1)
                                + " ELSE "
                                + pick(number(depth - 1), "NULL")
                                + " END";
                case 2 -> "COALESCE(" + number(depth - 1) + ", " + number(depth - 1) + ")";
                case 3 -> "twice(" + pick("i", "j", "k", "4") + ")";
                case 4 -> "CAST(" + number(depth - 1) + " AS " + pick("INTEGER", "FLOAT") + ")";
                default ->
                        "("
                                + number(depth - 1)
                                + pick(" + ", " - ", " * ", " / ")
                                + number(depth - 1)
                                + ")";
            };
        }

        private String condition(int depth) {
            if (depth == 0) {
                return pick("b", "c", "TRUE", "i IS NULL", "g IS NOT NULL");
            }
            return switch (random.nextInt(7)) {
                case 0 -> "NOT (" + condition(depth - 1) + ")";
                case 1 -> "(" + condition(depth - 1) + " AND " + condition(depth - 1) + ")";
                case 2 -> "(" + condition(depth - 1) + " OR " + condition(depth - 1) + ")";
                case 3 ->
                        number(depth - 1)
                                + " BETWEEN "
                                + number(depth - 1)
                                + " AND "
                                + number(depth - 1);
                case 4 -> number(depth - 1) + " IN (" + number(depth - 1) + ", 3, k)";
                default ->
                        number(depth)
                                + pick(" = ", " <> ", " < ", " <= ", " > ", " >= ")
                                + number(depth);
            };
        }

        private String pick(String... options) {
            return options[random.nextInt(options.length)];
        }
    }
}
