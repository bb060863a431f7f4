package io.millrace.engine.esql.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Severity;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.DeepStack;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.EsqlSettings;
import io.millrace.engine.esql.analysis.Analysis;
import io.millrace.engine.esql.library.StandingEnvironment;
import io.millrace.engine.esql.program.Program;
import io.millrace.engine.esql.program.ProgramModule;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParserRegistry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class HugeProgramTest {

    /** The JVM never compiles longer methods (HotSpot's HugeMethodLimit). */
    private static final int MAX_COMPILED = 8_000;

    private static final int MAX_CLASS_FILE_METHOD = 65_535;

    /** Programs as people do not write them, but generators do. */
    enum Huge {
        SETS(3_000, i -> "SET OutputRoot.XML.a.b" + i + " = InputRoot.XML.c.d" + i + ";\n", "", ""),
        SUM(2_000, i -> "InputRoot.XML.a" + i, "SET OutputRoot.XML.s = 1 + ", ";", " + "),
        NUMBERS(2_000, i -> "n", "DECLARE n INTEGER 1; SET n = ", ";", " + "),
        TEXT(2_000, i -> "InputRoot.XML.a" + i, "DECLARE s CHARACTER; SET s = ", ";", " || "),
        APPENDED(
                2_000,
                i -> "InputRoot.XML.a" + i,
                "DECLARE s CHARACTER; SET s = s || ",
                ";",
                " || "),
        CONDITIONS(
                2_000,
                i -> "InputRoot.XML.a" + i + " = " + i,
                "IF ",
                " THEN RETURN FALSE; END IF;",
                " AND "),
        WHENS(
                5_000,
                i -> " WHEN " + i + " THEN 'v" + i + "'",
                "SET OutputRoot.XML.a = CASE InputRoot.XML.b",
                " END;",
                ""),
        BRANCHES(
                2_000,
                i -> " WHEN " + i + " THEN SET OutputRoot.XML.a" + i + " = 1;",
                "CASE InputRoot.XML.b",
                " END CASE;",
                ""),
        ELSEIFS(
                3_000,
                i -> "ELSEIF InputRoot.XML.b = " + i + " THEN SET OutputRoot.XML.c = " + i + ";\n",
                "IF FALSE THEN SET OutputRoot.a = 1;\n",
                "END IF;",
                ""),
        ALTERNATIVES(
                5_000,
                i -> "'v" + i + "'",
                "IF InputRoot.XML.b IN (",
                ") THEN RETURN FALSE; END IF;",
                ", "),
        ARGUMENTS(
                3_000, i -> "InputRoot.XML.a" + i, "SET OutputRoot.XML.a = COALESCE(", ");", ", "),
        COLUMNS(
                3_000,
                i -> "InputRoot.XML.a" + i + " AS c" + i,
                "SET OutputRoot.XML.r = ROW(",
                ");",
                ", ",
                "too long"),
        HANDLED(
                300,
                i -> "SET OutputRoot.XML.a.b" + i + " = InputRoot.XML.c.d" + i + ";\n",
                "DECLARE CONTINUE HANDLER FOR SQLSTATE LIKE '%' BEGIN END;\n",
                "",
                ""),
        HANDLED_LONG(
                1_000,
                i -> "SET OutputRoot.XML.a.b" + i + " = InputRoot.XML.c.d" + i + ";\n",
                "DECLARE CONTINUE HANDLER FOR SQLSTATE LIKE '%' BEGIN END;\n",
                "",
                "",
                null),
        NESTED_IFS(
                3_000,
                i -> "IF InputRoot.XML.a = " + i + " THEN\n",
                "",
                "SET OutputRoot.a = 1;\n" + "END IF;\n".repeat(3_000),
                "",
                "nest deeper"),
        PARENTHESES(
                3_000,
                i -> "(1 + ",
                "SET OutputRoot.a = ",
                "1" + ")".repeat(3_000) + ";",
                "",
                "nest deeper"),
        LOOPS(
                300,
                i -> "WHILE InputRoot.XML.a" + i + " < 3 DO\n",
                "",
                "SET OutputRoot.a = 1;\n" + "END WHILE;\n".repeat(300),
                "",
                "nest deeper");

        private final String text;
        private final IntFunction<String> ofSize;

        /** Words of the problem; empty where there is none; null where that is not asked. */
        private final String refusal;

        Huge(int count, IntFunction<String> item, String before, String after) {
            this(count, item, before, after, "");
        }

        Huge(int count, IntFunction<String> item, String before, String after, String between) {
            this(count, item, before, after, between, "");
        }

        Huge(
                int count,
                IntFunction<String> item,
                String before,
                String after,
                String between,
                String refusal) {
            this.refusal = refusal;
            ofSize =
                    size ->
                            before
                                    + IntStream.range(0, size)
                                            .mapToObj(item)
                                            .collect(Collectors.joining(between))
                                    + after;
            text = ofSize.apply(count);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "HANDLED_LONG")
    void hugeProgramsAreCompiledToShortMethodsOrRefused(Huge huge) {
        DeepStack.of(huge.text, () -> compiledOrRefused(huge));
    }

    private static Void compiledOrRefused(Huge huge) {
        Problems problems = new Problems();
        Program program = program(huge, problems);
        if (!problems.hasErrors()) {
            new ModuleCompiler(program, false).compile(program.modules().getFirst(), problems);
        }

        if (huge.refusal.isEmpty()) {
            assertThat(problems.all()).noneMatch(p -> p.severity() == Severity.ERROR);
            assertThat(longestMethod(program)).isLessThan(MAX_COMPILED);
        } else {
            assertThat(problems.all().getFirst().text()).contains(huge.refusal);
        }
        return null;
    }

    /** The switch that leads behind the failed one is one method; what the statements do is not. */
    @Test
    void longBlocksWithHandlersLeaveTheirStatementsToOtherMethods() {
        Problems problems = new Problems();
        Program program = program(Huge.HANDLED_LONG, problems);

        assertThat(
                        new ModuleCompiler(program, false)
                                .compile(program.modules().getFirst(), problems))
                .isPresent();
    }

    /** A check does not generate this code, so no part of it can be too long. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NESTED_IFS", "PARENTHESES", "LOOPS"})
    void codeIsDeferredOnlyFarBelowTheLimitsOfClassFiles(Huge huge) {
        boolean isDeferred = true;
        for (int size = 16; isDeferred; size += size / 2) {
            Program program = program(huge.ofSize.apply(size), new Problems());
            ProgramModule module = program.modules().getFirst();
            isDeferred = DeferredCode.isPossible(module, Reachability.of(program, module.main()));
            if (isDeferred) {
                assertThat(longestMethod(program)).isLessThan(MAX_CLASS_FILE_METHOD / 2);
            }
        }
    }

    @Test
    void checkedModulesRunLikeCompiledOnes() {
        Problems problems = new Problems();
        Program program = program("DECLARE n INTEGER 6; SET OutputRoot.product = n * 7;", problems);
        StandingEnvironment trees =
                new StandingEnvironment(ParserRegistry.of(List.of(), List.of()));
        ModuleCompiler compiler = new ModuleCompiler(program, true);

        EsqlModule module =
                compiler.forNode(
                        compiler.compile(program.modules().getFirst(), problems).orElseThrow());

        assertThat(((CompiledModule) module).entry()).isInstanceOf(DeferredCode.class);
        module.run(trees);
        module.run(trees);
        assertThat(trees.tree(Correlation.OUTPUT_ROOT).child("product").fieldValue())
                .isEqualTo(Value.of(42));
    }

    private static int longestMethod(Program program) {
        ProgramModule module = program.modules().getFirst();
        Reachability reach = Reachability.of(program, module.main());
        ClassGeneration generation =
                new ClassGeneration(module.kind(), reach.globals(), false, false);
        byte[] bytes = new ModuleWriter(module, reach, generation).bytes();
        return ClassFile.of().parse(bytes).methods().stream()
                .flatMap(m -> m.code().stream())
                .mapToInt(c -> ((CodeAttribute) c).codeLength())
                .max()
                .orElseThrow();
    }

    private static Program program(Huge huge, Problems problems) {
        return program(huge.text, problems);
    }

    private static Program program(String statements, Problems problems) {
        String text =
                "CREATE COMPUTE MODULE Test CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN\n"
                        + statements
                        + "\nEND; END MODULE;";
        EsqlSettings settings =
                new EsqlSettings(
                        ParserRegistry.of(List.of(), List.of()), Limits.DEFAULTS, Map.of());
        return DeepStack.of(
                text,
                () ->
                        Analysis.of(List.of(new Source("test.esql", text)), settings, problems)
                                .program());
    }

    @Test
    void whatIsCutGivesWhatIsWhole() {
        String sum =
                IntStream.range(0, 100)
                        .mapToObj(i -> "InputRoot.a || '" + i + ",'")
                        .collect(Collectors.joining(" || "));
        String whens =
                IntStream.range(0, 1_000)
                        .mapToObj(i -> " WHEN " + i + " THEN " + i + " + 1")
                        .collect(Collectors.joining());
        String list =
                IntStream.range(0, 1_000)
                        .mapToObj(String::valueOf)
                        .collect(Collectors.joining(", "));
        String and =
                IntStream.range(0, 200)
                        .mapToObj(i -> "n <> " + (1_000 + i))
                        .collect(Collectors.joining(" AND "));
        String minus =
                IntStream.range(0, 3_000).mapToObj(i -> "n").collect(Collectors.joining(" - "));
        String statements =
                "DECLARE n INTEGER 777; DECLARE s CHARACTER 'x';\n"
                        + "SET OutputRoot.minus = "
                        + minus
                        + ";\n"
                        + "SET OutputRoot.sum = "
                        + sum
                        + ";\n"
                        + "SET s = s || "
                        + sum
                        + ";\n"
                        + "SET OutputRoot.s = LENGTH(s);\n"
                        + "SET OutputRoot.case = 1 + CASE n"
                        + whens
                        + " END;\n"
                        + "SET OutputRoot.none = CASE -n"
                        + whens
                        + " ELSE 'none' END;\n"
                        + "SET OutputRoot.in = n IN ("
                        + list
                        + ");\n"
                        + "SET OutputRoot.notIn = n + 1000 NOT IN ("
                        + list
                        + ");\n"
                        + "SET OutputRoot.unknown = COALESCE(-n IN ("
                        + list
                        + ", NULL), TRUE);\n"
                        + "SET OutputRoot.and = "
                        + and
                        + ";\n"
                        + "SET n = 1150;\n"
                        + "SET OutputRoot.nand = NOT ("
                        + and
                        + ");\n";
        Problems problems = new Problems();
        Program program = program(statements, problems);
        StandingEnvironment trees =
                new StandingEnvironment(ParserRegistry.of(List.of(), List.of()));
        trees.tree(Correlation.INPUT_ROOT).add("a", Value.of("a"));

        DeepStack.of(
                        statements,
                        () ->
                                new ModuleCompiler(program, false)
                                        .compile(program.modules().getFirst(), problems)
                                        .orElseThrow())
                .run(trees);

        String text =
                IntStream.range(0, 100).mapToObj(i -> "a" + i + ",").collect(Collectors.joining());
        Element output = trees.tree(Correlation.OUTPUT_ROOT);
        assertThat(output.child("sum").fieldValue()).isEqualTo(Value.of(text));
        assertThat(output.child("s").fieldValue()).isEqualTo(Value.of(text.length() + 1L));
        assertThat(output.child("minus").fieldValue()).isEqualTo(Value.of(777 * -2_998L));
        assertThat(output.child("case").fieldValue()).isEqualTo(Value.of(779));
        assertThat(output.child("none").fieldValue()).isEqualTo(Value.of("none"));
        for (String name : List.of("in", "notIn", "unknown", "and", "nand")) {
            assertThat(output.child(name).fieldValue()).as(name).isEqualTo(Value.of(true));
        }
    }
}
