package io.millrace.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

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

class NodeCostsCommandTest {

    @TempDir private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return Bench.run(new Console(out, err, false), args);
    }

    @Test
    void aRunWritesWhatItMeasuredAndLeavesNoStoreBehind() throws IOException {
        Path json = folder.resolve("results.json");
        Path csv = folder.resolve("results.csv");
        Path stores = Files.createDirectory(folder.resolve("stores"));

        int code =
                run(
                        "node-costs",
                        "--scenario",
                        "filter",
                        "--scenario",
                        "subscribers-10",
                        "--persistent",
                        "no",
                        "--size",
                        "4096",
                        "--rounds",
                        "2",
                        "--millis",
                        "30",
                        "--folder",
                        stores.toString(),
                        "--json",
                        json.toString(),
                        "--csv",
                        csv.toString());

        assertThat(err.toString(StandardCharsets.UTF_8)).contains("[2/2] 7.11 subscribers-10");
        assertThat(code).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("7.4", "millrace", "bare", "533");
        RunResult result = ResultFile.read(json);
        assertThat(result.arguments())
                .isEqualTo(
                        "--quick --scenario filter --scenario subscribers-10 --size 4096"
                                + " --persistent no --rounds 2 --millis 30");
        assertThat(result.rows())
                .extracting(row -> row.work().scenarioId() + " " + row.who())
                .containsExactly(
                        "filter millrace",
                        "filter bare",
                        "subscribers-10 millrace",
                        "subscribers-10 bare");
        for (ResultRow row : result.rows()) {
            assertThat(row.rate().rounds()).hasSize(2).allMatch(r -> r > 0);
            assertThat(row.closed().count()).isPositive();
            assertThat(row.rated().times().p99()).isPositive();
            assertThat(row.cost().cpuMillisPerMessage()).isPositive();
        }
        List<String> lines = Files.readAllLines(csv);
        assertThat(lines).hasSize(5);
        assertThat(lines.get(1)).startsWith("7.4,filter,XML,no,4096,millrace,1,");
        try (Stream<Path> left = Files.list(stores)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void boundsStandBesideTheWorkThatTheyBound() throws IOException {
        Path json = folder.resolve("results.json");

        int code =
                run(
                        "node-costs",
                        "--scenario",
                        "mqinput-mqoutput",
                        "--scenario",
                        "filter",
                        "--scenario",
                        "subscribers-10",
                        "--size",
                        "1024",
                        "--bounds",
                        "--rounds",
                        "1",
                        "--millis",
                        "30",
                        "--folder",
                        folder.toString(),
                        "--json",
                        json.toString());

        assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(ResultFile.read(json).rows())
                .extracting(
                        row ->
                                row.work().scenarioId()
                                        + (row.work().persistent() ? " persistent " : " ")
                                        + row.who())
                .containsExactly(
                        "mqinput-mqoutput millrace",
                        "mqinput-mqoutput bare",
                        "mqinput-mqoutput shared-units",
                        "mqinput-mqoutput clients-alone",
                        "mqinput-mqoutput persistent millrace",
                        "mqinput-mqoutput persistent bare",
                        "mqinput-mqoutput persistent shared-units",
                        "mqinput-mqoutput persistent clients-alone",
                        "filter millrace",
                        "filter bare",
                        "filter persistent millrace",
                        "filter persistent bare",
                        "subscribers-10 millrace",
                        "subscribers-10 bare",
                        "subscribers-10 copies-by-hand",
                        "subscribers-10 persistent millrace",
                        "subscribers-10 persistent bare",
                        "subscribers-10 persistent copies-by-hand");
        assertThat(out.toString(StandardCharsets.UTF_8))
                .containsPattern(
                        "commits, mqinput-mqoutput, 1024 bytes, persistent: bare [\\d.]+ ms each,"
                                + " of 1\\.00 messages; shared-units [\\d.]+ ms each, of [\\d.]+"
                                + " messages");
    }

    @Test
    void anUnknownScenarioIsAnError() {
        assertThat(run("node-costs", "--scenario", "nothing-like-it")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("no row of the report is chosen");
    }
}
