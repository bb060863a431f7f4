package io.millrace.engine.esql.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.esql.library.Budget;
import io.millrace.engine.parser.ParserRegistry;

import org.junit.jupiter.api.Test;

import java.util.List;

class ExclusionsTest {

    private final Exclusions exclusions = new Exclusions();

    @Test
    void whatNobodyIsInIsForgotten() {
        Budget budget = new Budget(new StandingTrees(ParserRegistry.of(List.of(), List.of())));
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
