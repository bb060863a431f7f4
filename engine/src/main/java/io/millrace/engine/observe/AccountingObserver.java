package io.millrace.engine.observe;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;

import org.jspecify.annotations.Nullable;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An observer that collects the figures of one thread. The processing of a message lasts until the
 * next message of the unit begins; the commit belongs to the last message. The processor time of a
 * unit is divided equally among its messages, because reading the processor time for each message
 * would take as long as a fast node.
 */
final class AccountingObserver implements FlowObserver {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final boolean HAS_CPU = THREADS.isCurrentThreadCpuTimeSupported();

    /** Maximum number of origins. The messages of further origins are counted without origin. */
    private static final int MAX_ORIGINS = 1_000;

    private static final int MAX_ORIGIN_LENGTH = 100;
    private static final long SHORT_WAIT_NANOS = 50_000;
    private static final int QUEUE_ERRORS = 5;
    private static final int CODES = 1_000;
    private static final String TIMEOUT = "timeout";

    private final String instance;
    private final FlowObserver other;
    private final Map<String, AccountingData> origins = new ConcurrentHashMap<>();

    /** Accounting data of the processed messages of the current unit, in processing order. */
    private final ArrayDeque<AccountingData> unit = new ArrayDeque<>();

    private volatile AccountingRecord.@Nullable Level level;

    /** Level of the current message; null while nothing is collected. */
    private AccountingRecord.@Nullable Level current;

    private AccountingData data = new AccountingData();
    private boolean open;
    private String origin = "";
    private int size;
    private long start;
    private long unitCpu;
    private long idle;
    private long idleCpu;

    /**
     * Two numbers for each node that is being executed: the processor time at its start, and the
     * processor time of the nodes after it.
     */
    private long[] cpu = new long[2 * 16];

    private int depth;

    AccountingObserver(String instance, FlowObserver other) {
        this.instance = instance;
        this.other = other;
    }

    boolean isFor(FlowObserver observer) {
        return other == observer;
    }

    /** Sets the level that applies from the next message; null to collect nothing. */
    void level(AccountingRecord.@Nullable Level next) {
        take(new HashMap<>());
        level = next;
    }

    /** Adds the figures since the last call to sums by origin. */
    void take(Map<String, AccountingSum> sums) {
        origins.forEach(
                (name, figures) -> {
                    AccountingSum sum = sums.computeIfAbsent(name, o -> new AccountingSum());
                    AccountingRecord.Level collected = level;
                    boolean thread = collected != null && collected.threads();
                    figures.take(sum, thread ? instance : null);
                });
    }

    private static long cpuTime() {
        return HAS_CPU ? THREADS.getCurrentThreadCpuTime() : 0;
    }

    @Override
    public void began(String inputNode, int bytes) {
        other.began(inputNode, bytes);
        AccountingRecord.Level collected = level;
        if (collected == null && current == null) {
            return;
        }
        begin(collected, inputNode, bytes);
    }

    private void begin(AccountingRecord.@Nullable Level collected, String inputNode, int bytes) {
        long now = System.nanoTime();
        if (open) {
            close(now);
        }
        current = collected;
        if (collected == null) {
            idle = 0;
            unit.clear();
            return;
        }
        if (unit.isEmpty()) {
            beginUnit(now);
        }
        open = true;
        origin = "";
        size = bytes;
        start = now;
        depth = 0;
        data = collected.origins() ? new AccountingData() : of("");
        if (collected.nodes() != AccountingRecord.Nodes.NONE) {
            data.node(inputNode).entered();
        }
    }

    /** Counts the wait before a unit. After a short wait, the processor time is not read again. */
    private void beginUnit(long now) {
        if (idle != 0 && now - idle < SHORT_WAIT_NANOS) {
            unitCpu = idleCpu;
            data.waited(now - idle, 0);
            return;
        }
        unitCpu = cpuTime();
        if (idle != 0) {
            data.waited(now - idle, unitCpu - idleCpu);
        }
    }

    private AccountingData of(String name) {
        AccountingData known = origins.get(name);
        if (known != null) {
            return known;
        }
        return origins.size() < MAX_ORIGINS || name.isEmpty()
                ? origins.computeIfAbsent(name, o -> new AccountingData())
                : of("");
    }

    /** Ends the processing of the message. */
    private void close(long now) {
        open = false;
        data.message(now - start, size);
        AccountingRecord.Level collected = current;
        if (collected != null && collected.origins()) {
            AccountingData sum = of(origin);
            data.moveTo(sum);
            data = sum;
        }
        unit.add(data);
    }

    @Override
    public void entered(String node, String terminal, MessageAssembly message) {
        other.entered(node, terminal, message);
        AccountingRecord.Level collected = current;
        if (collected == null || collected.nodes() == AccountingRecord.Nodes.NONE) {
            return;
        }
        AccountingData.Node figures = data.node(node);
        figures.entered();
        if (collected.nodes() == AccountingRecord.Nodes.ADVANCED) {
            figures.input(terminal);
            push();
        }
    }

    @Override
    public Element sent(String node, Element root, String headers) {
        return other.sent(node, root, headers);
    }

    private void push() {
        if (2 * depth == cpu.length) {
            cpu = Arrays.copyOf(cpu, 2 * cpu.length);
        }
        cpu[2 * depth] = cpuTime();
        cpu[2 * depth + 1] = 0;
        depth++;
    }

    /** Returns the processor time of the node itself. */
    private long pop() {
        if (depth == 0) {
            return 0;
        }
        depth--;
        long all = cpuTime() - cpu[2 * depth];
        long own = all - cpu[2 * depth + 1];
        if (depth > 0) {
            cpu[2 * depth - 1] += all;
        }
        return own;
    }

    @Override
    public void left(String node, long own, @Nullable MillraceException thrown) {
        other.left(node, own, thrown);
        AccountingRecord.Level collected = current;
        if (collected == null) {
            return;
        }
        if (thrown != null) {
            data.error();
        }
        if (collected.nodes() != AccountingRecord.Nodes.NONE) {
            boolean measured = collected.nodes() == AccountingRecord.Nodes.ADVANCED;
            data.node(node).left(own, measured ? pop() : 0);
        }
    }

    @Override
    public void propagated(String node, String terminal, boolean wired, MessageAssembly message) {
        other.propagated(node, terminal, wired, message);
        AccountingRecord.Level collected = current;
        if (collected == null) {
            return;
        }
        if (terminal.equals(TIMEOUT)) {
            data.timeout();
        }
        if (collected.nodes() == AccountingRecord.Nodes.ADVANCED) {
            data.node(node).output(terminal);
        }
        if (collected.origins()) {
            readOrigin(message.environment());
        }
    }

    private void readOrigin(Element environment) {
        Element broker = environment.child("Broker");
        Element accounting = broker == null ? null : broker.child("Accounting");
        Element named = accounting == null ? null : accounting.child("Origin");
        String text = named == null ? null : named.text();
        if (text != null) {
            origin = text.substring(0, Math.min(text.length(), MAX_ORIGIN_LENGTH));
        }
    }

    @Override
    public void ended(String inputNode, boolean committed, @Nullable MillraceException failure) {
        other.ended(inputNode, committed, failure);
        if (current == null) {
            return;
        }
        if (open) {
            idle = System.nanoTime();
            close(idle);
            idleCpu = cpuTime();
            long share = (idleCpu - unitCpu) / unit.size();
            unit.forEach(message -> message.cpu(share));
        }
        AccountingData ended = unit.poll();
        if (ended == null) {
            return;
        }
        ended.ended(committed);
        if (failure != null) {
            boolean queues = !committed && failure.root().code().number() / CODES == QUEUE_ERRORS;
            ended.failed(queues);
        }
    }

    @Override
    public void failed(String inputNode) {
        other.failed(inputNode);
    }

    @Override
    public void note(String node, String text) {
        other.note(node, text);
    }
}
