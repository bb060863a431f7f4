package io.millrace.benchmarks.sidebyside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

class ComparisonsTest {

    private static List<Contender> contenders() {
        return Comparisons.all().stream()
                .flatMap(c -> List.of(c.subject(), c.standard()).stream())
                .toList();
    }

    @Test
    void eachNamesABenchmarkAndItsParameters() {
        assertThat(contenders())
                .allSatisfy(
                        c -> {
                            assertThatCode(() -> Prepared.unopened(c)).doesNotThrowAnyException();
                            assertThat(
                                            c.benchmark()
                                                    .getMethod(c.method())
                                                    .isAnnotationPresent(Benchmark.class))
                                    .isTrue();
                            List<String> known =
                                    Arrays.stream(c.benchmark().getDeclaredFields())
                                            .filter(f -> f.isAnnotationPresent(Param.class))
                                            .map(f -> f.getName())
                                            .toList();
                            assertThat(known).containsAll(c.parameters().keySet());
                        });
    }

    @Test
    void eachHasANameOfItsOwn() {
        assertThat(Comparisons.all()).extracting(Comparison::id).doesNotHaveDuplicates();
    }

    @Test
    void severalTakeTurnsAndEachHasItsOwnShare() throws Exception {
        SideBySide turns = new SideBySide(0, 3, 1);
        RecordTable table =
                new RecordTable(List.of("CWF_HAND_WRITTEN", "CWF_COBRIX"), Pattern.compile(""));
        List<String> group = table.groups().getFirst();
        assertThat(table.measure(turns, RecordTable.Column.ALL, group))
                .containsOnlyKeys("CWF_HAND_WRITTEN", "CWF_COBRIX")
                .allSatisfy(
                        (who, share) -> {
                            assertThat(share.nanos()).as(who).isPositive();
                            assertThat(share.bytes()).as(who).isGreaterThan(100);
                        });
        // Cobrix does not write.
        assertThat(table.measure(turns, RecordTable.Column.CHANGED, group))
                .containsOnlyKeys("CWF_HAND_WRITTEN");
    }

    @Test
    void quartilesLieBetweenTheRounds() {
        double[] rounds = {1, 2, 4, 8};
        assertThat(SideBySide.quantile(rounds, 0)).isEqualTo(1);
        assertThat(SideBySide.quantile(rounds, 0.5)).isEqualTo(3);
        assertThat(SideBySide.quantile(rounds, 0.75)).isEqualTo(5);
        assertThat(SideBySide.quantile(rounds, 1)).isEqualTo(8);
    }
}
