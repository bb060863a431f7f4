package io.millrace.engine.esql;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Limits;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

import java.util.List;
import java.util.Map;

class RandomProgramTest {

    private static final String INPUT =
            """
            XML
              a
                b = 1
                b = 'two'
                b = 3
              {urn:e}e = 5
            """;

    /** Some programs would call themselves a thousand times at each of a thousand levels. */
    private static final Limits LIMITS =
            new Limits(1 << 20, 1_000, 10_000, 1_000, 1_000, 10, 100, 20, 1_000, 500);

    @Property(tries = 300, shrinking = ShrinkingMode.OFF)
    void everyWellFormedProgramRunsOrEndsInAnErrorThatAnAuthorUnderstands(@ForAll long seed) {
        String text = new RandomProgram(new java.util.Random(seed)).text();
        Problems problems = new Problems();
        EsqlSettings settings =
                new EsqlSettings(RecordingEnvironment.PARSERS, Limits.DEFAULTS, Map.of());
        EsqlProgram program =
                Esql.compile(List.of(new Source("test.esql", text)), settings, problems);
        assertThat(problems.hasErrors()).as("%s%n%s", problems.all(), text).isFalse();
        EsqlModule module = program.module("Test", ModuleKind.COMPUTE).orElseThrow();

        for (int run = 0; run < 2; run++) {
            try {
                RecordingEnvironment environment =
                        new RecordingEnvironment(TreeNotation.read("Root", INPUT));
                environment.limits = LIMITS;
                module.run(environment);
            } catch (MillraceException e) {
                assertThat(e.root().code())
                        .as("%s%n%s", e.root(), text)
                        .isNotEqualTo(ErrorCode.INTERNAL);
            }
        }
    }
}
