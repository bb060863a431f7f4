package io.millrace.engine.esql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.IntegerValue;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/** Functions of libraries, which programs call like those of Millrace. */
class FunctionLibraryTest {

    private static final Place PLACE = Place.of("lib/samples.jar");

    /** Functions of every form. */
    public static final class Samples implements FunctionLibrary {

        @EsqlFunction(
                name = "GREETING",
                aliases = "HAIL",
                group = "Samples",
                syntax = "GREETING(name [, word])",
                description = "A greeting.")
        public static Value greeting(Value name) {
            return greeting(name, Value.of("Hello"));
        }

        public static Value greeting(Value name, Value word) {
            return name == null ? null : Value.of(word.text() + " " + name.text());
        }

        @EsqlFunction(name = "CHILDCOUNT", group = "Samples", description = "Number of children.")
        public static IntegerValue childCount(Element parent) {
            int count = 0;
            for (Element e = parent.firstChild(); e != null; e = e.next()) {
                count++;
            }
            return IntegerValue.of(count);
        }

        @EsqlFunction(name = "LAST", group = "Samples", description = "Last element of a list.")
        public static Element last(List<Element> list) {
            return list.isEmpty() ? null : list.getLast();
        }

        @EsqlFunction(name = "JOINED", group = "Samples", description = "Joined strings.")
        public static Value joined(Value separator, Value... strings) {
            List<String> texts = java.util.Arrays.stream(strings).map(Value::text).toList();
            return Value.of(String.join(separator.text(), texts));
        }

        @EsqlFunction(name = "ANSWER", group = "Samples", bare = true, description = "42.")
        public static Value answer() {
            return Value.of(42);
        }

        @EsqlFunction(name = "BROKEN", group = "Samples", description = "Fails.")
        public static Value broken(Value value) {
            throw new IllegalStateException("no " + value.text());
        }

        /** Not a function. */
        public static String helper() {
            return "";
        }
    }

    private static final FunctionRegistry FUNCTIONS = registry(new Samples(), new Problems());

    private static FunctionRegistry registry(FunctionLibrary library, Problems problems) {
        return FunctionRegistry.BUILT_IN.with(library, PLACE, problems);
    }

    private static EsqlProgram compile(String text, Problems problems) {
        EsqlSettings settings =
                new EsqlSettings(
                        RecordingEnvironment.PARSERS,
                        Limits.DEFAULTS,
                        Map.of(),
                        ExternalMethods.UNCHECKED,
                        FUNCTIONS);
        return Esql.compile(List.of(new Source("test.esql", text)), settings, problems);
    }

    private static String main(String statements) {
        return "CREATE COMPUTE MODULE Test CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN "
                + statements
                + " END; END MODULE;";
    }

    private static String run(String outside, String expression) {
        Problems problems = new Problems();
        EsqlProgram program =
                compile(
                        outside
                                + main(
                                        "SET Environment.a.b = 'x'; SET Environment.a.c = 'y';"
                                                + " SET OutputRoot.result = "
                                                + expression
                                                + "; RETURN TRUE;"),
                        problems);
        problems.throwIfErrors();
        RecordingEnvironment environment = Programs.environment();
        program.module("Test", ModuleKind.COMPUTE).orElseThrow().run(environment);
        Element result = environment.tree(Correlation.OUTPUT_ROOT).firstChild();
        return result == null || result.value() == null ? "NULL" : result.value().text();
    }

    @Test
    void programsCallThemLikeFunctionsOfMillrace() {
        assertThat(run("", "GREETING('Ann')")).isEqualTo("Hello Ann");
        assertThat(run("", "greeting('Ann', 'Hi')")).isEqualTo("Hi Ann");
        assertThat(run("", "Hail('Ann')")).isEqualTo("Hello Ann");
        assertThat(run("", "SQL.GREETING('Ann')")).isEqualTo("Hello Ann");
        assertThat(run("", "GREETING(NULL)")).isEqualTo("NULL");
        assertThat(run("", "CAST(CHILDCOUNT(Environment.a) + 1 AS CHARACTER)")).isEqualTo("3");
        assertThat(run("", "LAST(Environment.a.*[])")).isEqualTo("y");
        assertThat(run("", "JOINED('-', 'a', 'b', 'c')")).isEqualTo("a-b-c");
        assertThat(run("", "JOINED('-')")).isEmpty();
        assertThat(run("", "CAST(ANSWER AS CHARACTER)")).isEqualTo("42");
        assertThat(run("", "EVAL('GREETING(''Ann'')')")).isEqualTo("Hello Ann");
    }

    @Test
    void aRoutineOfTheProgramTakesPrecedence() {
        String own = "CREATE FUNCTION GREETING(n CHARACTER) RETURNS CHARACTER RETURN 'own';";
        assertThat(run(own, "GREETING('Ann')")).isEqualTo("own");
    }

    @Test
    void anExceptionOfAFunctionIsAnErrorOfTheExtension() {
        assertThatThrownBy(() -> run("", "BROKEN('luck')"))
                .isInstanceOfSatisfying(
                        MillraceException.class,
                        e -> {
                            assertThat(e.root().code()).isEqualTo(ErrorCode.EXTENSION_FAILED);
                            assertThat(e.root().getMessage())
                                    .startsWith(
                                            "the function BROKEN failed:"
                                                    + " java.lang.IllegalStateException: no luck");
                        });
    }

    @Test
    void wrongCallsAreProblemsWithTheSyntaxAndTheNearestName() {
        assertThat(problems("GREETING()"))
                .contains("found 0 arguments, but GREETING takes 1 to 2")
                .contains("the syntax is GREETING(name [, word])");
        assertThat(problems("GREETNG('a')"))
                .contains("the function or procedure GREETNG is not known")
                .contains("did you mean GREETING?");
        assertThat(problems("CHILDCOUNT('a')")).contains("CHILDCOUNT takes a field reference");
    }

    private static String problems(String expression) {
        Problems problems = new Problems();
        compile(main("SET OutputRoot.result = " + expression + "; RETURN TRUE;"), problems);
        return problems.all().toString();
    }

    /** Names that exist. */
    public static final class Hiding implements FunctionLibrary {
        @EsqlFunction(name = "UPPER", group = "", description = "")
        public static Value upper(Value a) {
            return a;
        }

        @EsqlFunction(name = "CARDINALITY", group = "", description = "")
        public static Value construct(Value a) {
            return a;
        }

        @EsqlFunction(name = "CAST", group = "", description = "")
        public static Value keyword(Value a) {
            return a;
        }

        @EsqlFunction(name = "GREETING", group = "", description = "")
        public static Value other(Value a) {
            return a;
        }

        @EsqlFunction(name = "greet", group = "", description = "")
        public static Value lower(Value a) {
            return a;
        }
    }

    @Test
    void aFunctionMustNotHideAnotherOne() {
        Problems problems = new Problems();
        FunctionRegistry with = FUNCTIONS.with(new Hiding(), PLACE, problems);
        assertThat(problems.all().stream().map(Problem::text))
                .containsExactlyInAnyOrder(
                        "the function UPPER has the name of a function or keyword of ESQL",
                        "the function CARDINALITY has the name of a function or keyword of ESQL",
                        "the function CAST has the name of a function or keyword of ESQL",
                        "the function GREETING also exists in " + Samples.class.getName(),
                        "'greet' is not a valid name of a function");
        assertThat(with.names()).isEqualTo(FUNCTIONS.names());
    }

    /** Methods that cannot be functions. */
    public static final class Wrong implements FunctionLibrary {
        @EsqlFunction(name = "TEXT", group = "", description = "")
        public static Value text(String a) {
            return Value.of(a);
        }

        @EsqlFunction(name = "RESULT", group = "", description = "")
        public static int result(Value a) {
            return 1;
        }

        @EsqlFunction(name = "INSTANCE", group = "", description = "")
        public Value instance(Value a) {
            return a;
        }

        @EsqlFunction(name = "SAME", group = "", description = "")
        public static Value same(Value a) {
            return a;
        }

        public static Value same(Element a) {
            return a.value();
        }
    }

    /** No functions. */
    public static final class Empty implements FunctionLibrary {}

    @Test
    void methodsThatCannotBeFunctionsAreProblems() {
        Problems problems = new Problems();
        registry(new Wrong(), problems);
        String name = "the method " + Wrong.class.getName();
        assertThat(problems.all().stream().map(Problem::text))
                .containsExactlyInAnyOrder(
                        name + ".text has a parameter of the type java.lang.String",
                        name + ".result returns a result of the type int",
                        name + ".instance is not public and static",
                        name + ".same has as many parameters as another method with the same name");
        Problems none = new Problems();
        registry(new Empty(), none);
        assertThat(none.all().getFirst().text())
                .endsWith("Empty has no method with the annotation @EsqlFunction");
    }
}
