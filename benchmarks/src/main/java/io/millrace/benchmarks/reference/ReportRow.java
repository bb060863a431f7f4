package io.millrace.benchmarks.reference;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;

import io.millrace.benchmarks.result.Work;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Figures that a report printed for a piece of work.
 *
 * @param work of WMQI V2.1, or a test case of MQSI V1.1 with an empty section
 * @param messagesPerSecond round trips, or messages of a test case
 * @param cpuPercent busy share of the whole machine; NaN if the report has none
 * @param cpuMillisPerMessage of one processor; NaN if the report has none
 */
public record ReportRow(
        Work work, double messagesPerSecond, double cpuPercent, double cpuMillisPerMessage) {

    /** The last case of Figure 8 without persistence, whose rate is in the report's text. */
    private static final String NOT_PERSISTENT = "C2t6_12-nonpersistent";

    private static final double NOT_PERSISTENT_RATE = 1300;

    private static final Map<String, Double> MQSI_CPU =
            records("mqsi-v11-aix-fig5-preliminary-results")
                    .collect(
                            Collectors.toMap(
                                    row -> row.getField("scenario_id"),
                                    row -> Double.valueOf(row.getField("avg_cpu_total"))));
    private static final List<ReportRow> WMQI =
            records("wmqi-v21-node-costs").map(ReportRow::ofWmqi).toList();
    private static final List<ReportRow> MQSI =
            Stream.concat(
                            Stream.of(
                                            "fig3-preliminary-test-cases",
                                            "fig7-application-tuning",
                                            "fig8-hardware-variations")
                                    .flatMap(file -> records("mqsi-v11-aix-" + file))
                                    .map(ReportRow::ofMqsi),
                            Stream.of(ofCase(NOT_PERSISTENT, false, NOT_PERSISTENT_RATE)))
                    .toList();
    private static final Map<Map.Entry<String, String>, ReportRow> BY_WORK =
            Stream.concat(WMQI.stream(), MQSI.stream())
                    .collect(Collectors.toMap(row -> key(row.work), row -> row, (a, b) -> b));

    /** Returns all 192 rows of Appendix B of the WMQI V2.1 report, in its order. */
    public static List<ReportRow> wmqi() {
        return WMQI;
    }

    /** Returns the row for a piece of work, or null. */
    public static ReportRow of(Work work) {
        return BY_WORK.get(key(work));
    }

    private static Map.Entry<String, String> key(Work work) {
        return Map.entry(work.scenarioId(), work.persistent() + " " + work.sizeBytes());
    }

    private static ReportRow ofWmqi(NamedCsvRecord row) {
        return new ReportRow(
                new Work(
                        row.getField("scenario_id"),
                        row.getField("section"),
                        row.getField("message_format"),
                        row.getField("persistent").equals("yes"),
                        Integer.parseInt(row.getField("message_size_bytes"))),
                Double.parseDouble(row.getField("msgs_per_sec")),
                Double.parseDouble(row.getField("cpu_percent")),
                Double.parseDouble(row.getField("cpu_ms_per_msg")));
    }

    private static ReportRow ofMqsi(NamedCsvRecord row) {
        double rate = Double.parseDouble(row.getField("msgs_per_sec"));
        return ofCase(row.getField("scenario_id"), true, rate);
    }

    private static ReportRow ofCase(String id, boolean persistent, double rate) {
        return new ReportRow(
                new Work(id, "", "", persistent, 0),
                rate,
                MQSI_CPU.getOrDefault(id, Double.NaN),
                Double.NaN);
    }

    /** Reads a CSV file beside this package. */
    public static Stream<NamedCsvRecord> records(String file) {
        try (InputStream in = ReportRow.class.getResourceAsStream(file + ".csv")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return CsvReader.builder().ofNamedCsvRecord(text).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
