package io.millrace.benchmarks.report;

import io.millrace.benchmarks.Resources;
import io.millrace.benchmarks.drive.ReportRow;
import io.millrace.benchmarks.result.ResultFile;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.ResultRow.RatedRun;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.result.Work;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The rows of one run as text, for the console and the page. A column without figures is omitted.
 *
 * @param columns names of the columns
 * @param rows rows, each with a cell for each column; a cell is empty if nothing was measured
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

    /** A column defined in {@code columns.yaml}. */
    private record Column(String name, String at, Double times) {

        private String cell(ObjectNode row) {
            JsonNode value = row.at(at);
            if (value.isFloatingPointNumber() || times != null) {
                return text(value.asDouble(Double.NaN) * (times == null ? 1 : times));
            }
            if (value.isBoolean()) {
                return value.asBoolean() ? "yes" : "";
            }
            String text = value.asString("");
            return text.equals("0") ? "" : text;
        }
    }

    /** Returns the table of a run. */
    public static ResultTable of(RunResult run) {
        List<Column> columns = new ArrayList<>(Resources.list("report/columns.yaml", Column.class));
        run.rows().stream()
                .flatMap(row -> row.extra().keySet().stream())
                .filter(name -> !name.equals(ResultRow.RATIO))
                .distinct()
                .sorted()
                .forEach(name -> columns.add(new Column(name, "/extra/" + name, null)));
        columns.add(new Column("marks", "/marks", null));
        columns.add(new Column("s", "/seconds", null));
        columns.add(new Column("database", "/database", null));
        columns.add(new Column("commit", "/commit", null));
        List<List<String>> rows =
                run.rows().stream()
                        .map(row -> figures(row, run))
                        .map(row -> columns.stream().map(column -> column.cell(row)).toList())
                        .toList();
        List<Integer> used =
                IntStream.range(0, columns.size())
                        .filter(i -> rows.stream().anyMatch(row -> !row.get(i).isEmpty()))
                        .boxed()
                        .toList();
        return new ResultTable(
                used.stream().map(i -> columns.get(i).name).toList(),
                rows.stream().map(row -> used.stream().map(row::get).toList()).toList());
    }

    /** Returns a row including derived figures. */
    private static ObjectNode figures(ResultRow row, RunResult run) {
        Work work = row.work();
        double rate = row.rate().perSecond();
        Point bare =
                new Point(
                        work.scenarioId(),
                        work.sizeBytes(),
                        work.persistent(),
                        ResultRow.BARE,
                        null);
        ReportRow known = row.who().equals(ResultRow.MILLRACE) ? ReportRow.of(work) : null;
        ObjectNode figures = ResultFile.JSON.valueToTree(row);
        return figures.put("threads", row.instances() > 1 ? row.instances() : 0)
                .put("reported", known == null ? Double.NaN : known.messagesPerSecond())
                .put("interval", row.rate().interval())
                .put("ofBare", rate / bare.in(run))
                .put("secondsEach", 1 / rate)
                .put("marks", marks(row))
                .put("database", run.database())
                .put("commit", run.software().commit());
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

    /** Returns a figure with about three digits; an empty string for NaN. */
    static String text(double value) {
        double size = Math.abs(value);
        int decimals = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 3;
        return Double.isFinite(value)
                ? String.format(Locale.ROOT, "%." + decimals + "f", value)
                : "";
    }

    /** Prints the table. */
    public void print(Console console) {
        Table table = new Table(columns.toArray(String[]::new));
        rows.forEach(row -> table.row(row.toArray()));
        table.print(console);
    }
}
