package io.millrace.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.report.Report;
import io.millrace.benchmarks.result.ResultFile;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.server.console.Console;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

class MqsiCommandTest {

    @TempDir private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return Bench.run(new Console(out, err, false), args);
    }

    private String errors() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aRunBalancesTheBooksAndLeavesNoStoreBehind() throws IOException {
        Path json = folder.resolve("results.json");
        Path csv = folder.resolve("results.csv");
        Path stores = Files.createDirectory(folder.resolve("stores"));

        int code =
                run(
                        "mqsi",
                        "--case",
                        "B2",
                        "--records",
                        "500",
                        "--rounds",
                        "2",
                        "--warm-up",
                        "0",
                        "--folder",
                        stores.toString(),
                        "--json",
                        json.toString(),
                        "--csv",
                        csv.toString());

        assertThat(errors()).contains("[2/2] B2: read 500, written 446, dropped 54, failed 0");
        assertThat(code).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("351", "again: ./millrace bench mqsi --case B2 --records 500");
        RunResult result = ResultFile.read(json);
        ResultRow row = result.rows().getFirst();
        assertThat(row.work().scenarioId()).isEqualTo("B2");
        assertThat(row.instances()).isEqualTo(8);
        assertThat(row.rate().rounds()).hasSize(2).allMatch(r -> r > 0);
        assertThat(row.extra()).containsEntry("read", 1_000.0).containsEntry("written", 892.0);
        assertThat(row.cost().cpuMillisPerMessage()).isPositive();
        assertThat(Report.of(List.of(result)).toString()).contains("From file to file", "351");
        assertThat(Files.readAllLines(csv))
                .hasSize(2)
                .last()
                .asString()
                .startsWith("B2,2,2,2,1,1,0,");
        try (Stream<Path> left = Files.list(stores)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void anUnknownCaseIsAnErrorThatNamesTheNearest() {
        assertThat(run("mqsi", "--case", "C2t3_4")).isEqualTo(2);
        assertThat(errors()).contains("no case C2t3_4", "C2t3_40");
    }

    @Test
    void aRunIsQuickOrFullOrOfSoManyRecords() {
        assertThat(run("mqsi", "--quick", "--full")).isEqualTo(2);
        assertThat(run("mqsi", "--full", "--records", "500")).isEqualTo(2);
        assertThat(errors()).contains("mutually exclusive");
    }

    @Test
    void numbersBelowOneAreErrors() {
        assertThat(run("mqsi", "--records", "0")).isEqualTo(2);
        assertThat(run("mqsi", "--rounds", "0")).isEqualTo(2);
        assertThat(run("mqsi", "--warm-up", "-1")).isEqualTo(2);
        assertThat(errors()).contains("rounds and records are at least 1");
    }
}
