package io.millrace.benchmarks.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.benchmarks.result.Work;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

final class TablesTest {

    /** Every fourth row if they are samples, otherwise the others. */
    private static Stream<String> rows(boolean samples) {
        List<Scenario> all =
                Stream.of(Scenario.all(), Scenario.inWords()).flatMap(List::stream).toList();
        return IntStream.range(0, all.size())
                .filter(i -> (i % 4 == 0) == samples)
                .mapToObj(i -> EngineTable.row(all.get(i).works().getFirst()));
    }

    static Stream<String> samples() {
        return rows(true);
    }

    static Stream<String> others() {
        return rows(false);
    }

    @ParameterizedTest
    @Tag("proof")
    @MethodSource("others")
    void eachScenarioDoesItsWorkWithTheEngineAlone(String row) throws Exception {
        aScenarioDoesItsWorkWithTheEngineAlone(row);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aScenarioDoesItsWorkWithTheEngineAlone(String row) throws Exception {
        EngineTable table = new EngineTable();
        table.row = row;
        table.open();
        assertThat(table.engineAlone()).isNotNull();
        table.close();
    }

    @Test
    void everyPieceOfWorkHasARow() {
        for (Scenario scenario : Scenario.all()) {
            for (Work work : scenario.works()) {
                assertThat(EngineTable.work(EngineTable.row(work))).isEqualTo(work);
            }
        }
        assertThatThrownBy(() -> EngineTable.work("filter 17")).hasMessage("unknown row filter 17");
    }
}
