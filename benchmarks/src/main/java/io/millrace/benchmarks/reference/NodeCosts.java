package io.millrace.benchmarks.reference;

import de.siegmar.fastcsv.reader.NamedCsvRecord;

import io.millrace.benchmarks.result.Work;

import java.util.List;

/** The tables of Appendix B of the WMQI report. */
public final class NodeCosts {

    private static final List<ReportedRow> ROWS =
            Csv.rows("wmqi-v21-node-costs.csv").map(NodeCosts::row).toList();

    private NodeCosts() {}

    /** All rows in the report's order: by section, scenario, not persistent first, by size. */
    public static List<ReportedRow> rows() {
        return ROWS;
    }

    private static ReportedRow row(NamedCsvRecord row) {
        return new ReportedRow(
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
}
