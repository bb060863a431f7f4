package io.millrace.engine.message;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import org.jspecify.annotations.Nullable;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The memory used by the message of one thread. The memory is measured, not counted: after a
 * certain amount of allocation, the thread traverses the message's trees. The creation of an
 * element therefore has no cost here, and deleted elements are no longer included.
 *
 * <p>A message can use a quarter of the heap. All messages of the process together can use half of
 * it. Memory outside the trees (strings in variables, lists, Java) is considered when little of the
 * heap is free. A message that has allocated more than its share then fails.
 *
 * <p>Only for the thread that processes the message, except {@link #held} and {@link #allocated}.
 */
public final class MessageMemory {

    /** Maximum number of bytes of a message. */
    public static final long MAX_BYTES = Heap.MAX_BYTES / 4;

    /** Maximum number of bytes of all messages of the process. */
    public static final long MAX_TOTAL_BYTES = Heap.MAX_BYTES / 2;

    /** Minimum size in bytes of bodies and buffers that are checked. */
    private static final int LARGE_BYTES = 1 << 20;

    private static final long STEP_BYTES = Math.max(1 << 16, Heap.MAX_BYTES / 256);
    private static final AtomicLong TOTAL = new AtomicLong();
    private static final ThreadLocal<MessageMemory> CURRENT =
            ThreadLocal.withInitial(MessageMemory::new);

    /**
     * Holder of the thread bean. It is initialized on first use, because short messages do not need
     * the classes that it loads.
     */
    private static final class Threads {
        static final com.sun.management.ThreadMXBean BEAN =
                (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    }

    /** The trees of a message. */
    @FunctionalInterface
    public interface Trees {
        /** Passes the tops of all trees to an action. The same top can be passed twice. */
        void forEach(Consumer<Element> action);
    }

    /** Trees of the message; null if they are unknown. */
    private @Nullable Trees trees;

    private long body;
    private long charged;
    private long begun = -1;
    private long next;

    /** Number of elements parsed since the trees were last measured. */
    private long parsed;

    private volatile long held;
    private volatile long allocated;

    /** Returns the number of bytes held by the messages of all threads, as last measured. */
    public static long total() {
        return TOTAL.get();
    }

    /** Returns the memory of the current thread's message. */
    public static MessageMemory current() {
        return CURRENT.get();
    }

    /**
     * Begins a message. This object becomes the memory of the thread.
     *
     * @param bodyBytes size of the body in bytes
     */
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

    /** Ends the message, which then holds no memory. */
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
     * Replaces the trees to measure.
     *
     * @return previous trees
     */
    public @Nullable Trees trees(@Nullable Trees value) {
        Trees before = trees;
        trees = value;
        return before;
    }

    /**
     * Returns the memory of the message in bytes at the last measurement. Safe for use by several
     * threads.
     */
    public long held() {
        return held;
    }

    /**
     * Returns the number of bytes that the message has allocated, including garbage. Safe for use
     * by several threads.
     */
    public long allocated() {
        return allocated;
    }

    /**
     * Measures the message if it has allocated much memory since the last measurement.
     *
     * @throws MillraceException with ESQL_MEMORY if the message uses more than its limit
     */
    public void measureIfDue(Limits limits) {
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
     * Counts elements that a content has created. Throws exceptions like {@link #measureIfDue}.
     *
     * @param all total number of elements that the content has created
     */
    void parsed(int elements, int all) {
        if (trees == null) {
            check((long) all * TreeSize.ELEMENT_BYTES);
            return;
        }
        parsed += elements;
        if (parsed * TreeSize.ELEMENT_BYTES >= STEP_BYTES + held / 4) {
            measureIfDue(Limits.DEFAULTS);
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
                    "little heap is free after garbage collection, and the message has allocated"
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
                    "the message uses about "
                            + Heap.megabytes(bytes)
                            + "; the limit is a quarter of the heap, "
                            + Heap.megabytes(MAX_BYTES)
                            + "; "
                            + Heap.REMEDY);
        }
        if (TOTAL.get() > MAX_TOTAL_BYTES) {
            throw exceeded(
                    "the messages of all flows use about "
                            + Heap.megabytes(TOTAL.get())
                            + "; the limit is half of the heap, "
                            + Heap.megabytes(MAX_TOTAL_BYTES)
                            + "; "
                            + Heap.REMEDY
                            + ", or run fewer instances");
        }
    }

    /**
     * Returns the number of bytes that can be allocated before the trees are measured again. The
     * number is large enough to justify the traversal.
     */
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
     * Checks that the heap has room for a large buffer. Must be called before the buffer is
     * created.
     *
     * @throws MillraceException with ESQL_MEMORY if the heap has no room for it
     */
    public static void reserve(long bytes) {
        if (bytes >= LARGE_BYTES && !Heap.hasRoom(bytes)) {
            throw exceeded(
                    "a buffer of "
                            + Heap.megabytes(bytes)
                            + " is required, but the heap of "
                            + Heap.megabytes(Heap.MAX_BYTES)
                            + " has no room for it; "
                            + Heap.REMEDY);
        }
    }

    private static MillraceException exceeded(String text) {
        return new MillraceException(ErrorCode.ESQL_MEMORY, text);
    }
}
