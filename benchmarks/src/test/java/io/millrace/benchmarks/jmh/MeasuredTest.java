package io.millrace.benchmarks.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;

import org.junit.jupiter.api.Test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

final class MeasuredTest {

    private static ResultRow row(String benchmark, String... parameters) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            map.put(parameters[i], parameters[i + 1]);
        }
        return new Measured("io.millrace.benchmarks." + benchmark, map, 15, List.of(1.0, 3.0), 96.0)
                .row();
    }

    @Test
    void aTablesTrialIsTheReportsRow() {
        ResultRow row =
                row(
                        "tables.Table78Parallel.roundTrip",
                        "scenario",
                        "flow-copies-2",
                        "message",
                        "4096 persistent");
        assertThat(row.work())
                .isEqualTo(new Work("flow-copies-2", "7.8.2", "unspecified", true, 4096));
        assertThat(row.who()).isEqualTo("jmh");
        assertThat(row.instances()).isEqualTo(2);
        assertThat(row.rate().perSecond()).isEqualTo(2.0);
        assertThat(row.cost().allocatedBytesPerMessage()).isEqualTo(96.0);
    }

    @Test
    void theEngineAloneIsAnotherInOneThread() {
        ResultRow row =
                row("tables.Table74Filter.engineAlone", "scenario", "filter", "message", "1024");
        assertThat(row.who()).isEqualTo("engine");
        assertThat(row.instances()).isEqualTo(1);
        assertThat(row.work().persistent()).isFalse();
    }

    @Test
    void whatTheReportHasInWordsKeepsItsName() {
        ResultRow row =
                row(
                        "tables.BeyondTheTables.engineAlone",
                        "scenario",
                        "filters-100",
                        "message",
                        "1024");
        assertThat(row.work()).isEqualTo(new Work("filters-100", "", "", false, 1024));
    }

    @Test
    void otherBenchmarksAreNamedByClassMethodAndParameters() {
        assertThat(row("NodeCostBenchmark.messageThroughNodes", "nodes", "100").work().scenarioId())
                .isEqualTo("NodeCost.messageThroughNodes nodes=100");
        ResultRow aalto =
                row("complex.ComplexComputeBenchmark.bytesToBytes", "peer", "AALTO", "size", "4k");
        assertThat(aalto.work())
                .isEqualTo(new Work("ComplexCompute.bytesToBytes", "", "", false, 4096));
        assertThat(aalto.who()).isEqualTo("aalto");
        assertThat(row("complex.ComplexComputeBenchmark.bytesToBytes", "peer", "MILLRACE").who())
                .isEqualTo("engine");
    }
}
