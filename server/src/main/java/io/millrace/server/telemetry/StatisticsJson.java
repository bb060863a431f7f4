package io.millrace.server.telemetry;

import io.millrace.engine.observe.AccountingRecord;
import io.millrace.engine.observe.AccountingRecord.Figures;
import io.millrace.engine.observe.AccountingRecord.Range;
import io.millrace.flows.broker.NodeTerminals;

import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Statistics as JSON. Times are in microseconds. */
final class StatisticsJson {

    private static final JsonMapper JSON = new JsonMapper();
    private static final long NANOS_OF_MICRO = 1_000;

    private StatisticsJson() {}

    static String text(FlowRecord record) {
        return JSON.writeValueAsString(write(record));
    }

    /** Returns a record as maps, lists and numbers. */
    static Map<String, Object> write(FlowRecord record) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("recordType", record.type().word());
        json.put("recordCode", record.code().word());
        json.put("broker", record.broker());
        json.put("group", record.flow().group());
        json.put("application", record.flow().application());
        json.put("flow", record.flow().flow());
        json.put("start", record.figures().start().toString());
        json.put("end", record.figures().end().toString());
        json.put("threadsInPool", record.threads());
        List<Object> origins = new ArrayList<>();
        for (AccountingRecord.Origin origin : record.figures().origins()) {
            origins.add(origin(record, origin));
        }
        json.put("origins", origins);
        return json;
    }

    private static Map<String, Object> origin(FlowRecord record, AccountingRecord.Origin origin) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("origin", origin.origin());
        json.putAll(figures(origin.flow()));
        AccountingRecord.Level level = record.figures().level();
        if (level.threads()) {
            Map<String, Object> threads = new LinkedHashMap<>();
            origin.threads().forEach((name, figures) -> threads.put(name, figures(figures)));
            json.put("threads", threads);
        }
        if (level.nodes() != AccountingRecord.Nodes.NONE) {
            Map<String, Object> nodes = new LinkedHashMap<>();
            origin.nodes()
                    .forEach(
                            (name, node) ->
                                    nodes.put(
                                            StatisticsXml.label(record, name),
                                            node(record, name, node)));
            json.put("nodes", nodes);
        }
        return json;
    }

    private static Map<String, Object> figures(Figures figures) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("messages", figures.messages());
        json.put("elapsedMicros", range(figures.elapsed(), NANOS_OF_MICRO));
        json.put("cpuMicros", range(figures.cpu(), NANOS_OF_MICRO));
        json.put("bytes", range(figures.size(), 1));
        json.put("waitMicros", figures.waitNanos() / NANOS_OF_MICRO);
        json.put("waitCpuMicros", figures.waitCpuNanos() / NANOS_OF_MICRO);
        json.put("queueErrors", figures.queueErrors());
        json.put("messagesWithErrors", figures.messagesWithErrors());
        json.put("errors", figures.errors());
        json.put("aggregationTimeouts", figures.timeouts());
        json.put("commits", figures.commits());
        json.put("backouts", figures.backouts());
        return json;
    }

    private static Map<String, Object> range(Range range, long divisor) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("total", range.total() / divisor);
        json.put("max", range.max() / divisor);
        json.put("min", range.min() / divisor);
        return json;
    }

    private static Map<String, Object> node(
            FlowRecord record, String name, AccountingRecord.Node node) {
        Map<String, Object> json = new LinkedHashMap<>();
        NodeTerminals known = record.nodes().get(name);
        json.put("type", known == null ? "" : known.type());
        json.put("invocations", node.invocations());
        json.put("elapsedMicros", range(node.elapsed(), NANOS_OF_MICRO));
        if (record.figures().level().nodes() == AccountingRecord.Nodes.ADVANCED) {
            json.put("cpuMicros", range(node.cpu(), NANOS_OF_MICRO));
            json.put("inputs", node.inputs());
            json.put("outputs", node.outputs());
        }
        return json;
    }
}
