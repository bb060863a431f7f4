package io.millrace.benchmarks.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.benchmarks.result.Work;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.reflect.Field;
import java.util.List;
import java.util.stream.Stream;

final class TablesTest {

    private static <T> T with(T table, String row) throws Exception {
        Field field = table.getClass().getDeclaredField("row");
        field.setAccessible(true);
        field.set(table, row);
        return table;
    }

    static Stream<String> scenarios() {
        return Stream.of(Scenario.all(), Scenario.inWords())
                .flatMap(List::stream)
                .map(scenario -> EngineTable.row(scenario.works().getFirst()));
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void eachScenarioDoesItsWorkWithTheEngineAlone(String row) throws Exception {
        EngineTable table = with(new EngineTable(), row);
        table.open();
        assertThat(table.engineAlone()).isNotNull();
        table.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"subscribers-10 1024 persistent", "flows-with-queue-between 1024"})
    void aTripThroughTheStoreComesBack(String row) throws Exception {
        RoundTripTable table = with(new RoundTripTable(), row);
        table.open();
        RoundTripTable.Driver driver = new RoundTripTable.Driver();
        driver.open(table);
        assertThat(table.roundTrip(driver)).isNotNull();
        driver.close();
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
