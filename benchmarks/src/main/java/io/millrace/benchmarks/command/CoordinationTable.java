package io.millrace.benchmarks.command;

import io.millrace.benchmarks.drive.UnitCounter;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.scenario.Scenarios;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The results of {@code coordination} as a person reads them. */
final class CoordinationTable {

    private CoordinationTable() {}

    static void print(RunResult result, Console console) {
        Table table =
                new Table(
                        "of",
                        "who",
                        "coordinated",
                        "now/s",
                        "+-%",
                        "of plain",
                        "in a unit",
                        "cpu ms",
                        "database",
                        "forced: store",
                        "decisions",
                        "database",
                        "sends");
        List<ResultRow> rows =
                result.rows().stream()
                        .sorted(
                                Comparator.comparing((ResultRow r) -> name(r).length())
                                        .thenComparing(CoordinationTable::name)
                                        .thenComparing(ResultRow::who, Comparator.reverseOrder()))
                        .toList();
        rows.forEach(row -> add(table, row, rows));
        table.print(console);
        console.out().println();
        legend(result, console);
    }

    private static String name(ResultRow row) {
        String id = row.work().scenarioId();
        return id.substring(
                isCoordinated(row)
                        ? Scenarios.COORDINATED.length()
                        : Scenarios.UNCOORDINATED.length());
    }

    private static boolean isCoordinated(ResultRow row) {
        return row.work().scenarioId().startsWith(Scenarios.COORDINATED);
    }

    private static void add(Table table, ResultRow row, List<ResultRow> rows) {
        double rate = row.rate().perSecond();
        double plain =
                rows.stream()
                        .filter(r -> name(r).equals(name(row)) && r.who().equals(row.who()))
                        .filter(r -> !isCoordinated(r))
                        .mapToDouble(r -> r.rate().perSecond())
                        .findFirst()
                        .orElse(Double.NaN);
        table.row(
                name(row),
                row.who(),
                isCoordinated(row) ? "yes" : "no",
                text("%.0f", rate),
                text("%.0f", 100 * (row.rate().high() - rate) / rate),
                isCoordinated(row) ? text("%.2f", rate / plain) : "",
                extra(row, UnitCounter.MESSAGES_IN_UNIT),
                text("%.2f", row.cost().cpuMillisPerMessage()),
                extra(row, UnitCounter.DATABASE_CPU),
                extra(row, UnitCounter.STORE_FORCED),
                extra(row, UnitCounter.DECISIONS_FORCED),
                extra(row, UnitCounter.DATABASE_FORCED),
                extra(row, UnitCounter.DATABASE_SENDS));
    }

    private static String extra(ResultRow row, String name) {
        Double value = row.extra().get(name);
        return value == null ? "" : text("%.2f", value);
    }

    private static String text(String pattern, double value) {
        return String.format(Locale.ROOT, pattern, value);
    }

    private static void legend(RunResult result, Console console) {
        console.out()
                .println(
                        "now/s: round trips a second, all four in turns; of plain: beside the same"
                                + " without coordination. in a unit: messages.");
        console.out()
                .println(
                        "cpu ms: a message's processor time in this process, and in PostgreSQL's;"
                                + " forced: writes forced to the disk for a message, the clients'"
                                + " own included; sends: to the database.");
        MachineLine.print(result, console);
    }
}
