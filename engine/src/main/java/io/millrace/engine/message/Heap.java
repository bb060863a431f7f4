package io.millrace.engine.message;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicInteger;

/** The heap of the process. */
public final class Heap {

    /** Maximum size of the heap in bytes. */
    public static final long MAX_BYTES = Runtime.getRuntime().maxMemory();

    static final String REMEDY = "make the heap larger (MILLRACE_OPTS=-Xmx...)";

    /**
     * Percentage of the old generation in use after garbage collection above which the process is
     * short of memory.
     */
    private static final int SHORT_PERCENT = 80;

    /** Percentage of the old generation that is left free for other uses. */
    private static final int RESERVE_PERCENT = 5;

    private static final AtomicInteger EXHAUSTED = new AtomicInteger();

    private Heap() {}

    /** Counts an error caused by an exhausted heap. */
    public static void reportExhausted() {
        EXHAUSTED.incrementAndGet();
    }

    /** Returns the number of times that the heap was exhausted. */
    public static int exhausted() {
        return EXHAUSTED.get();
    }

    /** The pool of long-lived objects. */
    private static final class Old {
        static final MemoryPoolMXBean POOL =
                ManagementFactory.getMemoryPoolMXBeans().stream()
                        .filter(p -> p.getType() == MemoryType.HEAP)
                        .max(Comparator.comparingLong(p -> maximum(p.getUsage())))
                        .orElseThrow();
    }

    private static long maximum(MemoryUsage usage) {
        return usage.getMax() < 0 ? MAX_BYTES : usage.getMax();
    }

    /** Whether little of the old generation was free after the last garbage collection. */
    public static boolean isShort() {
        MemoryUsage usage = Old.POOL.getCollectionUsage();
        return usage != null && usage.getUsed() > maximum(usage) / 100 * SHORT_PERCENT;
    }

    /**
     * Whether the heap has room for an object of a size in bytes. Collects garbage if necessary.
     */
    static boolean hasRoom(long bytes) {
        if (bytes <= free()) {
            return true;
        }
        // The virtual machine would also collect garbage, but throws an error if that is not
        // sufficient.
        System.gc();
        return bytes <= free();
    }

    private static long free() {
        MemoryUsage usage = Old.POOL.getUsage();
        long maximum = maximum(usage);
        return maximum - usage.getUsed() - maximum / 100 * RESERVE_PERCENT;
    }

    /** Formats a number of bytes in megabytes. */
    public static String megabytes(long bytes) {
        return (bytes >> 20) + " MB";
    }
}
