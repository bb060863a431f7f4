package io.millrace.benchmarks.report;

import io.millrace.benchmarks.mqsi.CaseRow;
import io.millrace.benchmarks.page.Block;
import io.millrace.benchmarks.page.Cell;
import io.millrace.benchmarks.page.Column;
import io.millrace.benchmarks.result.Cost;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What was measured beyond the rows of the WMQI report. */
final class OthersPart {

    private static final double MICROS = 1e6;

    private OthersPart() {}

    static List<Block> blocks(Results results) {
        Set<String> scenarios =
                Section.all().stream()
                        .flatMap(s -> s.works().stream())
                        .map(Work::scenarioId)
                        .collect(Collectors.toCollection(TreeSet::new));
        List<List<Cell>> rows = new ArrayList<>();
        for (ResultRow row : results.rows()) {
            if (!scenarios.contains(row.work().scenarioId()) && !CaseRow.isCase(row)) {
                rows.add(cells(row));
            }
        }
        if (rows.isEmpty()) {
            return List.of();
        }
        return List.of(
                new Block.Heading(2, "Beyond the report"),
                new Block.Text(
                        "Where there is a ratio among the other figures, it is this one's time"
                            + " divided by that of the row below, taken in turns; the goal is the"
                            + " most it should be."),
                new Block.Table(
                        List.of(
                                Column.words("what"),
                                Column.words("who"),
                                Column.number("size"),
                                Column.words("persistent"),
                                Column.number("threads"),
                                Column.number("a second"),
                                Column.number("\u00b5s each"),
                                Column.number("bytes allocated"),
                                Column.words("other figures")),
                        rows));
    }

    private static List<Cell> cells(ResultRow row) {
        double perSecond = row.rate().perSecond();
        return List.of(
                Cell.of(row.work().scenarioId()),
                Cell.of(row.who()),
                Cell.of(Numbers.size(row.work().sizeBytes())),
                Cell.of(Numbers.yes(row.work().persistent())),
                Cell.of(Integer.toString(row.instances())),
                Cell.of(Numbers.brief(perSecond)),
                perSecond > 0 ? Cell.of(Numbers.brief(MICROS / perSecond)) : Cell.of(""),
                Numbers.cell(
                        Optional.ofNullable(row.cost())
                                .map(Cost::allocatedBytesPerMessage)
                                .orElse(null)),
                Cell.of(
                        row.extra().entrySet().stream()
                                .map(e -> e.getKey() + " " + Numbers.brief(e.getValue()))
                                .collect(Collectors.joining(", "))));
    }
}
