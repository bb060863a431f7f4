package io.millrace.benchmarks.mqsi;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;

import io.millrace.benchmarks.drive.ReportRow;
import io.millrace.benchmarks.mqsi.Case.Shape;
import io.millrace.benchmarks.mqsi.Case.Tuning;
import io.millrace.benchmarks.mqsi.Case.Volume;

import org.junit.jupiter.api.Test;

import java.util.List;

class CasesTest {

    private static List<NamedCsvRecord> rows(String file) {
        return ReportRow.records("mqsi-v11-aix-" + file).toList();
    }

    @Test
    void thePreliminaryCasesAreThoseOfFigure3() {
        for (NamedCsvRecord row : rows("fig3-preliminary-test-cases")) {
            Case test = Case.of(row.getField("scenario_id")).orElseThrow();
            assertThat(test.shape())
                    .as(test.id())
                    .isEqualTo(
                            new Shape(
                                    number(row, "qmgr_count"),
                                    number(row, "input_queues_per_input_adapter"),
                                    number(row, "rules_daemons_per_input_queue")));
            assertThat(test.volume())
                    .as(test.id())
                    .isEqualTo(
                            new Volume(
                                    number(row, "total_input_records"),
                                    number(row, "total_mqseries_messages")));
            assertThat(test.tuning()).as(test.id()).isEqualTo(new Tuning(1, 1, 0, 100_000));
        }
    }

    private static int number(NamedCsvRecord row, String column) {
        return Integer.parseInt(row.getField(column));
    }

    @Test
    void everyCaseOfTheTuningFigureIsThereWithWhatItChanged() {
        for (NamedCsvRecord row : rows("fig7-application-tuning")) {
            assertThat(Case.of(row.getField("scenario_id")))
                    .as(row.getField("change_as_printed"))
                    .isPresent();
        }
        assertThat(Case.of("C2t3_200").orElseThrow().tuning())
                .isEqualTo(new Tuning(200, 1, 0, 100_000));
        assertThat(Case.of("C2t1_25").orElseThrow().tuning())
                .isEqualTo(new Tuning(100, 1, 25, 100_000));
        assertThat(Case.of("C2t5").orElseThrow().tuning())
                .isEqualTo(new Tuning(100, 100, 50, 100_000));
        assertThat(Case.of("C2t6").orElseThrow().tuning())
                .isEqualTo(new Tuning(100, 100, 50, 5_000));
    }

    @Test
    void theReportHasARateForEveryCase() {
        assertThat(Case.all()).extracting(Case::id).doesNotHaveDuplicates();
        assertThat(Case.all()).allMatch(test -> ReportRow.of(test.work()) != null);
    }

    @Test
    void aSmallerRunHasQueuesThatAreSmallerInProportion() {
        Case tenth = Case.of("C2t6").orElseThrow().share(0.1);

        assertThat(tenth.volume()).isEqualTo(new Volume(11_200, 10_000));
        assertThat(tenth.tuning().queueDepth()).isEqualTo(500);
        assertThat(Case.of("C2t6").orElseThrow().share(0.001).tuning().queueDepth()).isEqualTo(200);
    }
}
