package io.millrace.engine.message;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import java.util.function.Consumer;

/**
 * The memory that the SHARED variables of a flow hold: at most an eighth of the heap. Safe for use
 * by several threads.
 */
public final class SharedMemory {

    private static final long MAX_BYTES = Heap.MAX_BYTES / 8;

    /** Measurements take at most one part in this number of the elapsed time. */
    private static final int SHARE = 20;

    private static final long PAUSE_NANOS = 1_000_000;

    private final HeldMemory held;
    private volatile long next = System.nanoTime();

    /**
     * @param owner name of the flow
     */
    public SharedMemory(String owner) {
        this.held = new HeldMemory("SHARED variables of " + owner, MAX_BYTES);
    }

    /**
     * Whether a measurement is due: the variables exceed their limit, or enough time has passed
     * since the last measurement.
     */
    public boolean isDue() {
        return held.bytes() > MAX_BYTES || System.nanoTime() - next > 0;
    }

    /**
     * Measures the variables. The caller must ensure that they are not changed during the call.
     *
     * @throws MillraceException with ESQL_MEMORY if they hold too much memory
     */
    public void measure(Consumer<TreeSize> variables) {
        long begun = System.nanoTime();
        TreeSize size = new TreeSize();
        variables.accept(size);
        held.set(size.bytes());
        long now = System.nanoTime();
        next = now + SHARE * (now - begun) + PAUSE_NANOS;
        if (held.bytes() > MAX_BYTES) {
            throw new MillraceException(
                    ErrorCode.ESQL_MEMORY,
                    "the "
                            + held.owner()
                            + " use about "
                            + Heap.megabytes(held.bytes())
                            + "; the limit is an eighth of the heap, "
                            + Heap.megabytes(MAX_BYTES)
                            + "; delete data that is no longer needed, or "
                            + Heap.REMEDY);
        }
    }
}
