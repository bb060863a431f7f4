package io.millrace.benchmarks.report;

import static io.millrace.benchmarks.result.Results.row;
import static io.millrace.benchmarks.result.Results.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.result.Rate;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.result.Work;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

final class ReportTest {

    private static final String PASS = "mqinput-mqoutput";
    private static final String MARKUP = "a|b <script>alert('x')</script></script> *c*";

    /** Everything that can be measured, a peer, engine alone, and work of our own. */
    private static RunResult everyKind() {
        return run(
                "node-costs",
                full(13_990, 20_000.0, 20_400.0, 19_600.0),
                row(PASS, false, 1024, "bare", 20_500.0, 20_900.0, 20_100.0),
                row(PASS, false, 1024, "camel-jms", 8_000.0),
                row(PASS, true, 1024, "millrace", 9_000.0),
                row("filter", false, 1024, "engine", 400_000.0),
                row("filter", false, 65_536, "engine", 380_000.0),
                row(MARKUP, false, 0, "jmh", 12.0));
    }

    private static ResultRow full(double reached, Double... rounds) {
        ResultRow.ResponseTimes times =
                new ResultRow.ResponseTimes(700, 1_900, 4_000, 9_000, 60_000);
        return new ResultRow(
                new Work(PASS, "7.1", "unspecified", false, 1024),
                "millrace",
                1,
                3.0,
                Rate.of(List.of(rounds)),
                new ResultRow.Cost(88.0, 0.0871, 12_345.0),
                times,
                new ResultRow.RatedRun(14_000, reached, times),
                Map.of());
    }

    private static List<String> column(Report.Table table, String name) {
        int index = table.columns().indexOf(name);
        return table.rows().stream().map(cells -> cells.get(index)).toList();
    }

    private static Report.Table runTable(RunResult run) {
        return Report.of(List.of(run)).tables().get(2);
    }

    @Test
    void aRunHasOneTableWhoseRowsNameDatabaseCommitAndDuration() {
        Report.Table table = runTable(everyKind());
        assertThat(table.rows())
                .hasSize(7)
                .allMatch(cells -> cells.size() == table.columns().size());
        assertThat(column(table, "database")).containsOnly("h2");
        assertThat(column(table, "commit")).containsOnly("abc1234");
        assertThat(column(table, "s")).startsWith("3.00", "");
        assertThat(column(table, "report/s")).startsWith("1176", "", "");
        assertThat(column(table, "of bare")).startsWith("0.98", "1.00", "0.39");
        assertThat(table.text())
                .contains("./millrace bench node-costs --quick", "Processor <X> & Co");
    }

    @Test
    void twoRunsOfTheSameWorkAreTwoTables() {
        Report report = Report.of(List.of(everyKind(), everyKind()));
        assertThat(report.tables()).hasSize(4);
    }

    @Test
    void wideIntervalsMissedRatesAndRisingRatesAreMarked() {
        RunResult run =
                run(
                        "node-costs",
                        full(13_990, 20_000.0, 20_400.0, 19_600.0),
                        full(13_200, 20_000.0, 20_400.0, 19_600.0),
                        full(14_000, 10_000.0, 30_000.0, 10_000.0),
                        full(14_000, 10_000.0, 11_000.0, 12_000.0));
        assertThat(column(runTable(run), "marks"))
                .containsExactly("", "rate missed", "wide", "rising");
    }

    @Test
    void aRatioNeverCombinesTwoRuns() {
        RunResult one = run("node-costs", row(PASS, false, 1024, "millrace", 9.0));
        RunResult other = run("node-costs", row(PASS, false, 1024, "bare", 10.0));
        assertThat(column(Report.of(List.of(one, other)).tables().getFirst(), "measured"))
                .containsOnly("");
        RunResult both =
                run(
                        "node-costs",
                        row(PASS, false, 1024, "millrace", 9.0),
                        row(PASS, false, 1024, "bare", 10.0));
        Report.Table goals = Report.of(List.of(one, both)).tables().getFirst();
        assertThat(column(goals, "measured").get(1)).isEqualTo("0.90");
        assertThat(column(goals, "verdict")).startsWith("not measured", "missed");
    }

    @Test
    void goalsAreJudgedByTheirBounds() {
        RunResult run =
                run(
                        "jmh",
                        row("Node.message flow=nodes-1", false, 0, "engine", 1e7),
                        row("Node.message flow=nodes-101", false, 0, "engine", 5e5));
        Report.Table goals = Report.of(List.of(run)).tables().getFirst();
        List<String> cost =
                goals.rows().stream()
                        .filter(cells -> cells.contains("ns"))
                        .findFirst()
                        .orElseThrow();
        assertThat(cost).contains("19.0", "reached");
        assertThat(Report.of(List.of(run)).markdown())
                .contains("| ns | 19.0 | reached |")
                .contains("| bytes |  | not measured |");
    }

    @Test
    void thePageNeedsNoOtherFileAndTextOfResultsIsNeverMarkup() {
        String html = Report.of(List.of(everyKind())).html();
        assertThat(html)
                .startsWith("<!DOCTYPE html>")
                .endsWith("</html>\n")
                .contains("echarts", "a|b \\u003cscript>alert('x')\\u003c/script>")
                .doesNotContain("<script src", "<link", "@import", "a|b <script>");
    }

    @Test
    void chartsHaveTheFiguresOfOneRunBesideTheReport() {
        List<Report.Chart> charts = Report.of(List.of(everyKind())).charts();
        assertThat(charts).hasSize(2);
        assertThat(charts.getFirst().series())
                .extracting(Report.Chart.Series::name)
                .containsExactly("millrace", "bare", "camel-jms", "IBM's report");
        assertThat(Report.of(List.of()).charts()).isEmpty();
    }
}
