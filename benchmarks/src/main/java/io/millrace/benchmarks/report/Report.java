package io.millrace.benchmarks.report;

import io.millrace.benchmarks.Resources;
import io.millrace.benchmarks.result.ResultFile;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The results of several runs: goals, claims, charts and a table for each run. The page is one HTML
 * file that contains the results as JSON, a script that displays them, and the chart library.
 *
 * @param tables tables in the order of the page
 */
public record Report(List<Table> tables, List<Chart> charts) {

    /**
     * A table of the page.
     *
     * @param text text below the title
     * @param rows rows, each with a cell for each column
     */
    public record Table(String title, String text, List<String> columns, List<List<String>> rows) {}

    /**
     * A chart of the page: a line for each contender.
     *
     * @param text description of the run with the figures
     * @param series series, each with a value for each x, or null if nothing was measured
     */
    public record Chart(
            String title, String text, String xName, List<String> x, List<Series> series) {

        /** The values of one contender. */
        public record Series(String name, List<Double> values) {

            /**
             * Returns a series with the value of each point; null where the value is not finite.
             */
            private static <T> Series of(String name, List<T> x, ToDoubleFunction<T> value) {
                return new Series(
                        name,
                        x.stream()
                                .map(value::applyAsDouble)
                                .map(one -> Double.isFinite(one) ? one : null)
                                .toList());
            }

            private long figures() {
                return values.stream().filter(Objects::nonNull).count();
            }
        }

        public Chart {
            series = series.stream().filter(one -> one.figures() > 0).toList();
        }

        private long figures() {
            return series.stream()
                    .filter(one -> !one.name.equals(REPORTED))
                    .mapToLong(Series::figures)
                    .sum();
        }
    }

    /** A chart in {@code charts.yaml}. */
    private record ChartLine(
            String title, String scenario, String xName, int bytes, List<Integer> x) {

        private Point point(int at, String who) {
            boolean named = scenario.contains("{x}");
            String id = scenario.replace("{x}", Integer.toString(at));
            return new Point(id, named ? bytes : at, false, who, null);
        }

        private Chart chart(RunResult run) {
            List<Chart.Series> series = new ArrayList<>();
            run.rows().stream()
                    .map(ResultRow::who)
                    .distinct()
                    .map(who -> Chart.Series.of(who, x, at -> point(at, who).in(run)))
                    .forEach(series::add);
            series.add(Chart.Series.of(REPORTED, x, at -> point(at, null).reported()));
            return new Chart(
                    title,
                    name(run),
                    Objects.requireNonNullElse(xName, "bytes"),
                    x.stream().map(String::valueOf).toList(),
                    series);
        }
    }

    private static final String REPORTED = "IBM's report";
    private static final String LIBRARY =
            "/META-INF/resources/_static/echarts/6.0.0/dist/echarts.common.min.js";

    /** Returns the report of runs, which can be from different commands. */
    public static Report of(List<RunResult> runs) {
        List<RunResult> newest = new ArrayList<>(runs);
        newest.sort(Comparator.comparing(RunResult::started).reversed());
        List<Table> tables = new ArrayList<>();
        tables.add(goals(newest));
        tables.add(claims(newest));
        newest.forEach(run -> tables.add(table(run)));
        List<Chart> charts = new ArrayList<>();
        Resources.list("report/charts.yaml", ChartLine.class)
                .forEach(
                        line ->
                                newest.stream()
                                        .map(line::chart)
                                        .max(Comparator.comparing(Chart::figures))
                                        .ifPresent(charts::add));
        charts.removeIf(chart -> chart.figures() == 0);
        return new Report(tables, charts);
    }

    static List<Claim> claims() {
        return Resources.list("report/claims.yaml", Claim.class);
    }

    private static Table goals(List<RunResult> newest) {
        List<List<String>> rows = new ArrayList<>();
        for (Goal goal : Resources.list("report/goals.yaml", Goal.class)) {
            for (Goal.Part part : goal.parts()) {
                Ratio.Found found = part.ratio().in(newest);
                rows.add(
                        List.of(
                                goal.what(),
                                goal.goal(),
                                part.label(),
                                ResultTable.text(found.value()),
                                part.verdict(found.value()),
                                name(found.run())));
            }
        }
        return new Table(
                "Goals",
                "All figures of a row are from one run.",
                List.of("what", "goal", "part", "measured", "verdict", "run"),
                rows);
    }

    private static Table claims(List<RunResult> newest) {
        List<List<String>> rows = new ArrayList<>();
        for (Claim claim : claims()) {
            double stated = claim.stated();
            Ratio.Found found = claim.ratio().in(newest);
            rows.add(
                    List.of(
                            claim.states(),
                            claim.source(),
                            claim.compares(),
                            Double.isNaN(stated) ? "in words" : ResultTable.text(stated),
                            ResultTable.text(found.value()),
                            claim.verdict(found.value()).toString(),
                            claim.why(),
                            name(found.run())));
        }
        return new Table(
                "IBM's claims and Millrace's results",
                """
                Effects that IBM's reports on WMQI V2.1 and MQSI V1.1 state, each with the ratio that tests it. An \
                effect holds if it is at least half as large as in the report (in logarithms); it is gone within 5 %. \
                Both figures of a ratio are from one run.\
                """,
                List.of("effect", "source", "compares", "then", "now", "verdict", "why", "run"),
                rows);
    }

    private static Table table(RunResult run) {
        ResultTable table = ResultTable.of(run);
        String text =
                "./millrace bench %s %s; %s"
                        .formatted(run.command(), run.arguments(), run.environment());
        return new Table("Run: " + name(run), text, table.columns(), table.rows());
    }

    private static String name(RunResult run) {
        return run == null
                ? ""
                : run.command() + " " + run.started().truncatedTo(ChronoUnit.MINUTES);
    }

    /** Returns the page as one self-contained file. Text in results is escaped. */
    public String html() {
        String json = ResultFile.JSON.writeValueAsString(this).replace("<", "\\u003c");
        return Resources.text("report/page.html")
                .replace("${legend}", ResultTable.LEGEND)
                .replace("${json}", json)
                .replace("${library}", Resources.text(LIBRARY));
    }

    /** Returns the goals as a Markdown table. */
    public String markdown() {
        Table goals = tables.getFirst();
        return row(goals.columns)
                + "|---".repeat(goals.columns.size())
                + "|\n"
                + goals.rows.stream().map(Report::row).collect(Collectors.joining());
    }

    private static String row(List<String> cells) {
        return cells.stream()
                .map(cell -> cell.replaceAll("([\\\\`*_\\[\\]<>|#~])", "\\\\$1"))
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
