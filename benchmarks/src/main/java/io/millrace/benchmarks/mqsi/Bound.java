package io.millrace.benchmarks.mqsi;

import io.millrace.benchmarks.result.ResultRow;

import java.util.ArrayList;
import java.util.List;

/**
 * The limit of a case: resources by the limits of the report's Appendix A, and the part of the
 * chain that the others waited for.
 */
public final class Bound {

    private static final double CPU_AVERAGE = 70;
    private static final double CPU_MAX = 90;
    private static final double CPU_HIGH = 50;
    private static final double PAGE_INS = 5;
    private static final double IO_WAIT = 40;
    private static final double DISK = 50;

    /** A part waits if it does so for a twentieth of the time. */
    private static final double LATE = 1.05;

    private static final double WAITED = 0.05;

    private Bound() {}

    /** Returns for example {@code processor, broker}. */
    public static String of(ResultRow row) {
        List<String> words = new ArrayList<>();
        double cpu = row.cost() == null ? 0 : row.cost().cpuPercent();
        if (cpu > CPU_AVERAGE
                || figure(row, "cpuMostPercent") > CPU_MAX
                || figure(row, "cpuAbove85Percent") > CPU_HIGH) {
            words.add("processor");
        }
        if (figure(row, "swapInsPerSecond") > PAGE_INS) {
            words.add("memory");
        }
        if (figure(row, "ioWaitPercent") > IO_WAIT || figure(row, "diskBusyPercent") > DISK) {
            words.add("disk");
        }
        words.add(part(row));
        return String.join(", ", words);
    }

    /** Returns the part that still had work when the part before it was done. */
    private static String part(ResultRow row) {
        double evaluated = figure(row, "evaluatedSeconds");
        if (figure(row, "seconds") > LATE * evaluated) {
            return "output adapter";
        }
        boolean behind = evaluated > LATE * figure(row, "readSeconds");
        boolean paused = figure(row, "pausedSeconds") > WAITED * evaluated;
        return behind || paused ? "broker" : "input adapter";
    }

    private static double figure(ResultRow row, String name) {
        return row.extra().getOrDefault(name, Double.NaN);
    }
}
