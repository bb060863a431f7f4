package io.millrace.benchmarks.page;

import io.millrace.benchmarks.page.Plot.Bar;
import io.millrace.benchmarks.page.Plot.Bars;

import java.util.stream.DoubleStream;

/** Draws {@link Bars}: names at the left, values at the ends. */
final class BarsPicture {

    private static final int WIDTH = 440;
    private static final int LEFT = 188;
    private static final int RIGHT = 44;
    private static final int TOP = 8;
    private static final int STEP = 18;
    private static final int THICK = 11;
    private static final int BOTTOM = 36;
    private static final int MOST_LETTERS = 26;

    private BarsPicture() {}

    static String text(Bars plot) {
        int end = TOP + STEP * plot.bars().size();
        Svg svg = new Svg(WIDTH, end + BOTTOM, plot.title());
        DoubleStream values =
                DoubleStream.concat(
                        DoubleStream.of(plot.from()), plot.bars().stream().mapToDouble(Bar::value));
        Scale x = Scale.of(values, LEFT, WIDTH - RIGHT);
        for (double tick : x.ticks()) {
            svg.line("grid", x.at(tick), TOP, x.at(tick), end);
            svg.words("t", x.at(tick), end + 14, "middle", Scale.brief(tick));
        }
        double from = x.at(plot.from());
        for (int i = 0; i < plot.bars().size(); i++) {
            Bar bar = plot.bars().get(i);
            double to = x.at(bar.value());
            double y = TOP + STEP * i + (STEP - THICK) / 2.0;
            String value = Scale.brief(bar.value());
            String style = bar.value() < plot.from() ? "f5" : "f0";
            svg.bar(
                    style,
                    Math.min(from, to),
                    y,
                    Math.max(1, Math.abs(to - from)),
                    THICK,
                    bar.name() + ": " + value);
            svg.words("k", LEFT - 8, y + THICK - 1, "end", shortened(bar.name()));
            svg.words("k", Math.max(from, to) + 5, y + THICK - 1, "start", value);
        }
        svg.line("axis", from, TOP, from, end);
        svg.words("t", WIDTH - RIGHT, end + 30, "end", plot.axis());
        return svg.end();
    }

    private static String shortened(String name) {
        return name.length() <= MOST_LETTERS
                ? name
                : name.substring(0, MOST_LETTERS - 1) + "\u2026";
    }
}
