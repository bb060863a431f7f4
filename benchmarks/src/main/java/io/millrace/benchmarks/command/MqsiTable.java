package io.millrace.benchmarks.command;

import io.millrace.benchmarks.mqsi.CaseRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The results of {@code mqsi} as a person reads them, and as a program does. */
final class MqsiTable {

    private MqsiTable() {}

    static void print(RunResult result, Console console) {
        List<CaseRow> rows = CaseRow.among(result.rows());
        Table table = new Table(CaseRow.COLUMNS.toArray(String[]::new));
        rows.forEach(row -> table.row(row.cells(rows).toArray()));
        table.print(console);
        console.out().println();
        CaseRow.LEGEND.forEach(console.out()::println);
        MachineLine.print(result, console);
    }

    /** Writes the cells with commas, a line for each case. */
    static void write(RunResult result, Path file) {
        List<CaseRow> rows = CaseRow.among(result.rows());
        StringBuilder text = new StringBuilder(String.join(",", CaseRow.COLUMNS)).append('\n');
        for (CaseRow row : rows) {
            List<String> cells =
                    row.cells(rows).stream()
                            .map(cell -> cell.contains(",") ? '"' + cell + '"' : cell)
                            .toList();
            text.append(String.join(",", cells)).append('\n');
        }
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE, file + " cannot be written: " + e.getMessage());
        }
    }
}
