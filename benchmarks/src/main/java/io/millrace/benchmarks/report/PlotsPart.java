package io.millrace.benchmarks.report;

import io.millrace.benchmarks.page.Block;
import io.millrace.benchmarks.page.Plot;
import io.millrace.benchmarks.page.Plot.Bar;
import io.millrace.benchmarks.page.Plot.Bars;
import io.millrace.benchmarks.page.Plot.Lines;
import io.millrace.benchmarks.page.Plot.Series;
import io.millrace.benchmarks.page.Plot.Spot;
import io.millrace.benchmarks.page.Plot.Tick;
import io.millrace.benchmarks.result.ResponseTimes;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The figures as pictures. */
final class PlotsPart {

    private static final int KB = 1024;
    private static final int[] SIZES = {KB, 4 * KB, 16 * KB, 64 * KB};
    private static final int[] SUBSCRIBERS = {1, 10, 30, 50, 70, 100, 1000};
    private static final int[] THREADS = {1, 2, 4};

    /** The sections of the report that are one scenario in several sizes. */
    private static final List<String> BY_SIZE =
            List.of(
                    "7.1", "7.2.1", "7.2.2", "7.2.3", "7.2.4", "7.3", "7.4", "7.5.1", "7.5.2",
                    "7.6", "7.9");

    /**
     * Those whose response times are shown: without work, with much, with a database, with little.
     */
    private static final List<String> RESPONSES = List.of("7.1", "7.2.2", "7.3", "7.4");

    private final Results results;
    private final Figures reported;

    private PlotsPart(Results results, Figures reported) {
        this.results = results;
        this.reported = reported;
    }

    static List<Block> blocks(Results results, Figures reported) {
        PlotsPart part = new PlotsPart(results, reported);
        return List.of(
                new Block.Plots("Ratios, messages that are not persistent", part.ratios()),
                new Block.Plots("Rates by size, messages that are not persistent", part.bySize()),
                new Block.Plots("Scaling", part.scaling()),
                new Block.Plots("Response times", part.responses()));
    }

    private List<Plot> ratios() {
        List<Plot> plots = new ArrayList<>();
        plots.add(
                new Bars(
                        "Millrace beside the report's figure",
                        "times as fast, smallest size measured",
                        1,
                        bars(reported::at)));
        plots.add(beside("the bare loop", Who.BARE));
        List<Work> all = Section.all().stream().flatMap(s -> s.works().stream()).toList();
        results.peers(all).forEach(peer -> plots.add(beside(peer, peer)));
        return plots;
    }

    private Plot beside(String name, String who) {
        return new Bars(
                "Millrace beside " + name,
                "times as fast, smallest size measured",
                1,
                bars(p -> results.at(p.by(who))));
    }

    /** For each scenario, the smallest size of which both figures are there. */
    private List<Bar> bars(Function<Point, OptionalDouble> other) {
        List<Bar> bars = new ArrayList<>();
        for (Section section : Section.all()) {
            String last = "";
            for (Work work : section.works()) {
                Point point = Point.rate(work.scenarioId(), work.sizeBytes());
                OptionalDouble ours = results.at(point);
                OptionalDouble theirs = other.apply(point);
                boolean first = !work.persistent() && !work.scenarioId().equals(last);
                if (first && ours.isPresent() && theirs.isPresent() && ours.getAsDouble() > 0) {
                    bars.add(new Bar(work.scenarioId(), ours.getAsDouble() / theirs.getAsDouble()));
                    last = work.scenarioId();
                }
            }
        }
        return bars;
    }

    private List<Plot> bySize() {
        List<Plot> plots = new ArrayList<>();
        for (Section section : Section.all()) {
            if (BY_SIZE.contains(section.number())) {
                List<Work> works = section.works();
                String scenario = works.getFirst().scenarioId();
                List<Series> series = new ArrayList<>();
                for (String who : everybody(works)) {
                    Figures figures = who.equals("report") ? reported : results;
                    String name = who.equals("report") ? Who.MILLRACE : who;
                    series.add(
                            series(
                                    who,
                                    SIZES,
                                    bytes -> figures.at(Point.rate(scenario, bytes).by(name))));
                }
                if (measured(series)) {
                    plots.add(
                            new Lines(
                                    section.number() + " " + section.title(),
                                    "size of messages",
                                    "round trips a second",
                                    sizes(),
                                    series));
                }
            }
        }
        return plots;
    }

    private List<String> everybody(List<Work> works) {
        List<String> names = new ArrayList<>(List.of(Who.MILLRACE, Who.BARE, "report"));
        results.peers(works).forEach(names::add);
        return names;
    }

    /** Whether there is more than the report's own line. */
    private static boolean measured(List<Series> series) {
        return series.stream().anyMatch(s -> !s.name().equals("report") && !s.spots().isEmpty());
    }

    private static List<Tick> sizes() {
        List<Tick> ticks = new ArrayList<>();
        for (int bytes : SIZES) {
            ticks.add(new Tick(bytes, Numbers.size(bytes)));
        }
        return ticks;
    }

    private static Series series(String name, int[] at, Function<Integer, OptionalDouble> value) {
        List<Spot> spots = new ArrayList<>();
        for (int x : at) {
            value.apply(x)
                    .ifPresent(
                            y -> {
                                if (y > 0) {
                                    spots.add(new Spot(x, y));
                                }
                            });
        }
        return new Series(name, spots);
    }

    private List<Plot> scaling() {
        List<Plot> plots = new ArrayList<>();
        List<Series> threads = new ArrayList<>();
        for (String kind :
                new String[] {"additional-instances", "flow-copies", "execution-groups"}) {
            threads.add(series(kind, THREADS, n -> results.at(Point.rate(kind + "-" + n, 4 * KB))));
        }
        if (measured(threads)) {
            threads.add(
                    series(
                            "report",
                            THREADS,
                            n -> reported.at(Point.rate("additional-instances-" + n, 4 * KB))));
            plots.add(
                    new Lines(
                            "7.8 Instances, copies, groups, 4 KB",
                            "threads",
                            "round trips a second",
                            List.of(new Tick(1, "1"), new Tick(2, "2"), new Tick(4, "4")),
                            threads));
        }
        List<Series> deliveries = new ArrayList<>();
        for (String who : new String[] {Who.MILLRACE, Who.BARE}) {
            deliveries.add(series(who, SUBSCRIBERS, n -> deliveries(results, n, who)));
        }
        if (measured(deliveries)) {
            deliveries.add(
                    series("report", SUBSCRIBERS, n -> deliveries(reported, n, Who.MILLRACE)));
            plots.add(
                    new Lines(
                            "7.11 Deliveries by number of subscribers, 1 KB",
                            "subscribers",
                            "messages delivered a second",
                            List.of(
                                    new Tick(1, "1"),
                                    new Tick(10, "10"),
                                    new Tick(100, "100"),
                                    new Tick(1000, "1000")),
                            deliveries));
        }
        return plots;
    }

    private static OptionalDouble deliveries(Figures figures, int subscribers, String who) {
        String scenario =
                subscribers == 1 ? "publication-1-subscriber" : "subscribers-" + subscribers;
        OptionalDouble rate = figures.at(Point.rate(scenario, KB).by(who));
        return rate.isEmpty() ? rate : OptionalDouble.of(rate.getAsDouble() * subscribers);
    }

    /** Two pictures for each of some scenarios at the smallest size measured: closed and rated. */
    private List<Plot> responses() {
        List<Plot> plots = new ArrayList<>();
        for (Section section : Section.all()) {
            if (RESPONSES.contains(section.number())) {
                for (boolean persistent : new boolean[] {false, true}) {
                    section.works().stream()
                            .filter(w -> w.persistent() == persistent)
                            .filter(w -> results.row(w, Who.MILLRACE).isPresent())
                            .findFirst()
                            .ifPresent(
                                    work -> {
                                        plots.add(
                                                responses(work, "closed loop", ResultRow::closed));
                                        plots.add(responses(work, "rated", PlotsPart::rated));
                                    });
                }
            }
        }
        return plots;
    }

    private static ResponseTimes rated(ResultRow row) {
        return row.rated() == null ? null : row.rated().times();
    }

    private Plot responses(Work work, String run, Function<ResultRow, ResponseTimes> times) {
        List<Series> series = new ArrayList<>();
        List<String> names = new ArrayList<>(List.of(Who.MILLRACE, Who.BARE));
        names.addAll(results.peers(List.of(work)));
        for (String who : names) {
            results.row(work, who).ifPresent(row -> series.add(percentiles(who, times.apply(row))));
        }
        return new Lines(
                work.scenarioId()
                        + ", "
                        + Numbers.size(work.sizeBytes())
                        + (work.persistent() ? ", persistent, " : ", ")
                        + run,
                "replies within",
                "microseconds",
                List.of(new Tick(1, "50 %"), new Tick(10, "99 %"), new Tick(100, "99.9 %")),
                series);
    }

    private static Series percentiles(String name, ResponseTimes times) {
        return new Series(
                name,
                times == null || times.p50() <= 0
                        ? List.of()
                        : List.of(
                                new Spot(1, times.p50()),
                                new Spot(10, times.p99()),
                                new Spot(100, times.p999())));
    }
}
