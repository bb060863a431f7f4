package io.millrace.benchmarks.drive;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;

import io.millrace.benchmarks.result.ResultRow;

import java.lang.management.ManagementFactory;

/**
 * A meter of the processor time of this process, including the garbage collector and the compiler,
 * and of its allocated bytes, between {@link #begin} and {@link #end}.
 */
public final class Meter {

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long wall;
    private long processor;
    private long allocated;

    public void begin() {
        add(-1);
    }

    public void end() {
        add(1);
    }

    private void add(int sign) {
        wall += sign * System.nanoTime();
        processor += sign * SYSTEM.getProcessCpuTime();
        allocated += sign * THREADS.getTotalThreadAllocatedBytes();
    }

    /**
     * Returns the cost per message of all periods. At least one period and one message are
     * required.
     */
    public ResultRow.Cost perMessage(long messages) {
        int cores = Runtime.getRuntime().availableProcessors();
        return new ResultRow.Cost(
                100.0 * processor / wall / cores,
                processor / 1e6 / messages,
                (double) allocated / messages);
    }
}
