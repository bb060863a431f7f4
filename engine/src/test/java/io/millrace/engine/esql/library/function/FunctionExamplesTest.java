package io.millrace.engine.esql.library.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.Esql;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.EsqlProgram;
import io.millrace.engine.esql.EsqlSettings;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.library.StandingEnvironment;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value.BooleanValue;
import io.millrace.engine.parser.ParserRegistry;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

class FunctionExamplesTest {

    private static final EsqlSettings SETTINGS =
            new EsqlSettings(ParserRegistry.of(List.of(), List.of()), Limits.DEFAULTS, Map.of());

    private final EsqlProgram program = Esql.compile(List.of(), SETTINGS, new Problems());

    @TestFactory
    Stream<DynamicTest> each_documented_example_is_true() {
        return FunctionTable.all().stream()
                .flatMap(f -> f.examples().stream())
                .map(example -> DynamicTest.dynamicTest(example, () -> isTrue(example)));
    }

    private void isTrue(String example) {
        Problems problems = new Problems();
        EsqlModule compiled =
                program.expression(new Source("example", example), ModuleKind.FILTER, problems);
        assertThat(problems.all()).as(example).isEmpty();
        assertThat(compiled.run(new StandingEnvironment())).isEqualTo(BooleanValue.TRUE);
    }

    @Test
    void each_function_says_what_it_does_and_shows_an_example() {
        assertThat(FunctionTable.all())
                .allSatisfy(
                        f -> {
                            assertThat(f.examples()).as(f.name()).isNotEmpty();
                            assertThat(f.description()).as(f.name()).endsWith(".");
                        });
    }

    @Test
    void a_function_is_found_by_its_name_and_aliases_in_any_case() {
        assertThat(FunctionTable.find("ucase")).isEqualTo(FunctionTable.find("Upper"));
        assertThat(FunctionTable.find("nothing")).isEmpty();
    }

    @Test
    void the_method_is_chosen_by_the_number_of_arguments() {
        Function substring = FunctionTable.find("SUBSTRING").orElseThrow();
        assertThat(substring.method(1)).isEmpty();
        assertThat(substring.method(2).orElseThrow().type().parameterCount()).isEqualTo(2);
        assertThat(substring.method(3).orElseThrow().type().parameterCount()).isEqualTo(3);
        assertThat(FunctionTable.find("BITOR").orElseThrow().method(7).orElseThrow().variable())
                .isTrue();
        assertThat(FunctionTable.find("SPACE").orElseThrow().method(1).orElseThrow().environment())
                .isTrue();
    }

    @Test
    void constants_and_broker_properties_are_known_in_any_case() {
        assertThat(FunctionTable.constant("folderbitstream")).isPresent();
        assertThat(FunctionTable.property("nodelabel")).contains("NodeLabel");
    }
}
