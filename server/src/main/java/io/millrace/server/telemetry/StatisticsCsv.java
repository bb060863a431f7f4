package io.millrace.server.telemetry;

import io.millrace.engine.observe.AccountingRecord;
import io.millrace.engine.observe.AccountingRecord.Figures;
import io.millrace.engine.observe.AccountingRecord.Range;
import io.millrace.flows.broker.NodeTerminals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Statistics as CSV (RFC 4180) with a line for each flow, thread, node and terminal. Times are in
 * microseconds. Fields that do not apply are empty.
 */
final class StatisticsCsv {

    private static final long NANOS_OF_MICRO = 1_000;
    private static final String HEAD =
            "recordType,recordCode,level,broker,group,application,flow,origin,start,end,"
                    + "label,type,count,elapsedTotal,elapsedMax,elapsedMin,cpuTotal,cpuMax,cpuMin,"
                    + "bytesTotal,bytesMax,bytesMin,wait,waitCpu,queueErrors,messagesWithErrors,"
                    + "errors,aggregationTimeouts,commits,backouts";

    /** Characters with which a spreadsheet begins a formula. */
    private static final String FORMULA = "=+-@\t\r";

    private final StringBuilder out = new StringBuilder(HEAD).append("\r\n");

    private StatisticsCsv() {}

    static String write(List<FlowRecord> records) {
        StatisticsCsv csv = new StatisticsCsv();
        for (FlowRecord record : records) {
            record.figures().origins().forEach(origin -> csv.origin(record, origin));
        }
        return csv.out.toString();
    }

    private void origin(FlowRecord record, AccountingRecord.Origin origin) {
        line(record, origin, "flow", record.flow().flow(), "", figures(origin.flow()));
        origin.threads()
                .forEach(
                        (name, figures) ->
                                line(record, origin, "thread", name, "", figures(figures)));
        origin.nodes().forEach((name, node) -> node(record, origin, name, node));
    }

    private void node(
            FlowRecord record,
            AccountingRecord.Origin origin,
            String name,
            AccountingRecord.Node node) {
        NodeTerminals known = record.nodes().get(name);
        String label = StatisticsXml.label(record, name);
        List<Object> values = new ArrayList<>(List.of(node.invocations()));
        range(values, node.elapsed(), NANOS_OF_MICRO);
        range(values, node.cpu(), NANOS_OF_MICRO);
        line(record, origin, "node", label, known == null ? "" : known.type(), values);
        terminals(record, origin, label, "Input", node.inputs());
        terminals(record, origin, label, "Output", node.outputs());
    }

    private void terminals(
            FlowRecord record,
            AccountingRecord.Origin origin,
            String node,
            String type,
            Map<String, Long> counts) {
        counts.forEach(
                (terminal, count) ->
                        line(
                                record,
                                origin,
                                "terminal",
                                node + "." + terminal,
                                type,
                                List.of(count)));
    }

    private static List<Object> figures(Figures figures) {
        List<Object> values = new ArrayList<>(List.of(figures.messages()));
        range(values, figures.elapsed(), NANOS_OF_MICRO);
        range(values, figures.cpu(), NANOS_OF_MICRO);
        range(values, figures.size(), 1);
        values.add(figures.waitNanos() / NANOS_OF_MICRO);
        values.add(figures.waitCpuNanos() / NANOS_OF_MICRO);
        values.add(figures.queueErrors());
        values.add(figures.messagesWithErrors());
        values.add(figures.errors());
        values.add(figures.timeouts());
        values.add(figures.commits());
        values.add(figures.backouts());
        return values;
    }

    private static void range(List<Object> values, Range range, long divisor) {
        values.add(range.total() / divisor);
        values.add(range.max() / divisor);
        values.add(range.min() / divisor);
    }

    private void line(
            FlowRecord record,
            AccountingRecord.Origin origin,
            String level,
            String label,
            String type,
            List<Object> values) {
        List<Object> all =
                new ArrayList<>(
                        List.of(
                                record.type().word(),
                                record.code().word(),
                                level,
                                record.broker(),
                                record.flow().group(),
                                record.flow().application(),
                                record.flow().flow(),
                                origin.origin(),
                                record.figures().start(),
                                record.figures().end(),
                                label,
                                type));
        all.addAll(values);
        int columns = HEAD.split(",", -1).length;
        while (all.size() < columns) {
            all.add("");
        }
        for (int i = 0; i < all.size(); i++) {
            out.append(i == 0 ? "" : ",").append(quoted(all.get(i).toString()));
        }
        out.append("\r\n");
    }

    private static String quoted(String text) {
        boolean formula =
                !text.isEmpty()
                        && FORMULA.indexOf(text.charAt(0)) >= 0
                        && !text.matches("-?[0-9]+");
        String safe = formula ? "'" + text : text;
        return safe.matches("[^\",\r\n]*") ? safe : '"' + safe.replace("\"", "\"\"") + '"';
    }
}
