package io.millrace.benchmarks.report;

import io.millrace.benchmarks.drive.ReportRow;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.ResultRow.RatedRun;
import io.millrace.benchmarks.result.ResultRow.ResponseTimes;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.result.Work;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The rows of one run as text, for the console and the page. A column without any figure is left
 * out.
 *
 * @param columns names of the columns
 * @param rows a cell for each column; empty if nothing was measured
 */
public record ResultTable(List<String> columns, List<List<String>> rows) {

    /** Description of the columns. */
    public static final String LEGEND =
            """
            report/s: messages per second in IBM's report. /s: messages per second here; +-%: half of the 95 % interval.
            of bare: rate divided by that of the bare loop of the same run. ratio: time divided by that of the contender
            below, measured in turns. us: microseconds each. cpu%: of all cores; cpu ms: of one core, for a message, with
            broker and clients. p50 ...: response times in ms, in the closed loop; rated: at a fixed rate, from the
            intended time of a request. s: measured seconds. marks: "wide": +-% above 30; "rate missed": less than 95 % of
            the fixed rate was reached; "rising": every round was faster than the one before, so the warm-up was too short.\
            """;

    private static final double KB = 1024;

    private record Column(String name, Function<ResultRow, Object> value) {}

    /** Returns the table of a run. */
    public static ResultTable of(RunResult run) {
        List<Column> columns = new ArrayList<>(columns(run));
        run.rows().stream()
                .flatMap(row -> row.extra().keySet().stream())
                .filter(name -> !name.equals(ResultRow.RATIO))
                .collect(TreeSet<String>::new, TreeSet::add, TreeSet::addAll)
                .forEach(name -> columns.add(new Column(name, row -> row.extra().get(name))));
        columns.add(new Column("marks", ResultTable::marks));
        columns.add(new Column("s", ResultRow::seconds));
        columns.add(new Column("database", row -> run.database()));
        columns.add(new Column("commit", row -> run.software().commit()));
        List<List<String>> rows =
                run.rows().stream()
                        .map(row -> columns.stream().map(c -> text(c.value.apply(row))).toList())
                        .toList();
        List<Integer> used =
                Stream.iterate(0, i -> i < columns.size(), i -> i + 1)
                        .filter(i -> rows.stream().anyMatch(row -> !row.get(i).isEmpty()))
                        .toList();
        return new ResultTable(
                used.stream().map(i -> columns.get(i).name).toList(),
                rows.stream().map(row -> used.stream().map(row::get).toList()).toList());
    }

    private static List<Column> columns(RunResult run) {
        return List.of(
                new Column("section", row -> row.work().section()),
                new Column("scenario", row -> row.work().scenarioId()),
                new Column("bytes", row -> row.work().sizeBytes()),
                new Column("persistent", row -> row.work().persistent() ? "yes" : ""),
                new Column("who", ResultRow::who),
                new Column("threads", row -> row.instances() > 1 ? row.instances() : null),
                new Column("report/s", row -> reported(row)),
                new Column("/s", row -> row.rate().perSecond()),
                new Column("+-%", row -> 100 * row.rate().interval()),
                new Column("of bare", row -> ofBare(row, run)),
                new Column("ratio", row -> row.extra().get(ResultRow.RATIO)),
                new Column("us", row -> 1e6 / row.rate().perSecond()),
                new Column("cpu%", row -> row.anyCost().cpuPercent()),
                new Column("cpu ms", row -> row.anyCost().cpuMillisPerMessage()),
                new Column("KB", row -> kilobytes(row)),
                new Column("p50 ms", row -> millis(row.closed(), ResponseTimes::p50)),
                new Column("p99", row -> millis(row.closed(), ResponseTimes::p99)),
                new Column("p99.9", row -> millis(row.closed(), ResponseTimes::p999)),
                new Column("rated p50", row -> millis(times(row), ResponseTimes::p50)),
                new Column("p99", row -> millis(times(row), ResponseTimes::p99)),
                new Column("p99.9", row -> millis(times(row), ResponseTimes::p999)));
    }

    private static Double reported(ResultRow row) {
        ReportRow known = row.who().equals(ResultRow.MILLRACE) ? ReportRow.of(row.work()) : null;
        return known == null ? null : known.messagesPerSecond();
    }

    private static Double ofBare(ResultRow row, RunResult run) {
        Work work = row.work();
        double bare =
                new Point(
                                work.scenarioId(),
                                work.sizeBytes(),
                                work.persistent(),
                                ResultRow.BARE,
                                null)
                        .in(run);
        return row.rate().perSecond() / bare;
    }

    private static Double kilobytes(ResultRow row) {
        Double bytes = row.anyCost().allocatedBytesPerMessage();
        return bytes == null ? null : bytes / KB;
    }

    private static ResponseTimes times(ResultRow row) {
        return row.rated() == null ? null : row.rated().times();
    }

    private static Double millis(ResponseTimes times, Function<ResponseTimes, Double> figure) {
        return times == null ? null : figure.apply(times) / 1e3;
    }

    private static String marks(ResultRow row) {
        List<String> marks = new ArrayList<>();
        if (row.rate().isWide()) {
            marks.add("wide");
        }
        if (row.rated() instanceof RatedRun rated && rated.hasMissedRate()) {
            marks.add("rate missed");
        }
        if (row.rate().isRising()) {
            marks.add("rising");
        }
        return String.join(", ", marks);
    }

    /** Returns a value as a cell: a figure with about three digits, nothing for null, 0 or NaN. */
    static String text(Object value) {
        return switch (value) {
            case null -> "";
            case Integer number -> number == 0 ? "" : number.toString();
            case Double number -> Double.isFinite(number) ? digits(number) : "";
            default -> value.toString();
        };
    }

    private static String digits(double value) {
        double size = Math.abs(value);
        int decimals = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /** Prints the table. */
    public void print(Console console) {
        Table table = new Table(columns.toArray(String[]::new));
        rows.forEach(row -> table.row(row.toArray()));
        table.print(console);
    }
}
