package io.millrace.engine.esql.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.esql.library.ExecutionBudget;
import io.millrace.engine.esql.library.StandingEnvironment;
import io.millrace.engine.parser.ParserRegistry;

import org.junit.jupiter.api.Test;

import java.util.List;

class ExclusionsTest {

    private final AtomicLocks exclusions = new AtomicLocks();

    @Test
    void whatNobodyIsInIsForgotten() {
        ExecutionBudget budget =
                new ExecutionBudget(
                        new StandingEnvironment(ParserRegistry.of(List.of(), List.of())));
        for (int i = 0; i < 1_000; i++) {
            exclusions.enter("schema:" + i, budget);
            exclusions.enter("schema:" + i, budget);
            exclusions.leave("schema:" + i);
            assertThat(exclusions.size()).isEqualTo(1);
            exclusions.leave("schema:" + i);
        }
        assertThat(exclusions.size()).isZero();
    }
}
