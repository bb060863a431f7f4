package io.millrace.benchmarks.report;

import io.millrace.benchmarks.result.RunResult;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A figure or a ratio of two figures of the same source: {@code (of - minus) / to * times}.
 *
 * @param of numerator
 * @param minus figure that is subtracted from the numerator, or null
 * @param to denominator, or null
 * @param times factor, or null
 */
record Ratio(Point of, Point minus, Point to, Double times) {

    /**
     * A value with the run that measured it. If no run has all figures, the run is null and the
     * value is NaN.
     */
    record Found(RunResult run, double value) {}

    double of(ToDoubleFunction<Point> figures) {
        double value = figures.applyAsDouble(of);
        value -= minus == null ? 0 : figures.applyAsDouble(minus);
        value /= to == null ? 1 : figures.applyAsDouble(to);
        return value * (times == null ? 1 : times);
    }

    /**
     * Returns the ratio of the first run that has all figures. Figures of different runs are never
     * combined.
     */
    Found in(List<RunResult> newestFirst) {
        return newestFirst.stream()
                .map(run -> new Found(run, of(point -> point.in(run))))
                .filter(found -> Double.isFinite(found.value))
                .findFirst()
                .orElse(new Found(null, Double.NaN));
    }
}
