package io.millrace.benchmarks.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.benchmarks.result.Work;
import io.millrace.benchmarks.scenario.ReportRow;
import io.millrace.benchmarks.scenario.Scenarios;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Param;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

final class TablesTest {

    private static String[] values(Class<?> type, String field) throws NoSuchFieldException {
        return type.getDeclaredField(field).getAnnotation(Param.class).value();
    }

    private static List<Row> rows(Class<?> type) throws NoSuchFieldException {
        List<Row> rows = new ArrayList<>();
        for (String scenario : values(type, "scenario")) {
            for (String message : values(type, "message")) {
                rows.add(Row.of(scenario, message));
            }
        }
        return rows;
    }

    @Test
    void eachRowOfTheReportHasABenchmarkAndEachBenchmarkARow() throws Exception {
        List<Row> measured = new ArrayList<>();
        for (Class<? extends Table> type : Tables.all()) {
            measured.addAll(rows(type));
        }
        Set<Row> reported =
                ReportRow.all().stream()
                        .map(ReportRow::work)
                        .map(w -> new Row(w.scenarioId(), w.sizeBytes(), w.persistent()))
                        .collect(Collectors.toSet());
        assertThat(measured).containsExactlyInAnyOrderElementsOf(reported);
    }

    @Test
    void aTablesClassIsNamedAfterItsSection() throws Exception {
        for (Class<? extends Table> type : Tables.all()) {
            String digits = type.getSimpleName().replaceAll("\\D", "");
            Set<String> sections = new HashSet<>();
            for (Row row : rows(type)) {
                Work work = Scenarios.of(row.scenario()).rows().getFirst().work();
                sections.add(work.section().replace(".", ""));
            }
            assertThat(sections).as(type.getSimpleName()).anyMatch(s -> s.startsWith(digits));
        }
    }

    @Test
    void jmhKnowsEachTable() throws IOException {
        InputStream list = Tables.class.getResourceAsStream("/META-INF/BenchmarkList");
        assumeTrue(list != null, "compiled without JMH's processor");
        try (list) {
            String text = new String(list.readAllBytes(), StandardCharsets.UTF_8);
            for (Class<? extends Table> type : Tables.all()) {
                assertThat(Modifier.isFinal(type.getModifiers())).isFalse();
                assertThat(text).contains(type.getName() + " ");
            }
        }
    }

    @Test
    void eachScenarioDoesItsWorkWithTheEngineAlone() throws Exception {
        for (Class<? extends Table> type : Tables.all()) {
            for (String scenario : values(type, "scenario")) {
                Row row = Row.of(scenario, values(type, "message")[0]);
                assertThatCode(() -> Table.engine(Scenarios.of(scenario), row).close())
                        .as(scenario)
                        .doesNotThrowAnyException();
            }
        }
    }

    @Test
    void whatTheReportSaysInWordsIsDoneToo() throws Exception {
        for (Row row : rows(BeyondTheTables.class)) {
            assertThatCode(() -> WordsOnly.engine(row).close())
                    .as("%s", row)
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void aTripThroughTheStoreComesBack() {
        Row row = new Row("subscribers-10", 1024, true);
        try (RoundTrips trips = RoundTrips.of(Scenarios.of(row.scenario()), row)) {
            assertThat(trips.trip()).isNotNull();
        }
    }

    @Test
    void aTripThroughTwoFlowsComesBack() {
        try (RoundTrips trips = QueueBetween.trips(Row.of("flows-with-queue-between", "1024"))) {
            assertThat(trips.trip()).isNotNull();
        }
    }
}
