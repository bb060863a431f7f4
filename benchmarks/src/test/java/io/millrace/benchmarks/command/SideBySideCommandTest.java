package io.millrace.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.result.ResultFile;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.server.console.Console;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

class SideBySideCommandTest {

    @TempDir Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int bench(String... arguments) {
        return Bench.run(new Console(out, err, false), arguments);
    }

    @Test
    void bothAreMeasuredAndWritten() {
        Path json = folder.resolve("result.json");
        int code =
                bench(
                        "side-by-side",
                        "complex-compute-4k|no such",
                        "--warm-up=0",
                        "--slice=1",
                        "--rounds=3",
                        "--json=" + json);
        assertThat(code).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("complex-compute-4k", "millrace", "aalto", "0.700");
        RunResult written = ResultFile.read(json);
        assertThat(written.arguments())
                .isEqualTo(
                        "'complex-compute-4k|no such' --warm-up=0 --slice=1 --rounds=3 --json="
                                + json);
        assertThat(written.rows()).extracting(ResultRow::who).containsExactly("millrace", "aalto");
        assertThat(written.rows())
                .allSatisfy(r -> assertThat(r.rate().rounds()).hasSize(3).allMatch(n -> n > 0));
    }

    @Test
    void aNameThatNoneHasIsRefused() {
        assertThat(bench("side-by-side", "complex-computer")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("'complex-computer'")
                .contains("--list");
    }

    @Test
    void noRoundsAreRefused() {
        assertThat(bench("side-by-side", "--rounds=0")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("at least 1");
    }
}
