package io.millrace.benchmarks.drive;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;

import io.millrace.benchmarks.result.ResultRow;

import java.lang.management.ManagementFactory;

/**
 * Consumption of this process between {@link #begin} and {@link #end}: processor time of all
 * threads, including collector and compiler, and allocated bytes.
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
     * Returns the cost per message of all periods, of which there is at least one; for at least one
     * message.
     */
    public ResultRow.Cost perMessage(long messages) {
        int cores = Runtime.getRuntime().availableProcessors();
        return new ResultRow.Cost(
                100.0 * processor / wall / cores,
                processor / 1e6 / messages,
                (double) allocated / messages);
    }
}
