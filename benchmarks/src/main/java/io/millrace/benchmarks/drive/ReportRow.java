package io.millrace.benchmarks.drive;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;

import io.millrace.benchmarks.Resources;
import io.millrace.benchmarks.result.Work;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The figures of an IBM report for a piece of work, from a CSV file.
 *
 * @param work work in the report on WMQI V2.1, or a test case of MQSI V1.1 with an empty section
 * @param messagesPerSecond round trips, or messages of a test case, per second
 * @param cpuPercent processor use of the whole machine in percent; NaN if the report has none
 * @param cpuMillisPerMessage processor time in milliseconds; NaN if the report has none
 */
public record ReportRow(
        Work work, double messagesPerSecond, double cpuPercent, double cpuMillisPerMessage) {

    private static final List<ReportRow> WMQI =
            records("wmqi-v21-node-costs")
                    .map(
                            row ->
                                    new ReportRow(
                                            new Work(
                                                    row.getField("scenario_id"),
                                                    row.getField("section"),
                                                    row.getField("message_format"),
                                                    row.getField("persistent").equals("yes"),
                                                    (int) number(row, "message_size_bytes")),
                                            number(row, "msgs_per_sec"),
                                            number(row, "cpu_percent"),
                                            number(row, "cpu_ms_per_msg")))
                    .toList();
    private static final Map<String, ReportRow> BY_WORK =
            Stream.concat(
                            WMQI.stream(),
                            Stream.of(
                                            "fig3-preliminary-test-cases",
                                            "fig7-application-tuning",
                                            "fig8-hardware-variations",
                                            "text")
                                    .flatMap(file -> records("mqsi-v11-aix-" + file))
                                    .map(ReportRow::ofCase))
                    .collect(Collectors.toMap(row -> key(row.work), row -> row, (a, b) -> b));

    /** Returns all 192 rows of Appendix B of the WMQI V2.1 report, in its order. */
    public static List<ReportRow> wmqi() {
        return WMQI;
    }

    /** Returns the row for a piece of work, or null. */
    public static ReportRow of(Work work) {
        return BY_WORK.get(key(work));
    }

    private static String key(Work work) {
        return work.scenarioId() + work.persistent() + work.sizeBytes();
    }

    private static ReportRow ofCase(NamedCsvRecord row) {
        String id = row.getField("scenario_id");
        return new ReportRow(
                new Work(id, "", "", !id.endsWith("-nonpersistent"), 0),
                number(row, "msgs_per_sec"),
                Double.NaN,
                Double.NaN);
    }

    private static double number(NamedCsvRecord row, String column) {
        return Double.parseDouble(row.getField(column));
    }

    /** Returns the rows of a CSV file of the reports. */
    public static Stream<NamedCsvRecord> records(String file) {
        String text = Resources.text("reference/" + file + ".csv");
        return CsvReader.builder().ofNamedCsvRecord(text).stream();
    }
}
