package io.millrace.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.console.Console;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The commands that print the tables of records and conversions. */
class RecordTablesTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int bench(String... arguments) {
        return Bench.run(new Console(out, err, false), arguments);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aReaderHasARowAndWhoCannotWriteHasNoFigureThere() {
        assertThat(bench("records", "CWF_COBRIX", "--rounds=1", "--slice=1", "--warm-up=0"))
                .isZero();
        assertThat(out().lines().filter(line -> line.startsWith("CWF_COBRIX")))
                .singleElement()
                .asString()
                .containsPattern("\\d.* - +- +- +-");
    }

    @Test
    void aReaderThatThereIsNotIsRefused() {
        assertThat(bench("records", "CWF_NOBODY")).isEqualTo(2);
        assertThat(err()).contains("'CWF_NOBODY'", "CWF_MILLRACE");
    }

    @Test
    void everyConversionHasARowBesideTheReport() {
        assertThat(bench("conversions", "--size=4096", "--rounds=1", "--slice=1", "--warm-up=0"))
                .isZero();
        assertThat(out().lines().filter(line -> line.contains("4.00"))).hasSize(16);
    }

    @Test
    void aRateBelowNothingIsRefused() {
        assertThat(bench("node-costs", "--rate=-5")).isEqualTo(2);
        assertThat(err()).contains("at least 1");
    }
}
