package io.millrace.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.drive.BareUnits;
import io.millrace.benchmarks.drive.UnitCounter;
import io.millrace.benchmarks.result.ResultFile;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.server.command.ExitCode;
import io.millrace.server.console.Console;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

class CoordinationCommandTest {

    @TempDir Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int bench(String... arguments) {
        return Bench.run(new Console(out, err, false), arguments);
    }

    @Test
    void whatIsForcedForAMessageIsCountedWithAndWithoutCoordination() throws Exception {
        Path json = folder.resolve("result.json");
        int code =
                bench(
                        "coordination",
                        "--of=1-instance-alone",
                        "--quick",
                        "--rounds=2",
                        "--millis=200",
                        "--warm-ups=1",
                        "--folder=" + folder.resolve("stores"),
                        "--json=" + json);

        assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("1-instance-alone", "bare-units", "of plain");
        List<ResultRow> rows = ResultFile.read(json).rows();
        assertThat(rows)
                .extracting(row -> row.work().scenarioId() + " " + row.who())
                .containsExactly(
                        "coordinated-no-1-instance-alone millrace",
                        "coordinated-no-1-instance-alone " + BareUnits.WHO,
                        "coordinated-yes-1-instance-alone millrace",
                        "coordinated-yes-1-instance-alone " + BareUnits.WHO);
        assertThat(rows)
                .allSatisfy(row -> near(row, UnitCounter.MESSAGES_IN_UNIT, 1))
                .allSatisfy(row -> assertThat(row.rate().rounds()).hasSize(2));
        // To the database: begin, update, commit; and with coordination prepare, and commit.
        assertThat(rows.subList(0, 2))
                .allSatisfy(row -> near(row, UnitCounter.DECISIONS_FORCED, 0))
                .allSatisfy(row -> near(row, UnitCounter.DATABASE_SENDS, 3));
        assertThat(rows.subList(2, 4))
                .allSatisfy(row -> near(row, UnitCounter.DECISIONS_FORCED, 0))
                .allSatisfy(row -> near(row, UnitCounter.DATABASE_SENDS, 4));
    }

    /** The last message of a stretch may be counted with the next one. */
    private static void near(ResultRow row, String figure, double value) {
        assertThat(row.extra().get(figure))
                .as(figure + " of " + row.who())
                .isBetween(value - 0.2, value + 0.2);
    }

    @Test
    void aNameThatThereIsNotIsRefusedWithThoseThatThereAre() {
        int code = bench("coordination", "--of=9-instances");

        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("9-instances", "8-instances-60-clients", "1-instance-alone");
    }
}
