package io.millrace.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

final class JmhRunTest {

    private static ResultRow row(String benchmark, Map<String, String> parameters) {
        return JmhRun.row(
                "io.millrace.benchmarks." + benchmark, parameters, List.of(1.0, 3.0), 96.0);
    }

    @Test
    void aTablesTrialIsTheReportsRow() {
        ResultRow row =
                row(
                        "drive.EngineTable.engineAlone",
                        Map.of("row", "flow-copies-2 4096 persistent"));
        assertThat(row.work())
                .isEqualTo(new Work("flow-copies-2", "7.8.2", "unspecified", true, 4096));
        assertThat(row.who()).isEqualTo("engine");
        assertThat(row.rate().perSecond()).isEqualTo(2.0);
        assertThat(row.cost().allocatedBytesPerMessage()).isEqualTo(96.0);
    }

    @Test
    void theEngineAloneIsAnotherInOneThread() {
        ResultRow row = row("drive.EngineTable.engineAlone", Map.of("row", "filter 1024"));
        assertThat(row.who()).isEqualTo("engine");
        assertThat(row.instances()).isEqualTo(1);
        assertThat(row.work().persistent()).isFalse();
    }

    @Test
    void whatTheReportHasInWordsKeepsItsName() {
        assertThat(row("drive.EngineTable.engineAlone", Map.of("row", "filters-100 1024")).work())
                .isEqualTo(new Work("filters-100", "", "", false, 1024));
    }

    @Test
    void otherBenchmarksAreNamedByClassMethodAndParameters() {
        assertThat(row("NodeBenchmark.message", Map.of("flow", "nodes-1")).work().scenarioId())
                .isEqualTo("Node.message flow=nodes-1");
        String complex = "library.ComplexComputeBenchmark.bytesToBytes";
        ResultRow aalto = row(complex, Map.of("peer", "AALTO", "size", "4k"));
        assertThat(aalto.work())
                .isEqualTo(new Work("ComplexCompute.bytesToBytes", "", "", false, 4096));
        assertThat(aalto.who()).isEqualTo("aalto");
        assertThat(row(complex, Map.of("peer", "MILLRACE")).who()).isEqualTo("engine");
    }
}
