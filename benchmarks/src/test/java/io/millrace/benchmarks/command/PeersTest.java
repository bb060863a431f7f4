package io.millrace.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.result.ResultFile;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.server.console.Console;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

class PeersTest {

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"mqinput-mqoutput", "compute-complex", "filter", "route-to-label-1"})
    void peersDoTheSameWorkWithPersistentMessagesAndOthers(String scenario) {
        Path json = folder.resolve("results.json");
        ByteArrayOutputStream err = new ByteArrayOutputStream();

        int code =
                Bench.run(
                        new Console(new ByteArrayOutputStream(), err, false),
                        "node-costs",
                        "--peers",
                        "--scenario",
                        scenario,
                        "--rounds",
                        "1",
                        "--millis",
                        "20",
                        "--folder",
                        folder.toString(),
                        "--json",
                        json.toString());

        assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(ResultFile.read(json).rows())
                .extracting(ResultRow::who)
                .containsExactly(
                        "millrace",
                        "bare",
                        "camel-jms",
                        "spring-integration",
                        "plain-jms",
                        "millrace",
                        "bare",
                        "camel-jms",
                        "spring-integration",
                        "plain-jms");
    }
}
