package io.millrace.benchmarks.mqsi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.millrace.benchmarks.mqsi.Case.Volume;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

class RecordFileTest {

    private static final Volume VOLUME = new Volume(11_200, 10_000);

    @TempDir private Path folder;

    private List<String> records() throws IOException {
        List<String> all = new ArrayList<>();
        for (Path file : RecordFile.write(folder, VOLUME, 4)) {
            all.addAll(Files.readAllLines(file));
        }
        return all;
    }

    private static List<String> ofType(List<String> records, int type) {
        return records.stream().filter(r -> r.startsWith(type + "|")).toList();
    }

    /** Fields of the record and of the entries in it. */
    private static int fields(String record) {
        String[] parts = record.split("\\|", -1);
        return IntStream.range(0, parts.length)
                .map(i -> i < 29 ? 1 : parts[i].split(",", -1).length)
                .sum();
    }

    @Test
    void recordsHaveTheReportsSizesFieldsAndProportions() throws IOException {
        List<String> all = records();

        assertThat(all).hasSize(VOLUME.records());
        assertThat(all).allMatch(r -> r.length() >= 115 && r.length() <= 485);
        int[] fields = {37, 45, 53};
        double[] sizes = {140, 280, 420};
        double[] shares = {0.91, 0.04, 0.05};
        for (int type = 1; type <= 3; type++) {
            List<String> some = ofType(all, type);
            int expected = fields[type - 1];
            assertThat(some).allMatch(r -> fields(r) == expected);
            assertThat(some.stream().mapToInt(String::length).average().orElseThrow())
                    .isCloseTo(sizes[type - 1], within(8.0));
            assertThat((double) some.size() / all.size())
                    .isCloseTo(shares[type - 1], within(0.001));
        }
    }

    @Test
    void everyRecordHasANumberOfItsOwn() throws IOException {
        List<Integer> numbers =
                records().stream().map(r -> Integer.valueOf(r.split("\\|")[1])).toList();

        assertThat(numbers).doesNotHaveDuplicates().hasSize(VOLUME.records());
        assertThat(numbers).allMatch(n -> n >= 0 && n < VOLUME.records());
    }

    @Test
    void asManyHaveTheFieldOfTheirRuleAsTheVolumeSays() throws IOException {
        int[] ruled = {8, 16, 26};
        long matching =
                records().stream()
                        .map(r -> r.split("\\|", -1))
                        .filter(p -> !p[ruled[p[0].charAt(0) - '1']].isEmpty())
                        .count();

        assertThat(matching).isEqualTo(VOLUME.messages());
    }

    @Test
    void theSameArgumentsGiveTheSameFiles() throws IOException {
        assertThat(records()).isEqualTo(records());
    }
}
