package io.millrace.engine.observe;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.MessageAssembly;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counters of the messages of a flow. Each thread counts in its own slot without locks. A snapshot
 * adds the slots, so its figures can be inconsistent for messages in progress.
 */
public final class Counters {

    /**
     * Figures of a flow since the start of counting.
     *
     * @param messages number of received messages
     * @param bytes size of the received messages without MQMDs
     * @param commits number of messages whose unit of work was committed
     * @param backouts number of messages whose unit of work was rolled back
     * @param errors number of messages with an error, caught or not
     * @param failed number of messages that were not processed and are not delivered again: moved
     *     to a backout destination, or lost
     * @param nanos total time of the units of work, from the receipt of the first message to the
     *     end
     * @param nodes figures by {@code flow.node}, sorted
     */
    public record Flow(
            long messages,
            long bytes,
            long commits,
            long backouts,
            long errors,
            long failed,
            long nanos,
            Map<String, NodeFigures> nodes) {}

    /**
     * Figures of a node.
     *
     * @param in number of messages that entered the node (for an input node: received messages)
     * @param errors number of errors of the node itself
     * @param nanos time of the node itself, without the nodes after it; 0 for input nodes
     * @param terminals number of messages by output terminal, sorted
     */
    public record NodeFigures(long in, long errors, long nanos, Map<String, Long> terminals) {}

    private final Map<String, Slot> slots = new ConcurrentHashMap<>();

    /**
     * Returns the observer for the thread with a name. A later thread with that name continues the
     * same figures.
     */
    public FlowObserver slot(String thread) {
        return slots.computeIfAbsent(thread, t -> new Slot());
    }

    /** Returns the sums of all slots. */
    public Flow snapshot() {
        Slot sum = new Slot();
        slots.values().forEach(s -> s.addTo(sum));
        Map<String, NodeFigures> nodes = new TreeMap<>();
        sum.nodes.forEach(
                (name, n) -> {
                    Map<String, Long> terminals = new TreeMap<>();
                    n.terminals.forEach(
                            (terminal, count) -> terminals.put(terminal, count.value()));
                    nodes.put(
                            name,
                            new NodeFigures(
                                    n.in.value(), n.errors.value(), n.nanos.value(), terminals));
                });
        return new Flow(
                sum.messages.value(),
                sum.bytes.value(),
                sum.commits.value(),
                sum.backouts.value(),
                sum.errors.value(),
                sum.failed.value(),
                sum.nanos.value(),
                nodes);
    }

    /** A number that one thread increments and other threads can read. */
    private static final class Count extends AtomicLong {
        void add(long n) {
            setOpaque(getPlain() + n);
        }

        long value() {
            return getOpaque();
        }
    }

    private static final class NodeSlot {
        private final Count in = new Count();
        private final Count errors = new Count();
        private final Count nanos = new Count();
        private final Map<String, Count> terminals = new ConcurrentHashMap<>();

        void addTo(NodeSlot sum) {
            sum.in.add(in.value());
            sum.errors.add(errors.value());
            sum.nanos.add(nanos.value());
            terminals.forEach(
                    (name, count) ->
                            sum.terminals
                                    .computeIfAbsent(name, n -> new Count())
                                    .add(count.value()));
        }
    }

    private static final class Slot implements FlowObserver {
        private final Count messages = new Count();
        private final Count bytes = new Count();
        private final Count commits = new Count();
        private final Count backouts = new Count();
        private final Count errors = new Count();
        private final Count failed = new Count();
        private final Count nanos = new Count();
        private final Map<String, NodeSlot> nodes = new ConcurrentHashMap<>();
        private long since;

        /** Whether the next message is the first one of a unit. */
        private boolean ended = true;

        private NodeSlot node(String name) {
            NodeSlot known = nodes.get(name);
            return known != null ? known : nodes.computeIfAbsent(name, n -> new NodeSlot());
        }

        void addTo(Slot sum) {
            sum.messages.add(messages.value());
            sum.bytes.add(bytes.value());
            sum.commits.add(commits.value());
            sum.backouts.add(backouts.value());
            sum.errors.add(errors.value());
            sum.failed.add(failed.value());
            sum.nanos.add(nanos.value());
            nodes.forEach((name, n) -> n.addTo(sum.node(name)));
        }

        @Override
        public void began(String inputNode, int size) {
            if (ended) {
                since = System.nanoTime();
                ended = false;
            }
            messages.add(1);
            bytes.add(size);
            node(inputNode).in.add(1);
        }

        @Override
        public void entered(String node, String terminal, MessageAssembly message) {
            node(node).in.add(1);
        }

        @Override
        public void left(String node, long own, @Nullable MillraceException thrown) {
            NodeSlot n = node(node);
            n.nanos.add(own);
            if (thrown != null) {
                n.errors.add(1);
            }
        }

        @Override
        public void propagated(
                String node, String terminal, boolean wired, MessageAssembly message) {
            Map<String, Count> terminals = node(node).terminals;
            Count known = terminals.get(terminal);
            (known != null ? known : terminals.computeIfAbsent(terminal, t -> new Count())).add(1);
        }

        @Override
        public void ended(
                String inputNode, boolean committed, @Nullable MillraceException failure) {
            (committed ? commits : backouts).add(1);
            if (failure != null) {
                errors.add(1);
            }
            long now = System.nanoTime();
            nanos.add(now - since);
            // Messages in the same unit end together: the time is counted once.
            since = now;
            ended = true;
        }

        @Override
        public void failed(String inputNode) {
            failed.add(1);
        }
    }
}
