package io.millrace.benchmarks.report;

import io.millrace.benchmarks.page.Cell;

import java.util.Locale;
import java.util.OptionalDouble;

/** Figures in words. What was not measured is said, and never looks like zero. */
final class Numbers {

    static final Cell NOT_MEASURED = new Cell("not measured", Cell.Tone.MUTED);

    private static final int KB = 1024;

    private Numbers() {}

    /**
     * About three digits: {@code 12,345}, {@code 123}, {@code 12.3}, {@code 1.23}, {@code 0.0123}.
     */
    static String brief(double value) {
        double size = Math.abs(value);
        String format =
                size >= 100
                        ? "%,.0f"
                        : size >= 10
                                ? "%.1f"
                                : size >= 0.1 || size == 0
                                        ? "%.2f"
                                        : size >= 0.01 ? "%.3f" : "%.2g";
        return String.format(Locale.ROOT, format, value);
    }

    static Cell cell(Double value) {
        return value == null ? NOT_MEASURED : Cell.of(brief(value));
    }

    static Cell cell(OptionalDouble value) {
        return value.isEmpty() ? NOT_MEASURED : Cell.of(brief(value.getAsDouble()));
    }

    /** A size as the reports print them: {@code 4 KB}. */
    static String size(int bytes) {
        return bytes == 0 ? "" : bytes % KB == 0 ? bytes / KB + " KB" : bytes + " bytes";
    }

    static String yes(boolean is) {
        return is ? "yes" : "no";
    }
}
