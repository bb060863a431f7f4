package io.millrace.benchmarks.command;

import io.millrace.benchmarks.drive.Commits;
import io.millrace.benchmarks.drive.UnitCounter;
import io.millrace.benchmarks.result.Cost;
import io.millrace.benchmarks.result.ResponseTimes;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.result.Work;
import io.millrace.benchmarks.scenario.ReportRow;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The results of {@code node-costs} as a person reads them. */
final class NodeCostsTable {

    private static final double MICROS_PER_MILLI = 1e3;
    private static final int KB = 1024;

    private NodeCostsTable() {}

    static void print(RunResult result, Console console) {
        Map<Work, ReportRow> report =
                ReportRow.all().stream().collect(Collectors.toMap(ReportRow::work, row -> row));
        Table table =
                new Table(
                        "section",
                        "scenario",
                        "bytes",
                        "pers.",
                        "who",
                        "report/s",
                        "ms",
                        "now/s",
                        "+-%",
                        "cpu%",
                        "cpu ms",
                        "KB",
                        "of bare",
                        "p50 ms",
                        "p99",
                        "p99.9",
                        "rated:p50",
                        "p99",
                        "p99.9");
        Map<Work, List<ResultRow>> byWork =
                result.rows().stream()
                        .collect(
                                Collectors.groupingBy(
                                        ResultRow::work, LinkedHashMap::new, Collectors.toList()));
        byWork.forEach(
                (work, rows) -> rows.forEach(row -> add(table, report.get(work), row, rows)));
        table.print(console);
        console.out().println();
        byWork.forEach((work, rows) -> commits(work, rows, console));
        legend(result, console);
    }

    /** Beside the loop that shares transactions: what a commit takes it and the others. */
    private static void commits(Work work, List<ResultRow> rows, Console console) {
        if (rows.stream().anyMatch(row -> row.who().equals(ResultRow.SHARED_UNITS))) {
            String each =
                    rows.stream()
                            .filter(row -> row.extra().containsKey(Commits.COMMIT_MICROS))
                            .map(NodeCostsTable::commit)
                            .collect(Collectors.joining("; "));
            if (!each.isEmpty()) {
                console.out().println("commits, " + Progress.name(work) + ": " + each);
            }
        }
    }

    private static String commit(ResultRow row) {
        return row.who()
                + " "
                + millis(row.extra().get(Commits.COMMIT_MICROS))
                + " ms each, of "
                + number(row.extra().get(UnitCounter.MESSAGES_IN_UNIT))
                + " messages";
    }

    private static void add(Table table, ReportRow report, ResultRow row, List<ResultRow> rows) {
        Work work = row.work();
        boolean first = row == rows.getFirst();
        double rate = row.rate().perSecond();
        Cost cost = row.cost();
        ResponseTimes closed = row.closed();
        ResponseTimes rated = row.rated() == null ? null : row.rated().times();
        double bare =
                rows.stream()
                        .filter(r -> r.who().equals(ResultRow.BARE))
                        .mapToDouble(r -> r.rate().perSecond())
                        .findFirst()
                        .orElse(Double.NaN);
        table.row(
                first ? work.section() : "",
                first ? work.scenarioId() : "",
                first ? work.sizeBytes() : "",
                first ? (work.persistent() ? "yes" : "no") : "",
                row.who(),
                first && report != null ? number(report.messagesPerSecond()) : "",
                first && report != null ? number(report.cpuMillisPerMessage()) : "",
                number(rate),
                number(100 * (row.rate().high() - rate) / rate),
                number(cost.cpuPercent()),
                number(cost.cpuMillisPerMessage()),
                number(cost.allocatedBytesPerMessage() / KB),
                Double.isNaN(bare) ? "" : String.format(Locale.ROOT, "%.2f", rate / bare),
                closed == null ? "" : millis(closed.p50()),
                closed == null ? "" : millis(closed.p99()),
                closed == null ? "" : millis(closed.p999()),
                rated == null ? "" : millis(rated.p50()),
                rated == null ? "" : millis(rated.p99()),
                rated == null ? "" : millis(rated.p999()));
    }

    private static void legend(RunResult result, Console console) {
        console.out()
                .println(
                        "report/s, ms: the report's round trips a second and milliseconds of a"
                                + " processor each, on a two-engine 9672 of 2002.");
        console.out()
                .println(
                        "now/s: round trips a second here, +- half of the 95 % interval; cpu% of"
                            + " all cores, cpu ms of one core, KB allocated a message, with broker"
                            + " and clients.");
        console.out()
                .println(
                        "of bare: beside a bare loop in turns. p50 ...: response times in ms, in"
                                + " the closed loop; then at a fixed rate, counted from when a"
                                + " request should have begun.");
        MachineLine.print(result, console);
    }

    private static String millis(double micros) {
        return number(micros / MICROS_PER_MILLI);
    }

    /** With three digits that count, or all before the point. */
    private static String number(double value) {
        String pattern =
                value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : value >= 1 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, pattern, value);
    }
}
