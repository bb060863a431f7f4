package io.millrace.engine.observe;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The figures of a flow in an interval, for message flow accounting and statistics.
 *
 * @param start beginning of the interval
 * @param end end of the interval
 * @param level what was collected
 * @param origins figures by accounting origin; one entry with an empty origin if origins are not
 *     collected
 */
public record AccountingRecord(Instant start, Instant end, Level level, List<Origin> origins) {

    public AccountingRecord {
        origins = List.copyOf(origins);
    }

    /** Returns the sum of the figures of this interval and of the next interval. */
    public AccountingRecord and(AccountingRecord next) {
        Map<String, AccountingSum> sums = new TreeMap<>();
        for (AccountingRecord record : List.of(this, next)) {
            for (Origin own : record.origins) {
                AccountingSum sum = sums.computeIfAbsent(own.origin(), o -> new AccountingSum());
                sum.add(own.flow());
                own.threads().forEach(sum::addThread);
                own.nodes().forEach(sum::addNode);
            }
        }
        List<Origin> all = new ArrayList<>();
        sums.forEach((origin, sum) -> all.add(sum.origin(origin)));
        return new AccountingRecord(start, next.end, level.and(next.level), all);
    }

    /**
     * Returns the figures that a level contains. If the level has no origins, returns the sum of
     * all origins.
     */
    public AccountingRecord only(Level kept) {
        List<Origin> all = new ArrayList<>();
        AccountingSum sum = new AccountingSum();
        for (Origin own : origins) {
            Map<String, Figures> threads = kept.threads() ? own.threads() : Map.of();
            Map<String, Node> nodes = new TreeMap<>();
            if (kept.nodes() != Nodes.NONE) {
                own.nodes().forEach((name, node) -> nodes.put(name, node.only(kept.nodes())));
            }
            all.add(new Origin(own.origin(), own.flow(), threads, nodes));
            sum.add(own.flow());
            threads.forEach(sum::addThread);
            nodes.forEach(sum::addNode);
        }
        return new AccountingRecord(
                start, end, kept, kept.origins() ? all : List.of(sum.origin("")));
    }

    /** Extent of the figures of nodes. */
    public enum Nodes {
        NONE,
        BASIC,
        /** With terminals. */
        ADVANCED
    }

    /**
     * The figures that are collected in addition to those of the flow.
     *
     * @param nodes figures of nodes
     * @param threads whether each thread has figures of its own
     * @param origins whether the figures are grouped by {@code
     *     Environment.Broker.Accounting.Origin}
     */
    public record Level(Nodes nodes, boolean threads, boolean origins) {

        /** Only the figures of the flow. */
        public static final Level FLOW = new Level(Nodes.NONE, false, false);

        /** Returns the level that collects the figures of two levels. */
        public Level and(Level other) {
            return new Level(
                    nodes.compareTo(other.nodes) >= 0 ? nodes : other.nodes,
                    threads || other.threads,
                    origins || other.origins);
        }
    }

    /**
     * Sum and range of a quantity.
     *
     * @param total sum; nanoseconds or bytes
     * @param max largest single value; 0 without values
     * @param min smallest single value; 0 without values
     */
    public record Range(long total, long max, long min) {

        public static final Range NONE = new Range(0, 0, 0);

        /**
         * Returns the combined sum and range. A range without values has no effect on the result.
         */
        public Range and(Range other) {
            if (equals(NONE)) {
                return other;
            }
            return other.equals(NONE)
                    ? this
                    : new Range(
                            total + other.total,
                            Math.max(max, other.max),
                            Math.min(min, other.min));
        }
    }

    /**
     * Figures of a flow or thread.
     *
     * @param messages number of received messages
     * @param elapsed time of processing, in nanoseconds
     * @param cpu processor time of processing, in nanoseconds
     * @param size size of the received messages in bytes, without MQMDs
     * @param waitNanos time that threads waited for messages
     * @param waitCpuNanos processor time that threads used while they waited
     * @param queueErrors number of messages that were rolled back because of an error of queues
     * @param messagesWithErrors number of messages with an error
     * @param errors number of errors of nodes
     * @param timeouts number of aggregations whose replies did not arrive in time
     * @param commits number of messages whose unit of work was committed
     * @param backouts number of messages whose unit of work was rolled back
     */
    public record Figures(
            long messages,
            Range elapsed,
            Range cpu,
            Range size,
            long waitNanos,
            long waitCpuNanos,
            long queueErrors,
            long messagesWithErrors,
            long errors,
            long timeouts,
            long commits,
            long backouts) {

        public static final Figures NONE =
                new Figures(0, Range.NONE, Range.NONE, Range.NONE, 0, 0, 0, 0, 0, 0, 0, 0);

        /** Returns the sum of these and other figures. */
        public Figures and(Figures other) {
            return new Figures(
                    messages + other.messages,
                    elapsed.and(other.elapsed),
                    cpu.and(other.cpu),
                    size.and(other.size),
                    waitNanos + other.waitNanos,
                    waitCpuNanos + other.waitCpuNanos,
                    queueErrors + other.queueErrors,
                    messagesWithErrors + other.messagesWithErrors,
                    errors + other.errors,
                    timeouts + other.timeouts,
                    commits + other.commits,
                    backouts + other.backouts);
        }
    }

    /**
     * Figures of a node.
     *
     * @param invocations number of messages that entered the node
     * @param elapsed time of the node itself, without the nodes after it, in nanoseconds
     * @param cpu processor time of the node itself, in nanoseconds
     * @param inputs number of messages by input terminal; empty if terminals are not collected
     * @param outputs number of messages by output terminal; empty if terminals are not collected
     */
    public record Node(
            long invocations,
            Range elapsed,
            Range cpu,
            Map<String, Long> inputs,
            Map<String, Long> outputs) {

        private Node only(Nodes kept) {
            return kept == Nodes.ADVANCED
                    ? this
                    : new Node(invocations, elapsed, cpu, Map.of(), Map.of());
        }
    }

    /**
     * Figures of the messages with an accounting origin.
     *
     * @param origin value of {@code Environment.Broker.Accounting.Origin}; empty if there is none
     * @param threads figures by the names of threads; empty if they are not collected
     * @param nodes figures by {@code flow.node}; empty if they are not collected
     */
    public record Origin(
            String origin, Figures flow, Map<String, Figures> threads, Map<String, Node> nodes) {}
}
