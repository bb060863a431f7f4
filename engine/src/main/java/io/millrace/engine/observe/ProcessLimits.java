package io.millrace.engine.observe;

import com.sun.management.UnixOperatingSystemMXBean;

import io.millrace.engine.message.Heap;
import io.millrace.engine.message.HeldMemory;
import io.millrace.engine.message.MessageMemory;
import io.millrace.engine.setting.LimitUse;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;

/** The limits of the process: memory, threads and open files. */
public final class ProcessLimits {

    private ProcessLimits() {}

    /** Returns the limits with their current values. */
    public static List<LimitUse> read() {
        List<LimitUse> uses = new ArrayList<>();
        Runtime process = Runtime.getRuntime();
        uses.add(
                LimitUse.bytes(
                        "heap", "", process.totalMemory() - process.freeMemory(), Heap.MAX_BYTES));
        uses.add(
                LimitUse.bytes(
                        "memory",
                        "messages of all flows",
                        MessageMemory.total(),
                        MessageMemory.MAX_TOTAL_BYTES));
        HeldMemory.all().forEach(held -> uses.add(held.use()));
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        uses.add(
                LimitUse.count("threads", "", threads.getThreadCount(), LimitUse.NO_MAXIMUM)
                        .raised(threads.getPeakThreadCount()));
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os) {
            uses.add(
                    LimitUse.count(
                            "open files",
                            "",
                            os.getOpenFileDescriptorCount(),
                            os.getMaxFileDescriptorCount()));
        }
        return uses;
    }
}
