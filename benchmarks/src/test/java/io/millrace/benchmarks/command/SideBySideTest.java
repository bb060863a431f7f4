package io.millrace.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.benchmarks.result.ResultRow;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

class SideBySideTest {

    @Test
    void eachNamesABenchmarkAndItsParameters() {
        Stream.of(Comparison.all(), Comparison.records(Pattern.compile("")))
                .flatMap(List::stream)
                .flatMap(comparison -> comparison.contenders().stream())
                .forEach(
                        contender ->
                                assertThatCode(() -> Prepared.unopened(contender))
                                        .as(contender.toString())
                                        .doesNotThrowAnyException());
    }

    @Test
    void eachHasANameOfItsOwn() {
        assertThat(Comparison.all()).extracting(Comparison::id).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource(Prepared.Clock.class)
    void severalTakeTurnsAndEachHasItsOwnRow(Prepared.Clock clock) throws Exception {
        List<Comparison> records =
                Comparison.records(Pattern.compile("CWF_HAND_WRITTEN|CWF_COBRIX"));
        SideBySide turns = new SideBySide(0, 3, 1, clock);
        assertThat(turns.measure(records.getFirst()))
                .allSatisfy(
                        row -> {
                            assertThat(row.rate().rounds()).hasSize(3);
                            assertThat(row.cost().allocatedBytesPerMessage()).isGreaterThan(100);
                        })
                .extracting(ResultRow::who)
                .containsExactly("CWF_HAND_WRITTEN", "CWF_COBRIX");
        // Cobrix does not write.
        assertThat(records.getLast().contenders())
                .extracting(Comparison.Contender::who)
                .containsExactly("CWF_HAND_WRITTEN");
    }

    @Test
    void aWrongParameterIsAnError() {
        Comparison.Contender wrong =
                new Comparison.Contender("x", "ListBenchmark.run", Map.of("itens", "1"), 1);
        assertThatThrownBy(() -> Prepared.unopened(wrong)).hasMessageContaining("itens");
    }

    @Test
    void quartilesLieBetweenTheRounds() {
        double[] rounds = {1, 2, 4, 8};
        assertThat(SideBySide.quantile(rounds, 50)).isEqualTo(3);
        assertThat(SideBySide.quantile(rounds, 75)).isEqualTo(5);
        assertThat(SideBySide.quantile(rounds, 100)).isEqualTo(8);
    }
}
