package io.millrace.engine.observe;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Figures of one thread for one accounting origin. Only that thread adds values; another thread can
 * take the values added since it last took them. A value that is added while another thread takes
 * the values can be missing in the minimum and maximum of the interval, but never in a sum.
 */
final class AccountingData {

    /** A number that one thread increments and another thread reads. */
    private static final class Count extends AtomicLong {
        private static final long serialVersionUID = 1L;

        private long taken;

        void add(long n) {
            setOpaque(getPlain() + n);
        }

        long take() {
            long now = getOpaque();
            long since = now - taken;
            taken = now;
            return since;
        }
    }

    /** Sum and range of a quantity. */
    private static final class Tally {
        private final Count total = new Count();
        private final AtomicLong max = new AtomicLong();
        private final AtomicLong min = new AtomicLong(Long.MAX_VALUE);

        void add(long value) {
            total.add(value);
            if (value > max.getOpaque()) {
                max.setOpaque(value);
            }
            if (value < min.getOpaque()) {
                min.setOpaque(value);
            }
        }

        AccountingRecord.Range take() {
            long least = min.getAndSet(Long.MAX_VALUE);
            return new AccountingRecord.Range(
                    total.take(), max.getAndSet(0), least == Long.MAX_VALUE ? 0 : least);
        }

        /** Moves everything to a tally of the same thread. */
        void moveTo(Tally to) {
            to.total.add(total.getPlain());
            to.max.setOpaque(Math.max(to.max.getOpaque(), max.getPlain()));
            to.min.setOpaque(Math.min(to.min.getOpaque(), min.getPlain()));
        }
    }

    /** The figures of a node. */
    static final class Node {
        private final Count invocations = new Count();
        private final Tally elapsed = new Tally();
        private final Tally cpu = new Tally();
        private final Map<String, Count> inputs = new ConcurrentHashMap<>();
        private final Map<String, Count> outputs = new ConcurrentHashMap<>();

        void entered() {
            invocations.add(1);
        }

        void left(long nanos, long cpuNanos) {
            elapsed.add(nanos);
            cpu.add(cpuNanos);
        }

        void input(String terminal) {
            count(inputs, terminal).add(1);
        }

        void output(String terminal) {
            count(outputs, terminal).add(1);
        }

        private static Count count(Map<String, Count> counts, String name) {
            Count known = counts.get(name);
            return known != null ? known : counts.computeIfAbsent(name, n -> new Count());
        }

        private static Map<String, Long> take(Map<String, Count> counts) {
            Map<String, Long> taken = new TreeMap<>();
            counts.forEach((name, count) -> taken.put(name, count.take()));
            return taken;
        }

        AccountingRecord.Node take() {
            return new AccountingRecord.Node(
                    invocations.take(), elapsed.take(), cpu.take(), take(inputs), take(outputs));
        }

        void moveTo(Node to) {
            to.invocations.add(invocations.getPlain());
            elapsed.moveTo(to.elapsed);
            cpu.moveTo(to.cpu);
            inputs.forEach((name, n) -> count(to.inputs, name).add(n.getPlain()));
            outputs.forEach((name, n) -> count(to.outputs, name).add(n.getPlain()));
        }
    }

    private final Count messages = new Count();
    private final Tally elapsed = new Tally();
    private final Tally cpu = new Tally();
    private final Tally size = new Tally();
    private final Count waitNanos = new Count();
    private final Count waitCpuNanos = new Count();
    private final Count queueErrors = new Count();
    private final Count messagesWithErrors = new Count();
    private final Count errors = new Count();
    private final Count timeouts = new Count();
    private final Count commits = new Count();
    private final Count backouts = new Count();
    private final Map<String, Node> nodes = new ConcurrentHashMap<>();

    void message(long nanos, long bytes) {
        messages.add(1);
        elapsed.add(nanos);
        size.add(bytes);
    }

    /** Adds the processor time of a message. */
    void cpu(long nanos) {
        cpu.add(nanos);
    }

    void waited(long nanos, long cpuNanos) {
        waitNanos.add(nanos);
        waitCpuNanos.add(cpuNanos);
    }

    void error() {
        errors.add(1);
    }

    void timeout() {
        timeouts.add(1);
    }

    void ended(boolean committed) {
        (committed ? commits : backouts).add(1);
    }

    /** Counts a message with an error. */
    void failed(boolean ofQueues) {
        messagesWithErrors.add(1);
        if (ofQueues) {
            queueErrors.add(1);
        }
    }

    Node node(String name) {
        Node known = nodes.get(name);
        return known != null ? known : nodes.computeIfAbsent(name, n -> new Node());
    }

    /**
     * Adds these figures to other figures of the same thread. No other thread may have taken part
     * of these figures.
     */
    void moveTo(AccountingData to) {
        to.messages.add(messages.getPlain());
        elapsed.moveTo(to.elapsed);
        size.moveTo(to.size);
        to.waitNanos.add(waitNanos.getPlain());
        to.waitCpuNanos.add(waitCpuNanos.getPlain());
        to.errors.add(errors.getPlain());
        to.timeouts.add(timeouts.getPlain());
        nodes.forEach((name, node) -> node.moveTo(to.node(name)));
    }

    /**
     * Adds what was added since the last call to a sum.
     *
     * @param thread name of the thread, if the sum has figures of threads; otherwise null
     */
    void take(AccountingSum sum, @Nullable String thread) {
        AccountingRecord.Figures figures =
                new AccountingRecord.Figures(
                        messages.take(),
                        elapsed.take(),
                        cpu.take(),
                        size.take(),
                        waitNanos.take(),
                        waitCpuNanos.take(),
                        queueErrors.take(),
                        messagesWithErrors.take(),
                        errors.take(),
                        timeouts.take(),
                        commits.take(),
                        backouts.take());
        sum.add(figures);
        if (thread != null) {
            sum.addThread(thread, figures);
        }
        nodes.forEach((name, node) -> sum.addNode(name, node.take()));
    }
}
