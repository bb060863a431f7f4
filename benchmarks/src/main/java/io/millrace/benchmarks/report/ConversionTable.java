package io.millrace.benchmarks.report;

import io.millrace.benchmarks.page.Block;
import io.millrace.benchmarks.page.Cell;
import io.millrace.benchmarks.page.Column;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Table 1 of the WMQI report: rates from each format to each other, 4 KB, not persistent. */
final class ConversionTable {

    private static final int BYTES = 4096;
    private static final Map<String, String> FORMATS = formats();

    private ConversionTable() {}

    private static Map<String, String> formats() {
        Map<String, String> formats = new LinkedHashMap<>();
        formats.put("xml", "generic XML");
        formats.put("cwf", "CWF");
        formats.put("mrm-xml", "MRM XML");
        formats.put("tag", "TAG");
        return formats;
    }

    static List<Block> blocks(Results results) {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.words("rates at 4 KB, report / Millrace, from"));
        FORMATS.values().forEach(name -> columns.add(Column.number("to " + name)));
        List<List<Cell>> rows = new ArrayList<>();
        Reported reported = new Reported();
        FORMATS.forEach(
                (from, name) -> {
                    List<Cell> row = new ArrayList<>();
                    row.add(Cell.of(name));
                    for (String to : FORMATS.keySet()) {
                        Point point = Point.rate("convert-" + from + "-to-" + to, BYTES);
                        row.add(
                                Cell.of(
                                        words(reported.at(point))
                                                + " / "
                                                + words(results.at(point))));
                    }
                    rows.add(row);
                });
        return List.of(new Block.Table(columns, rows));
    }

    private static String words(OptionalDouble rate) {
        return rate.isEmpty() ? Numbers.NOT_MEASURED.words() : Numbers.brief(rate.getAsDouble());
    }
}
