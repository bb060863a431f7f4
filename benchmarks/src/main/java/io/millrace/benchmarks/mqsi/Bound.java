package io.millrace.benchmarks.mqsi;

import io.millrace.benchmarks.result.ResultRow;

/** The limit of a case: the processor, and the part of the chain that the others waited for. */
public final class Bound {

    /** Limit of the report's Appendix A. */
    private static final double CPU_AVERAGE = 70;

    /** A part waits if it does so for a twentieth of the time. */
    private static final double LATE = 1.05;

    private Bound() {}

    /** Returns for example {@code processor, broker}. */
    public static String of(ResultRow row) {
        boolean busy = row.cost() != null && row.cost().cpuPercent() > CPU_AVERAGE;
        return (busy ? "processor, " : "") + part(row);
    }

    /** Returns the part that still had work when the part before it was done. */
    private static String part(ResultRow row) {
        double evaluated = row.extra().get("evaluatedSeconds");
        if (row.extra().get("seconds") > LATE * evaluated) {
            return "output adapter";
        }
        boolean behind = evaluated > LATE * row.extra().get("readSeconds");
        boolean paused = row.extra().get("pausedSeconds") > (LATE - 1) * evaluated;
        return behind || paused ? "broker" : "input adapter";
    }
}
