package io.millrace.server.command;

import io.millrace.engine.observe.Counters;
import io.millrace.engine.queue.DestinationCounts;
import io.millrace.engine.queue.QueueName;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.runtime.InstanceStatus;
import io.millrace.flows.Broker;
import io.millrace.flows.broker.Deployment;
import io.millrace.flows.broker.FlowStatistics;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The output of {@code run}: flows and queues while it runs, and a summary of the messages at the
 * end.
 */
final class RunReport {

    private final Broker broker;
    private final Console console;
    private final boolean outlasting;
    private final long deadLettersBefore;
    private final long started = System.nanoTime();
    private long lastLook = started;
    private long lastMessages;

    /**
     * @param outlasting whether the queues exist after the broker has stopped
     */
    RunReport(Broker broker, Console console, boolean outlasting) {
        this.broker = broker;
        this.console = console;
        this.outlasting = outlasting;
        deadLettersBefore = deadLetters();
    }

    /** Returns the lines of the refreshing display. */
    List<String> display() {
        long now = System.nanoTime();
        List<FlowStatistics> flows = broker.statistics();
        long messages = flows.stream().mapToLong(FlowStatistics::messages).sum();
        double rate = (messages - lastMessages) * 1e9 / Math.max(1, now - lastLook);
        lastLook = now;
        lastMessages = messages;
        List<String> lines = new ArrayList<>();
        lines.add(
                "%s  up %s  %,d messages, %,.0f/s"
                        .formatted(
                                console.bold("millrace"), seconds(now - started), messages, rate));
        lines.add("");
        lines.addAll(flowTable(flows).lines(console));
        lines.add("");
        lines.addAll(queueTable().lines(console));
        obstacles(flows).forEach(obstacle -> lines.add(console.yellow(obstacle)));
        return lines;
    }

    /** Returns the reasons why the broker is not idle, as the end of a sentence. */
    String obstacles() {
        List<String> obstacles = obstacles(broker.statistics());
        return obstacles.isEmpty()
                ? ": see the table for queues with messages, and the log for errors; or increase"
                        + " --timeout"
                : "; " + String.join("; ", obstacles);
    }

    private static List<String> obstacles(List<FlowStatistics> flows) {
        Stream<String> searching =
                flows.stream()
                        .flatMap(
                                f ->
                                        f.calls().stream()
                                                .filter(call -> !call.isReady())
                                                .map(
                                                        call ->
                                                                "%s/%s.%s has not ended its first search for messages"
                                                                        .formatted(
                                                                                f.application(),
                                                                                f.flow(),
                                                                                call.input())));
        Stream<String> failing =
                flows.stream()
                        .flatMap(f -> f.instances().stream())
                        .filter(
                                i ->
                                        i.state() == InstanceStatus.State.RETRYING
                                                || i.state() == InstanceStatus.State.RECONNECTING)
                        .map(i -> i.name() + " " + i.state() + ": " + i.lastError());
        return Stream.concat(failing, searching).toList();
    }

    private Table flowTable(List<FlowStatistics> flows) {
        Table table = new Table("flow", "group", "instances", "in", "out", "errors", "ms/message");
        for (FlowStatistics f : flows) {
            Counters.Flow c = f.figures();
            table.row(
                    name(f),
                    f.executionGroup(),
                    f.instances().size(),
                    f.messages(),
                    c == null ? "-" : c.commits(),
                    c == null ? "-" : c.errors(),
                    c == null || c.messages() == 0
                            ? "-"
                            : "%.3f".formatted(c.nanos() / 1e6 / c.messages()));
        }
        return table;
    }

    private static String name(FlowStatistics flow) {
        boolean same = flow.application().equals(flow.flow());
        return same ? flow.flow() : flow.application() + "/" + flow.flow();
    }

    private Table queueTable() {
        Table table = new Table("queue", "depth", "put", "got", "");
        Set<String> inputs = inputs();
        for (QueueStatus q : shownQueues()) {
            boolean dead = q.name().equals(QueueStore.DEAD_LETTER_QUEUE);
            table.row(
                    q.name(),
                    q.depth(),
                    q.put(),
                    q.got(),
                    inputs.contains(q.name()) ? "input" : dead ? "dead letters" : "");
        }
        return table;
    }

    private List<QueueStatus> shownQueues() {
        return broker.queues().stream()
                .filter(
                        q ->
                                !q.name().startsWith("SYSTEM.")
                                        || q.depth() > 0 && !QueueName.isState(q.name()))
                .toList();
    }

    private Set<String> inputs() {
        return broker.deployments().stream()
                .map(Deployment::inputQueues)
                .flatMap(List::stream)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Prints the destinations of messages and the work of each node.
     *
     * @param json whether to print JSON instead of tables
     * @return whether messages could not be processed
     */
    boolean summary(boolean json) {
        long nanos = System.nanoTime() - started;
        List<FlowStatistics> flows = broker.statistics();
        if (json) {
            JsonOption.print(values(flows, nanos), console);
        } else {
            print(flows, nanos);
        }
        warnOfDeadLetters();
        return deadLetters() > deadLettersBefore
                || flows.stream().anyMatch(f -> f.figures() != null && f.figures().failed() > 0);
    }

    private Map<String, Object> values(List<FlowStatistics> flows, long nanos) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("processed", flows.stream().mapToLong(RunReport::commits).sum());
        values.put("rolledBack", flows.stream().mapToLong(RunReport::rollbacks).sum());
        values.put("seconds", nanos / 1e9);
        List<Map<String, Object>> queues = new ArrayList<>();
        for (QueueStatus q : shownQueues()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("queue", q.name());
            row.put("depth", q.depth());
            row.put("put", q.put());
            row.put("got", q.got());
            queues.add(row);
        }
        values.put("queues", queues);
        values.put("flows", flows.stream().map(RunReport::values).toList());
        return values;
    }

    private static Map<String, Object> values(FlowStatistics flow) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("application", flow.application());
        row.put("flow", flow.flow());
        row.put("group", flow.executionGroup());
        row.put("instances", flow.instances().size());
        row.put("messages", flow.messages());
        if (flow.figures() != null) {
            row.put("committed", flow.figures().commits());
            row.put("errors", flow.figures().errors());
            row.put("failed", flow.figures().failed());
            row.put("nodes", flow.figures().nodes());
        }
        return row;
    }

    private void print(List<FlowStatistics> flows, long nanos) {
        long processed = flows.stream().mapToLong(RunReport::commits).sum();
        long retries = flows.stream().mapToLong(RunReport::rollbacks).sum();
        console.println(
                "%s processed in %s%s"
                        .formatted(
                                Console.count(processed, "message"),
                                seconds(nanos),
                                retries == 0
                                        ? ""
                                        : " ("
                                                + Console.count(retries, "attempt")
                                                + (retries == 1 ? " was" : " were")
                                                + " rolled back)"));
        Table queues = queueTable();
        if (!queues.isEmpty()) {
            console.println("");
            queues.print(console);
        }
        destinations();
        for (FlowStatistics f : flows) {
            if (f.figures() != null && f.figures().messages() > 0) {
                console.println("");
                nodeTable(f).print(console);
            }
        }
    }

    /** Returns the number of messages whose unit of work has ended. */
    private static long commits(FlowStatistics flow) {
        return flow.figures() == null ? flow.messages() : flow.figures().commits();
    }

    private static long rollbacks(FlowStatistics flow) {
        return flow.figures() == null ? 0 : flow.figures().backouts();
    }

    /** Returns the number of messages that were moved to the dead-letter queue at any time. */
    private long deadLetters() {
        return broker.store().status(QueueStore.DEAD_LETTER_QUEUE).put();
    }

    /** Prints the statistics of the destination caches of sessions. */
    private void destinations() {
        DestinationCounts counts = broker.store().destinations();
        if (counts.hits() + counts.misses() > 0) {
            console.println(
                    "destination cache: %d hits, %d misses, %d evictions"
                            .formatted(counts.hits(), counts.misses(), counts.evictions()));
        }
    }

    private Table nodeTable(FlowStatistics flow) {
        Table table = new Table("node of " + name(flow), "in", "errors", "ms/message", "out");
        for (Map.Entry<String, Counters.NodeFigures> e : flow.figures().nodes().entrySet()) {
            Counters.NodeFigures n = e.getValue();
            String out =
                    n.terminals().entrySet().stream()
                            .map(t -> t.getKey() + " " + t.getValue())
                            .collect(Collectors.joining(", "));
            table.row(
                    e.getKey().substring(flow.flow().length() + 1),
                    n.in(),
                    n.errors(),
                    n.nanos() == 0 || n.in() == 0
                            ? "-"
                            : "%.3f".formatted(n.nanos() / 1e6 / n.in()),
                    out);
        }
        return table;
    }

    private void warnOfDeadLetters() {
        long dead = broker.store().status(QueueStore.DEAD_LETTER_QUEUE).depth();
        if (dead > 0) {
            console.report(
                    console.yellow(
                            Console.count(dead, "message")
                                    + " on "
                                    + QueueStore.DEAD_LETTER_QUEUE
                                    + (outlasting
                                            ? ": look with ./millrace browse "
                                                    + QueueStore.DEAD_LETTER_QUEUE
                                            : ": they are lost now; without --memory they are "
                                                    + "kept")));
        }
    }

    private static String seconds(long nanos) {
        return "%.1f s".formatted(nanos / 1e9);
    }
}
