package io.millrace.engine.message;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Memory that the message of one thread takes. It is measured, not counted: a thread whose message
 * has allocated much since the last time walks the message's trees. So creating an element costs
 * nothing here, and what was deleted counts no more.
 *
 * <p>A message can take a quarter of the heap, all messages of the process together half of it.
 * Memory that no tree shows (strings in variables, lists, Java) counts when the heap is short: then
 * a message that has allocated more than its share fails.
 *
 * <p>Used by the thread of the message only, except {@link #held} and {@link #allocated}.
 */
public final class MessageMemory {

    /** Bytes that a message can take. */
    public static final long MAX_BYTES = Heap.MAX_BYTES / 4;

    /** Bytes that all messages of the process can take. */
    public static final long MAX_TOTAL_BYTES = Heap.MAX_BYTES / 2;

    /** Smaller bodies and buffers are not looked at. */
    private static final int LARGE_BYTES = 1 << 20;

    private static final long STEP_BYTES = Math.max(1 << 16, Heap.MAX_BYTES / 256);
    private static final AtomicLong TOTAL = new AtomicLong();
    private static final ThreadLocal<MessageMemory> CURRENT =
            ThreadLocal.withInitial(MessageMemory::new);

    /** Reading it loads classes that short messages do not need. */
    private static final class Threads {
        static final com.sun.management.ThreadMXBean BEAN =
                (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    }

    /** Trees of a message. */
    @FunctionalInterface
    public interface Trees {
        /** Gives the tops of all trees; the same one may come twice. */
        void forEach(Consumer<Element> action);
    }

    /** Null where nobody knows them. */
    private Trees trees;

    private long body;
    private long charged;
    private long begun = -1;
    private long next;

    /** Elements parsed since the trees were measured. */
    private long parsed;

    private volatile long held;
    private volatile long allocated;

    /** Bytes that the messages of all threads hold, as far as they were measured. */
    public static long total() {
        return TOTAL.get();
    }

    /** Memory of the thread's message. */
    public static MessageMemory current() {
        return CURRENT.get();
    }

    /** Begins a message with a body of so many bytes, and makes this the thread's memory. */
    public void begin(long bodyBytes) {
        if (CURRENT.get() != this) {
            CURRENT.set(this);
        }
        begun = -1;
        next = 0;
        if (bodyBytes >= LARGE_BYTES) {
            body = bodyBytes;
            hold(bodyBytes);
        }
    }

    /** Ends the message: it holds nothing. */
    public void end() {
        trees = null;
        parsed = 0;
        body = 0;
        if (held != 0 || charged != 0) {
            hold(0);
        }
        if (allocated != 0) {
            allocated = 0;
        }
    }

    /**
     * Replaces the trees that are measured.
     *
     * @return those before; null for none
     */
    public Trees trees(Trees value) {
        Trees before = trees;
        trees = value;
        return before;
    }

    /** Bytes that the message held when it was last measured; for any thread. */
    public long held() {
        return held;
    }

    /** Bytes that the message has allocated, garbage included; for any thread. */
    public long allocated() {
        return allocated;
    }

    /**
     * Measures the message if it has allocated much since the last time.
     *
     * @throws MillraceException with ESQL_MEMORY where it takes more than it can
     */
    public void look(Limits limits) {
        long now = Threads.BEAN.getCurrentThreadAllocatedBytes();
        if (begun < 0) {
            begun = now;
            next = now + step(0, limits);
        }
        allocated = now - begun;
        if (now >= next) {
            measure(limits, now);
        }
    }

    /**
     * Counts elements that a content has made; throws as {@link #look} does.
     *
     * @param all how many it has made by now
     */
    void parsed(int elements, int all) {
        if (trees == null) {
            check((long) all * TreeSize.ELEMENT_BYTES);
            return;
        }
        parsed += elements;
        if (parsed * TreeSize.ELEMENT_BYTES >= STEP_BYTES + held / 4) {
            look(Limits.DEFAULTS);
        }
    }

    private void measure(Limits limits, long now) {
        TreeSize size = new TreeSize();
        if (trees != null) {
            trees.forEach(size::add);
            parsed = 0;
        }
        next = now + step(size.elements(), limits);
        hold(body + size.bytes());
        if (size.elements() > limits.treeElements()) {
            throw exceeded(
                    "the trees of the message have "
                            + size.elements()
                            + " elements; the limit is "
                            + limits.treeElements()
                            + " (treeElements, under limits in application.yaml)");
        }
        check(held);
        if (allocated > MAX_BYTES && Heap.isShort()) {
            throw exceeded(
                    "the heap is short of memory after garbage collection, and the message has"
                            + " allocated "
                            + Heap.megabytes(allocated)
                            + ", more than its share of "
                            + Heap.megabytes(MAX_BYTES)
                            + "; "
                            + Heap.REMEDY);
        }
    }

    private static void check(long bytes) {
        if (bytes > MAX_BYTES) {
            throw exceeded(
                    "the message takes about "
                            + Heap.megabytes(bytes)
                            + "; the limit is a quarter of the heap, "
                            + Heap.megabytes(MAX_BYTES)
                            + "; "
                            + Heap.REMEDY);
        }
        if (TOTAL.get() > MAX_TOTAL_BYTES) {
            throw exceeded(
                    "the messages of all flows take about "
                            + Heap.megabytes(TOTAL.get())
                            + "; the limit is half of the heap, "
                            + Heap.megabytes(MAX_TOTAL_BYTES)
                            + "; "
                            + Heap.REMEDY
                            + ", or run fewer instances");
        }
    }

    /** How much may be allocated before the trees are measured again: it pays for the walk. */
    private long step(long elements, Limits limits) {
        long left = Math.max(elements / 8 + 64, limits.treeElements() - elements);
        return Math.min(STEP_BYTES + held / 4, left * TreeSize.ELEMENT_BYTES);
    }

    private void hold(long bytes) {
        TOTAL.addAndGet(bytes - charged);
        charged = bytes;
        held = bytes;
    }

    /**
     * Must come before a large buffer is made.
     *
     * @throws MillraceException with ESQL_MEMORY where the heap has no room for it
     */
    public static void reserve(long bytes) {
        if (bytes >= LARGE_BYTES && !Heap.hasRoom(bytes)) {
            throw exceeded(
                    "a buffer of "
                            + Heap.megabytes(bytes)
                            + " is needed, and the heap of "
                            + Heap.megabytes(Heap.MAX_BYTES)
                            + " has no room for it; "
                            + Heap.REMEDY);
        }
    }

    private static MillraceException exceeded(String text) {
        return new MillraceException(ErrorCode.ESQL_MEMORY, text);
    }
}
