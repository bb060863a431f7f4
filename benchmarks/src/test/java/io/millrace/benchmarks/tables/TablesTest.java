package io.millrace.benchmarks.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.benchmarks.result.Work;
import io.millrace.benchmarks.scenario.Scenario;
import io.millrace.benchmarks.scenario.Scenarios;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.reflect.Field;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

final class TablesTest {

    private static <T> T with(T table, String row) throws Exception {
        Field field = table.getClass().getDeclaredField("row");
        field.setAccessible(true);
        field.set(table, row);
        return table;
    }

    /** Every fourth row if they are samples, else the others. */
    private static Stream<String> rows(boolean samples) {
        List<String> all =
                Stream.of(Scenarios.all(), Scenarios.inWords())
                        .flatMap(List::stream)
                        .map(scenario -> Rows.row(scenario.works().getFirst()))
                        .toList();
        return IntStream.range(0, all.size())
                .filter(i -> (i % 4 == 0) == samples)
                .mapToObj(all::get);
    }

    static Stream<String> samples() {
        return rows(true);
    }

    static Stream<String> others() {
        return rows(false);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aScenarioDoesItsWorkWithTheEngineAlone(String row) throws Exception {
        EngineTable table = with(new EngineTable(), row);
        table.open();
        assertThat(table.engineAlone()).isNotNull();
        table.close();
    }

    @ParameterizedTest
    @Tag("proof")
    @MethodSource("others")
    void eachScenarioDoesItsWorkWithTheEngineAlone(String row) throws Exception {
        aScenarioDoesItsWorkWithTheEngineAlone(row);
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
        for (Scenario scenario : Scenarios.all()) {
            for (Work work : scenario.works()) {
                assertThat(Rows.work(Rows.row(work))).isEqualTo(work);
            }
        }
        assertThatThrownBy(() -> Rows.work("filter 17")).hasMessage("unknown row filter 17");
    }
}
