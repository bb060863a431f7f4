package io.millrace.benchmarks.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.benchmarks.result.Work;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.stream.Stream;

final class TablesTest {

    static Stream<String> scenarios() {
        return Stream.of(Scenario.all(), Scenario.inWords())
                .flatMap(List::stream)
                .map(scenario -> EngineTable.row(scenario.works().getFirst()));
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void eachScenarioDoesItsWorkWithTheEngineAlone(String row) throws Exception {
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
