package io.millrace.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.result.ResultFile;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.server.console.Console;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

class JournalCommandTest {

    @TempDir Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int bench(String... arguments) {
        return Bench.run(new Console(out, err, false), arguments);
    }

    @Test
    void everySettingIsMeasuredWithABrokerOfItsOwn() throws Exception {
        Path json = folder.resolve("result.json");
        Path stores = Files.createDirectory(folder.resolve("stores"));
        int code =
                bench(
                        "journal",
                        "--micros=150",
                        "--rounds=1",
                        "--millis=30",
                        "--folder=" + stores,
                        "--json=" + json);

        assertThat(code).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("calibrated", "150us", "3333us", "best: ");
        List<ResultRow> rows = ResultFile.read(json).rows();
        assertThat(rows)
                .extracting(row -> row.work().scenarioId() + " " + row.who())
                .containsExactly(
                        "mqinput-mqoutput-journal-calibrated millrace",
                        "mqinput-mqoutput-journal-calibrated bare",
                        "mqinput-mqoutput-journal-150us millrace",
                        "mqinput-mqoutput-journal-150us bare",
                        "mqinput-mqoutput-journal-3333us millrace",
                        "mqinput-mqoutput-journal-3333us bare");
        assertThat(rows.get(0).extra().get("syncMicros")).isBetween(50.0, 3_333.0);
        assertThat(rows.get(2).extra()).containsEntry("syncMicros", 150.0);
        assertThat(rows).allSatisfy(row -> assertThat(row.rate().rounds()).hasSize(2));
        try (Stream<Path> left = Files.list(stores)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void whatCannotBeMeasuredIsRefused() {
        assertThat(bench("journal", "--clients=7")).isEqualTo(2);
        assertThat(bench("journal", "--micros=0")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("15 or 60, and here is 7")
                .contains("at least 1");
    }
}
