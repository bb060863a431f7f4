package io.millrace.benchmarks.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * A logarithmic axis.
 *
 * @param low the value at {@code begin}, more than 0
 * @param high the value at {@code end}
 */
record Scale(double low, double high, double begin, double end) {

    private static final int MOST_TICKS = 6;
    private static final double[] STEPS = {1, 2, 5};

    /** From a little below the smallest value to a little above the largest. */
    static Scale of(DoubleStream values, double begin, double end) {
        var all = values.filter(v -> v > 0).summaryStatistics();
        return all.getCount() == 0
                ? new Scale(1, 10, begin, end)
                : new Scale(all.getMin() / 1.25, all.getMax() * 1.25, begin, end);
    }

    double at(double value) {
        double share = Math.log(value / low) / Math.log(high / low);
        return begin + share * (end - begin);
    }

    /** Round values along the axis, not more than a handful. */
    List<Double> ticks() {
        List<Double> fine = new ArrayList<>();
        List<Double> coarse = new ArrayList<>();
        int first = (int) Math.floor(Math.log10(low));
        int last = (int) Math.ceil(Math.log10(high));
        for (int power = first; power <= last; power++) {
            for (double step : STEPS) {
                double value = step * Math.pow(10, power);
                if (value >= low && value <= high) {
                    fine.add(value);
                    if (step == 1) {
                        coarse.add(value);
                    }
                }
            }
        }
        if (fine.size() <= MOST_TICKS || coarse.isEmpty()) {
            return fine;
        }
        int every = (coarse.size() + MOST_TICKS - 1) / MOST_TICKS;
        List<Double> kept = new ArrayList<>();
        for (int i = 0; i < coarse.size(); i += every) {
            kept.add(coarse.get(i));
        }
        return kept;
    }

    /** A value in few characters: {@code 0.5}, {@code 200}, {@code 10k}, {@code 2M}. */
    static String brief(double value) {
        double size = Math.abs(value);
        if (size >= 1e6) {
            return digits(value / 1e6) + "M";
        }
        return size >= 1e3 ? digits(value / 1e3) + "k" : digits(value);
    }

    private static String digits(double value) {
        return value >= 100
                ? String.format(Locale.ROOT, "%.0f", value)
                : new BigDecimal(value, new MathContext(2)).stripTrailingZeros().toPlainString();
    }
}
