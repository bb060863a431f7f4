package io.millrace.benchmarks.scenario;

import io.millrace.benchmarks.result.Work;

import java.util.List;

/**
 * A row of the report's Appendix B, as printed.
 *
 * @param messagesPerSecond round trips a second
 * @param cpuPercent the average busy share of the whole machine, a two-engine one
 * @param cpuMillisPerMessage of one engine
 */
public record ReportRow(
        Work work, double messagesPerSecond, double cpuPercent, double cpuMillisPerMessage) {

    /** All 192, in the report's order. */
    public static List<ReportRow> all() {
        return Holder.ROWS;
    }

    private static final class Holder {
        static final List<ReportRow> ROWS =
                Resources.text("/io/millrace/benchmarks/reference/wmqi-v21-node-costs.csv")
                        .lines()
                        .skip(1)
                        .map(ReportRow::parse)
                        .toList();
    }

    private static ReportRow parse(String line) {
        String[] cells = line.split(",", -1);
        Work work =
                new Work(
                        cells[1],
                        cells[0],
                        cells[2],
                        cells[3].equals("yes"),
                        Integer.parseInt(cells[4]));
        return new ReportRow(
                work,
                Double.parseDouble(cells[5]),
                Double.parseDouble(cells[6]),
                Double.parseDouble(cells[7]));
    }
}
