package io.millrace.benchmarks.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** When this process has to die: at a crash point, the n-th time that it gets there. */
final class Doom {

    /** Exit code of a process that died at its crash point. */
    static final int HALTED = 9;

    /** Exit code of a process without memory. */
    private static final int EXHAUSTED = 3;

    private static final int HOARDED_BYTES = 1 << 16;

    private static final String PROPERTY = "millrace.torture.point";

    private static final Doom FATE = parse(System.getProperty(PROPERTY, ""));

    private final CrashPoint point;
    private final AtomicInteger left;

    private Doom(CrashPoint point, int times) {
        this.point = point;
        this.left = new AtomicInteger(times);
    }

    /** Returns the option that sets the crash point of a process. */
    static String option(CrashPoint point, int times) {
        return "-D" + PROPERTY + "=" + point.name() + ":" + times;
    }

    private static Doom parse(String text) {
        int colon = text.indexOf(':');
        return colon < 0
                ? new Doom(null, 0)
                : new Doom(
                        CrashPoint.valueOf(text.substring(0, colon).toUpperCase(Locale.ROOT)),
                        Integer.parseInt(text.substring(colon + 1)));
    }

    /** Whether a process with this exit code died at its crash point. */
    static boolean isOf(int exitCode) {
        return exitCode == HALTED || exitCode == EXHAUSTED;
    }

    private static void exhaust() {
        List<byte[]> hoard = new ArrayList<>();
        while (true) {
            hoard.add(new byte[HOARDED_BYTES]);
        }
    }

    /** Signals that the process has reached a point. If it must die there, this does not return. */
    static void at(CrashPoint here) {
        if (FATE.point == here && FATE.left.decrementAndGet() == 0) {
            if (here == CrashPoint.EXHAUSTED) {
                exhaust();
            }
            // As abrupt as a kill: no hooks, nothing is flushed.
            Runtime.getRuntime().halt(HALTED);
        }
    }
}
