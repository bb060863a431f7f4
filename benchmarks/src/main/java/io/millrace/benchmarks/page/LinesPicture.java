package io.millrace.benchmarks.page;

import io.millrace.benchmarks.page.Plot.Lines;
import io.millrace.benchmarks.page.Plot.Series;
import io.millrace.benchmarks.page.Plot.Spot;
import io.millrace.benchmarks.page.Plot.Tick;

import java.util.stream.Collectors;

/** Draws {@link Lines}. */
final class LinesPicture {

    private static final int WIDTH = 440;
    private static final int HEIGHT = 270;
    private static final int LEFT = 46;
    private static final int RIGHT = 12;
    private static final int TOP = 22;
    private static final int BOTTOM = 40;
    private static final int LEGEND = 18;

    /** As many as the style has. */
    private static final int COLOURS = 8;

    private final Lines plot;
    private final Scale x;
    private final Scale y;
    private final int height;
    private final Svg svg;

    LinesPicture(Lines plot) {
        this.plot = plot;
        double inset = 10;
        x =
                new Scale(
                        plot.ticks().getFirst().at(),
                        plot.ticks().getLast().at(),
                        LEFT + inset,
                        WIDTH - RIGHT - inset);
        y =
                Scale.of(
                        plot.series().stream()
                                .flatMap(s -> s.spots().stream())
                                .mapToDouble(Spot::y),
                        HEIGHT - BOTTOM,
                        TOP);
        height = HEIGHT + LEGEND * ((plot.series().size() + 1) / 2);
        svg = new Svg(WIDTH, height, plot.title());
    }

    String text() {
        svg.words("t", LEFT, TOP - 9, "start", plot.yTitle());
        for (double tick : y.ticks()) {
            double at = y.at(tick);
            svg.line("grid", LEFT, at, WIDTH - RIGHT, at);
            svg.words("t", LEFT - 6, at + 4, "end", Scale.brief(tick));
        }
        svg.line("axis", LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM);
        for (Tick tick : plot.ticks()) {
            svg.words("t", x.at(tick.at()), HEIGHT - BOTTOM + 15, "middle", tick.name());
        }
        svg.words("t", WIDTH - RIGHT, HEIGHT - BOTTOM + 31, "end", plot.xTitle());
        for (int i = 0; i < plot.series().size(); i++) {
            series(plot.series().get(i), i);
        }
        return svg.end();
    }

    private void series(Series series, int number) {
        String points =
                series.spots().stream()
                        .map(s -> Svg.n(x.at(s.x())) + "," + Svg.n(y.at(s.y())))
                        .collect(Collectors.joining(" "));
        int colour = number % COLOURS;
        svg.path("s" + colour, points);
        for (Spot s : series.spots()) {
            String note = series.name() + ", " + name(s.x()) + ": " + Scale.brief(s.y());
            svg.dot("f" + colour, x.at(s.x()), y.at(s.y()), note);
        }
        double left = LEFT + (number % 2) * (WIDTH - LEFT - RIGHT) / 2.0;
        double at = HEIGHT + LEGEND * (number / 2) + 6;
        svg.bar("f" + colour, left, at - 9, 10, 10, series.name());
        svg.words("k", left + 16, at, "start", series.name());
    }

    private String name(double at) {
        return plot.ticks().stream()
                .filter(t -> t.at() == at)
                .map(Tick::name)
                .findFirst()
                .orElseGet(() -> Scale.brief(at));
    }
}
