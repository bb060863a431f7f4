package io.millrace.benchmarks.mqsi;

import io.millrace.benchmarks.result.ResultRow;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The limit of a case: resources by the limits of the report's Appendix A, and the part of the
 * chain that the others waited for.
 */
public final class Bound {

    /** Limits of Appendix A, in percent and pages per second. */
    private static final Map<String, Map<String, Double>> LIMITS = new LinkedHashMap<>();

    static {
        LIMITS.put("processor", Map.of("cpuMostPercent", 90.0, "cpuAbove85Percent", 50.0));
        LIMITS.put("memory", Map.of("swapInsPerSecond", 5.0));
        LIMITS.put("disk", Map.of("ioWaitPercent", 40.0, "diskBusyPercent", 50.0));
    }

    private static final double CPU_AVERAGE = 70;

    /** A part waits if it does so for a twentieth of the time. */
    private static final double LATE = 1.05;

    private static final double WAITED = 0.05;

    private Bound() {}

    /** Returns for example {@code processor, broker}. */
    public static String of(ResultRow row) {
        Set<String> words = new LinkedHashSet<>();
        if (row.cost() != null && row.cost().cpuPercent() > CPU_AVERAGE) {
            words.add("processor");
        }
        LIMITS.forEach(
                (word, limits) ->
                        limits.forEach(
                                (name, limit) -> {
                                    if (figure(row, name) > limit) {
                                        words.add(word);
                                    }
                                }));
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
