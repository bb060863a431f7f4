package io.millrace.server.telemetry;

import java.util.List;
import java.util.Map;

/** The formats of statistics records. */
public final class StatisticsFormats {

    private StatisticsFormats() {}

    /** Returns records as XML of WMQI; several records are in an element {@code Statistics}. */
    public static String xml(List<FlowRecord> records) {
        return StatisticsXml.write(records);
    }

    /** Returns records as maps, lists and numbers for JSON. */
    public static List<Map<String, Object>> json(List<FlowRecord> records) {
        return records.stream().map(StatisticsJson::write).toList();
    }

    /** Returns records as CSV with a header line. */
    public static String csv(List<FlowRecord> records) {
        return StatisticsCsv.write(records);
    }
}
