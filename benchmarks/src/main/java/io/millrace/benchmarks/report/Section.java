package io.millrace.benchmarks.report;

import io.millrace.benchmarks.result.Work;
import io.millrace.benchmarks.scenario.ReportRow;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A section of the WMQI report's tables.
 *
 * @param number {@code 7.1} to {@code 7.11}
 * @param title what is measured there
 * @param rows its rows, in its order
 */
record Section(String number, String title, List<ReportRow> rows) {

    private static final Map<String, String> TITLES = titles();

    Section {
        rows = List.copyOf(rows);
    }

    /** All sections, in the report's order. */
    static List<Section> all() {
        return TITLES.entrySet().stream()
                .map(
                        e ->
                                new Section(
                                        e.getKey(),
                                        e.getValue(),
                                        ReportRow.all().stream()
                                                .filter(r -> r.work().section().equals(e.getKey()))
                                                .toList()))
                .toList();
    }

    List<Work> works() {
        return rows.stream().map(ReportRow::work).toList();
    }

    private static Map<String, String> titles() {
        Map<String, String> titles = new LinkedHashMap<>();
        titles.put("7.1", "MQInput to MQOutput");
        titles.put("7.2.1", "Compute, simple");
        titles.put("7.2.2", "Compute, complex");
        titles.put("7.2.3", "Compute, five complex nodes in a row");
        titles.put("7.2.4", "Compute, very complex: five times in one node");
        titles.put("7.3", "Database, insert and delete, coordinated");
        titles.put("7.4", "Filter");
        titles.put("7.5.1", "RouteToLabel, one entry");
        titles.put("7.5.2", "RouteToLabel, 100 entries");
        titles.put("7.6", "Publication, one subscriber");
        titles.put("7.7", "Conversions of formats");
        titles.put("7.8.1", "Additional instances");
        titles.put("7.8.2", "Copies of a flow");
        titles.put("7.8.3", "Execution groups");
        titles.put("7.9", "Transactional flow");
        titles.put("7.10", "Coordinated transaction");
        titles.put("7.11", "Subscribers");
        return titles;
    }
}
