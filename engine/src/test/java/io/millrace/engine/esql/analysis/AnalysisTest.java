package io.millrace.engine.esql.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.ProgramModule;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Statement.Declare;
import io.millrace.engine.esql.program.Statement.Return;
import io.millrace.engine.esql.program.Statement.While;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

class AnalysisTest {

    private final Problems problems = new Problems();

    private Analysis check(String... texts) {
        List<Source> sources = new ArrayList<>();
        for (String text : texts) {
            sources.add(new Source("file" + (sources.size() + 1) + ".esql", text));
        }
        return Analysis.of(sources, TestParsers.SETTINGS, problems);
    }

    private static String module(String name, String body) {
        return "CREATE COMPUTE MODULE "
                + name
                + " CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN "
                + body
                + " END; END MODULE;";
    }

    /** What was said, but that a snippet is no whole program. */
    private List<String> said() {
        Set<ErrorCode> ofSnippets =
                EnumSet.of(
                        ErrorCode.ESQL_NO_RETURN,
                        ErrorCode.ESQL_NEVER_SET,
                        ErrorCode.ESQL_NEVER_READ);
        return problems.all().stream()
                .filter(p -> !ofSnippets.contains(p.code()))
                .map(Problem::text)
                .toList();
    }

    @Test
    void terminalsAndLabelsAreThoseOfAllRoutinesThatAreReached() {
        Analysis analysis =
                check(
                        "CREATE PROCEDURE p() BEGIN PROPAGATE TO TERMINAL 1; CALL q(); END;CREATE"
                            + " PROCEDURE q() BEGIN PROPAGATE TO LABEL 'there'; CALL p();"
                            + " END;CREATE PROCEDURE other() BEGIN PROPAGATE TO TERMINAL 'out4';"
                            + " END;",
                        module("M", "CALL p(); PROPAGATE;"));
        ProgramModule module = analysis.program().modules().getFirst();
        assertThat(module.terminals()).containsExactlyInAnyOrder("out", "out1");
        assertThat(module.labels()).containsExactly("there");
    }

    @Test
    void routinesAreFoundInTheSchemaThenInThePath() {
        check(
                "BROKER SCHEMA lib PATH other; CREATE PROCEDURE p() BEGIN CALL q(); END;",
                "BROKER SCHEMA other CREATE PROCEDURE q() BEGIN END;",
                "BROKER SCHEMA app PATH lib " + module("M", "CALL p(); CALL other.q(); CALL P();"));
        assertThat(said()).isEmpty();
    }

    @Test
    void adviceNamesOnlyWhatIsThere() {
        check(module("M", "SET customer1 = 1; SET custommer1 = 1; SET custommer2 = 1;"));
        assertThat(problems.all())
                .hasSize(3)
                .allSatisfy(p -> assertThat(p.hint()).startsWith("declare it with DECLARE"));
    }

    @Test
    void aFileListsAThousandProblemsErrorsFirstAndCountsTheOthers() {
        StringBuilder unread = new StringBuilder();
        for (int i = 0; i < 700; i++) {
            unread.append("DECLARE unread").append(i).append(" INTEGER;\n");
        }
        StringBuilder unknown = new StringBuilder();
        for (int i = 0; i < 900; i++) {
            unknown.append("SET unknown").append(i).append(" = 1;\n");
        }
        check(
                module("M", unread.toString()) + module("N", unknown.toString()),
                module("O", "SET other = 1;"));
        assertThat(problems.errors()).isEqualTo(901);
        assertThat(problems.warnings()).isEqualTo(101);
        assertThat(said()).contains("the variable unknown899 is not known");
        assertThat(said()).contains("600 more problems of this file are not listed");
        assertThat(said().getLast()).isEqualTo("the variable other is not known");
    }

    @Test
    void aFileWithMoreErrorsThanAreListedSaysSoInAnError() {
        StringBuilder statements = new StringBuilder();
        for (int i = 0; i < 1_500; i++) {
            statements.append("SET customerNumber").append(i).append(" = 1;\n");
        }
        check(module("M", statements.toString()));
        assertThat(problems.errors()).isEqualTo(1_001);
        assertThat(said().getLast()).isEqualTo("500 more problems of this file are not listed");
    }

    @Test
    void aRoutineOutsideThePathIsShown() {
        check(
                "BROKER SCHEMA lib CREATE PROCEDURE p() BEGIN END;",
                "BROKER SCHEMA app " + module("M", "CALL p();"));
        assertThat(problems.all())
                .singleElement()
                .satisfies(
                        p -> {
                            assertThat(p.code()).isEqualTo(ErrorCode.ESQL_UNKNOWN_ROUTINE);
                            assertThat(p.hint()).contains("schema lib").contains("PATH");
                        });
    }

    @Test
    void routinesOfAModuleAreItsOwn() {
        check(
                "CREATE COMPUTE MODULE A CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN CALL p();"
                        + " RETURN TRUE; END;CREATE PROCEDURE p() BEGIN END; END MODULE;",
                module("B", "CALL p();"));
        assertThat(said()).containsExactly("the function or procedure p is not known");
    }

    @Test
    void aModuleThatReachesABrokenRoutineIsNotRun() {
        Analysis analysis =
                check(
                        "CREATE PROCEDURE bad() BEGIN SET nothing = 1; END; CREATE PROCEDURE via()"
                                + " BEGIN CALL bad(); END;",
                        module("Bad", "CALL via();"),
                        module("Good", "RETURN TRUE;"));
        assertThat(analysis.program().modules())
                .extracting(ProgramModule::name)
                .containsExactly("Good");
        assertThat(analysis.program().routines()).hasSize(2);
    }

    @Test
    void aForgottenSemicolonKeepsTheModuleFromRunning() {
        Analysis analysis = check(module("M", "RETURN\n TRUE \n"));
        assertThat(analysis.program().modules()).isEmpty();
        assertThat(problems.errors()).isEqualTo(1);
    }

    @Test
    void externalVariablesTakeTheConfiguredValue() {
        Analysis analysis =
                check(
                        "DECLARE Site EXTERNAL CHARACTER 'north'; DECLARE Other EXTERNAL CHARACTER"
                                + " 'x';"
                                + module(
                                        "M",
                                        "SET Environment.a = Site; SET Environment.b = Other;"));
        assertThat(said()).isEmpty();
        assertThat(analysis.program().globals())
                .singleElement()
                .satisfies(
                        g -> {
                            assertThat(g.variable().name()).isEqualTo("Site");
                            assertThat(g.initial().toString()).contains("south");
                        });
    }

    @Test
    void variablesDeclaredInBodiesAreKnownBehindThem() {
        check(
                module(
                        "M",
                        "IF TRUE THEN DECLARE a INTEGER; ELSE DECLARE a INTEGER; END IF; SET a = 1;"
                                + "BEGIN DECLARE b INTEGER; END; SET b = 2;"));
        assertThat(said()).containsExactly("the variable b is not known");
    }

    @Test
    void aFieldPassedForAnInoutReferenceGetsAReferenceOfItsOwn() {
        Analysis analysis =
                check(
                        "CREATE PROCEDURE p(INOUT r REFERENCE) BEGIN MOVE r FIRSTCHILD; END;",
                        module("M", "CALL p(InputRoot.MQMD);"));
        assertThat(said()).isEmpty();
        Statement.Block call =
                (Statement.Block)
                        analysis.program().modules().getFirst().main().body().body().getFirst();
        assertThat(call.body()).hasSize(2);
        assertThat(call.body().getFirst()).isInstanceOf(Declare.class);
    }

    @Test
    void namesOfVariablesAndLabelsRegardCaseKeywordsAndRoutinesDoNot() {
        check(
                module(
                        "M",
                        "declare Abc integer; set Abc = length('x'); SET ABC = 1; here: loop leave"
                                + " Here; end loop here;"));
        assertThat(said())
                .containsExactly(
                        "the variable ABC is not known",
                        "no enclosing statement has the label Here");
    }

    @Test
    void keywordsAreNamesWhereTheyStandAsNames() {
        check(
                module(
                        "M",
                        """
                        DECLARE set, select, from, case, date, null_, then CHARACTER;
                        SET set = select || from || case || date;
                        SET OutputRoot.XMLNSC.SET.SELECT.FROM.WHERE.CASE.END = InputRoot.XMLNSC.IF.THEN.NOT.AND;
                        IF date = DATE '2026-01-01' THEN SET then = date; END IF;
                        """));
        assertThat(said())
                .containsExactly(
                        "found the reserved word from as a name",
                        "found the reserved word case as a name");
    }

    @Test
    void anExpressionMayBeATreeInAPattern() {
        Analysis analysis = check();
        ProgramModule pattern =
                analysis.pattern(new Source("pattern", "a ${Root} b ${Body.x || '}'} c"), problems)
                        .orElseThrow();
        Return result = (Return) pattern.main().body().body().getFirst();
        List<Operand> parts = ((Expression.Pattern) result.value()).parts();
        assertThat(parts).hasSize(5);
        assertThat(parts.get(1)).isInstanceOf(Operand.Field.class);
        assertThat(said()).isEmpty();
    }

    @Test
    void aFilterExpressionCallsRoutinesOfTheProgram() {
        Analysis analysis =
                check(
                        "BROKER SCHEMA s CREATE FUNCTION big(n INTEGER) RETURNS BOOLEAN RETURN n >"
                                + " 5;");
        Source text = new Source("filter", "big(Body.n) AND Root.MQMD.Persistence = 1");
        assertThat(analysis.expression(text, ModuleKind.FILTER, problems)).isPresent();
        assertThat(
                        analysis.expression(
                                new Source("filter", "InputBody.n = 1"),
                                ModuleKind.FILTER,
                                problems))
                .isEmpty();
        assertThat(problems.all())
                .singleElement()
                .satisfies(p -> assertThat(p.hint()).isEqualTo("here it is called Body"));
    }

    @Test
    void statementsAloneAreAModuleOfTheNameOfTheirFile() {
        Analysis analysis =
                check(
                        "SET OutputRoot = InputRoot;",
                        "RETURN Body.x = 1;",
                        "INSERT INTO Database.T (A) VALUES (1);");
        assertThat(said()).isEmpty();
        assertThat(analysis.program().modules())
                .extracting(ProgramModule::kind)
                .containsExactly(ModuleKind.COMPUTE, ModuleKind.FILTER, ModuleKind.DATABASE);
        assertThat(analysis.program().modules().getFirst().name()).isEqualTo("file1");
    }

    @Test
    void originsTellTheHeadOfAStatementOnOneLine() {
        Analysis analysis =
                check(
                        module(
                                "M",
                                "WHILE TRUE\n"
                                        + "   AND  1 = 1\n"
                                        + "DO SET Environment.a\n"
                                        + " = 1; END WHILE;"));
        While loop =
                (While) analysis.program().modules().getFirst().main().body().body().getFirst();
        assertThat(loop.origin().text()).isEqualTo("WHILE TRUE AND 1 = 1 DO");
        assertThat(loop.body().getFirst().origin().text()).isEqualTo("SET Environment.a = 1");
        assertThat(loop.body().getFirst().origin().place().line()).isEqualTo(3);
    }

    @Test
    void problemsComeInTheOrderOfTheText() {
        check(module("M", "\nSET a = 1;\nSET b = ;\nSET c = 1;\n'open"));
        assertThat(problems.all()).extracting(p -> p.place().line()).isSorted();
        assertThat(problems.all()).hasSizeGreaterThan(3);
    }
}
