package io.millrace.benchmarks.page;

import java.util.List;
import java.util.Objects;

/** A picture of figures. What was not measured is left out of it. */
public sealed interface Plot {

    /** The title above it. */
    String title();

    /** Whether there is nothing to show. */
    boolean isEmpty();

    /**
     * A point.
     *
     * @param y more than 0
     */
    record Spot(double x, double y) {}

    /** Points that belong together, with lines between them. */
    record Series(String name, List<Spot> spots) {
        public Series {
            Objects.requireNonNull(name);
            spots = List.copyOf(spots);
        }
    }

    /**
     * A place on the x axis that has a name.
     *
     * @param at where
     */
    record Tick(double at, String name) {}

    /**
     * Lines over a logarithmic y axis.
     *
     * @param xTitle what the x axis means
     * @param yTitle what the y axis means, with the unit
     * @param ticks the places that are named on the x axis, which is logarithmic too; all points
     *     lie between the first and the last one
     */
    record Lines(String title, String xTitle, String yTitle, List<Tick> ticks, List<Series> series)
            implements Plot {
        public Lines {
            ticks = List.copyOf(ticks);
            series = series.stream().filter(s -> !s.spots().isEmpty()).toList();
        }

        @Override
        public boolean isEmpty() {
            return series.isEmpty();
        }
    }

    /** A bar with its name. */
    record Bar(String name, double value) {}

    /**
     * Bars along a logarithmic axis.
     *
     * @param axis what a bar's length means
     * @param from where bars begin, and a line is drawn: 1 for ratios
     */
    record Bars(String title, String axis, double from, List<Bar> bars) implements Plot {
        public Bars {
            bars = List.copyOf(bars);
        }

        @Override
        public boolean isEmpty() {
            return bars.isEmpty();
        }
    }
}
