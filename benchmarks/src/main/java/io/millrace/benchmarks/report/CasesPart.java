package io.millrace.benchmarks.report;

import io.millrace.benchmarks.mqsi.CaseRow;
import io.millrace.benchmarks.page.Block;
import io.millrace.benchmarks.page.Cell;
import io.millrace.benchmarks.page.Column;

import java.util.List;

/** The test cases of the MQSI report. */
final class CasesPart {

    private CasesPart() {}

    static List<Block> blocks(Results results) {
        List<CaseRow> rows = CaseRow.among(results.rows());
        if (rows.isEmpty()) {
            return List.of();
        }
        return List.of(
                new Block.Heading(2, "From file to file"),
                new Block.Text(
                        "The test cases of the MQSI V1.1 report (Figures 3, 5, 7 and 8): programs"
                                + " read files and put records to queues, flows work on them,"
                                + " programs write files. "
                                + String.join(" ", CaseRow.LEGEND)),
                new Block.Table(
                        CaseRow.COLUMNS.stream().map(CasesPart::column).toList(),
                        rows.stream()
                                .map(row -> row.cells(rows).stream().map(Cell::of).toList())
                                .toList()));
    }

    private static Column column(String name) {
        boolean words = name.equals(CaseRow.COLUMNS.getFirst()) || name.equals("bound by");
        return words ? Column.words(name) : Column.number(name);
    }
}
