package io.millrace.benchmarks.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.millrace.engine.error.MillraceException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class ResultFileTest {

    private static final Work WORK = new Work("mqinput-mqoutput", "7.1", "unspecified", true, 1024);

    @TempDir private Path folder;

    @Test
    void aResultIsReadAsItWasWritten() {
        ResultRow full =
                new ResultRow(
                        WORK,
                        ResultRow.MILLRACE,
                        1,
                        1.5,
                        Rate.of(List.of(1000.0, 1010.5, 990.0)),
                        new ResultRow.Cost(79.4, 0.125, 4096.0),
                        new ResultRow.ResponseTimes(900, 2000, 3000.5, 9000, 12_345),
                        new ResultRow.RatedRun(
                                700,
                                699.5,
                                new ResultRow.ResponseTimes(400, 800, 1200, 5000, 2100)),
                        Map.of("messagesPerUnit", 15.0));
        ResultRow sparse = ResultRow.alone(WORK, "plain-jms", 2, List.of(5.0), Double.NaN);
        RunResult result = Results.run("node-costs", full, sparse);
        Path file = folder.resolve("deeper/result.json");

        ResultFile.write(result, file);

        assertThat(ResultFile.read(file)).isEqualTo(result);
        assertThat(file)
                .content()
                .contains("\"format\" : \"millrace-bench-2\"")
                .doesNotContain("null");
    }

    @Test
    void aFileOfAnotherFormatIsNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("other.json"), "{\"rows\": []}");
        assertThatThrownBy(() -> ResultFile.read(file))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining("other.json is not a result file");
        Path text = Files.writeString(folder.resolve("text.json"), "hello");
        assertThatThrownBy(() -> ResultFile.read(text)).hasMessageContaining("text.json");
        assertThatThrownBy(() -> ResultFile.read(folder.resolve("none.json")))
                .hasMessageContaining("does not exist");
    }

    @Test
    void theIntervalOfARateGrowsWithTheSpreadOfItsRounds() {
        Rate rate = Rate.of(List.of(90.0, 100.0, 110.0));

        assertThat(rate.perSecond()).isEqualTo(100);
        // t(0.975, 2) = 4.303, s = 10, n = 3
        assertThat(rate.high() - 100).isCloseTo(24.84, within(0.01));
        assertThat(100 - rate.low()).isCloseTo(24.84, within(0.01));
        Rate single = Rate.of(List.of(7.0));
        assertThat(single.low()).isEqualTo(7);
        assertThat(single.high()).isEqualTo(7);
    }
}
