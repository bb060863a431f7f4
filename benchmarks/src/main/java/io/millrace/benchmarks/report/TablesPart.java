package io.millrace.benchmarks.report;

import io.millrace.benchmarks.page.Block;
import io.millrace.benchmarks.page.Cell;
import io.millrace.benchmarks.page.Cell.Tone;
import io.millrace.benchmarks.page.Column;
import io.millrace.benchmarks.result.Cost;
import io.millrace.benchmarks.result.Rate;
import io.millrace.benchmarks.result.RatedRun;
import io.millrace.benchmarks.result.ResponseTimes;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;
import io.millrace.benchmarks.scenario.ReportRow;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The report's tables, section by section, with our figures beside its own. */
final class TablesPart {

    private static final double MICROS = 1e6;

    private final Results results;
    private final List<Block> blocks = new ArrayList<>();

    private TablesPart(Results results) {
        this.results = results;
    }

    static List<Block> blocks(Results results) {
        TablesPart part = new TablesPart(results);
        part.blocks.add(new Block.Heading(2, "Tables"));
        part.blocks.add(
                new Block.Text(
                        "The tables of the WMQI V2.1 report. Rates are round trips a second; \u00b1"
                            + " is the 95 % confidence interval of our rounds. CPU is that of"
                            + " everything that takes part, driving clients included; the report's"
                            + " machine had two processors of 2001. Response times are in"
                            + " microseconds, first of the closed loop, then at 70 % of its rate,"
                            + " counted from when a request was due. Engine alone: one thread,"
                            + " queues in memory; JMH: its threads are the clients."));
        Section.all().forEach(part::section);
        return part.blocks;
    }

    private void section(Section section) {
        blocks.add(new Block.Heading(3, section.number() + " " + section.title()));
        List<String> peers = results.peers(section.works());
        blocks.add(new Block.Table(rateColumns(peers), rows(section, w -> rates(w, peers))));
        List<List<Cell>> costs =
                rows(section, this::costs).stream()
                        .filter(row -> row.stream().skip(5).anyMatch(c -> c.tone() != Tone.MUTED))
                        .toList();
        if (!costs.isEmpty()) {
            blocks.add(new Block.Table(costColumns(), costs));
        }
        if (section.number().equals("7.7")) {
            blocks.addAll(ConversionTable.blocks(results));
        }
    }

    /** Makes the cells of a row of the report. */
    @FunctionalInterface
    private interface Cells {
        List<Cell> of(ReportRow reported);
    }

    private static List<List<Cell>> rows(Section section, Cells cells) {
        return section.rows().stream()
                .map(
                        reported -> {
                            List<Cell> row = new ArrayList<>();
                            row.add(Cell.of(reported.work().scenarioId()));
                            row.add(Cell.of(Numbers.size(reported.work().sizeBytes())));
                            row.add(Cell.of(Numbers.yes(reported.work().persistent())));
                            row.addAll(cells.of(reported));
                            return row;
                        })
                .toList();
    }

    private static List<Column> workColumns() {
        return List.of(Column.words("scenario"), Column.number("size"), Column.words("persistent"));
    }

    private static List<Column> rateColumns(List<String> peers) {
        List<Column> columns = new ArrayList<>(workColumns());
        columns.add(Column.number("report"));
        columns.add(Column.number("Millrace"));
        columns.add(Column.number("\u00b1 %"));
        columns.add(Column.number("to the report"));
        columns.add(Column.number("bare loop"));
        columns.add(Column.number("to the bare loop"));
        for (String peer : peers) {
            columns.add(Column.number(peer));
            columns.add(Column.number("to " + peer));
        }
        columns.add(Column.number("JMH"));
        columns.add(Column.number("engine alone, \u00b5s"));
        return columns;
    }

    private List<Cell> rates(ReportRow reported, List<String> peers) {
        Work work = reported.work();
        Optional<ResultRow> ours = results.row(work, Who.MILLRACE);
        Double rate = rate(ours);
        List<Cell> cells = new ArrayList<>();
        cells.add(Numbers.cell(reported.messagesPerSecond()));
        cells.add(Numbers.cell(rate));
        cells.add(ours.map(ResultRow::rate).map(TablesPart::interval).orElse(Cell.of("")));
        cells.add(quotient(rate, reported.messagesPerSecond()));
        beside(cells, rate, rate(results.row(work, Who.BARE)));
        for (String peer : peers) {
            beside(cells, rate, rate(results.row(work, peer)));
        }
        cells.add(Numbers.cell(rate(results.row(work, Who.JMH))));
        Double engine = rate(results.row(work, Who.ENGINE));
        cells.add(Numbers.cell(engine == null ? null : Double.valueOf(MICROS / engine)));
        return cells;
    }

    private static void beside(List<Cell> cells, Double ours, Double other) {
        cells.add(Numbers.cell(other));
        cells.add(quotient(ours, other));
    }

    private static Double rate(Optional<ResultRow> row) {
        return row.map(r -> r.rate().perSecond()).orElse(null);
    }

    private static Cell quotient(Double of, Double to) {
        return of == null || to == null || to <= 0
                ? new Cell("", Tone.MUTED)
                : Cell.of(Numbers.brief(of / to));
    }

    /** Half of the confidence interval in percent; one round has none. */
    private static Cell interval(Rate rate) {
        return rate.rounds().size() < 2 || rate.perSecond() <= 0
                ? Cell.of("")
                : Cell.of(Numbers.brief(50 * (rate.high() - rate.low()) / rate.perSecond()));
    }

    private static List<Column> costColumns() {
        List<Column> columns = new ArrayList<>(workColumns());
        columns.add(Column.number("report: CPU %"));
        columns.add(Column.number("report: CPU ms"));
        columns.add(Column.number("CPU %"));
        columns.add(Column.number("CPU ms"));
        columns.add(Column.number("bytes allocated"));
        for (String run : new String[] {"closed", "rated"}) {
            columns.add(Column.number(run + ": p50"));
            columns.add(Column.number("p99"));
            columns.add(Column.number("p99.9"));
        }
        return columns;
    }

    private List<Cell> costs(ReportRow reported) {
        Optional<ResultRow> ours = results.row(reported.work(), Who.MILLRACE);
        Optional<Cost> cost = ours.map(ResultRow::cost);
        List<Cell> cells = new ArrayList<>();
        cells.add(Numbers.cell(reported.cpuPercent()));
        cells.add(Numbers.cell(reported.cpuMillisPerMessage()));
        cells.add(Numbers.cell(cost.map(Cost::cpuPercent).orElse(null)));
        cells.add(Numbers.cell(cost.map(Cost::cpuMillisPerMessage).orElse(null)));
        cells.add(Numbers.cell(cost.map(Cost::allocatedBytesPerMessage).orElse(null)));
        times(cells, ours.map(ResultRow::closed));
        times(cells, ours.map(ResultRow::rated).map(RatedRun::times));
        return cells;
    }

    private static void times(List<Cell> cells, Optional<ResponseTimes> times) {
        cells.add(Numbers.cell(times.map(ResponseTimes::p50).orElse(null)));
        cells.add(Numbers.cell(times.map(ResponseTimes::p99).orElse(null)));
        cells.add(Numbers.cell(times.map(ResponseTimes::p999).orElse(null)));
    }
}
