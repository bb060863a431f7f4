package io.millrace.benchmarks.report;

import static io.millrace.benchmarks.report.Goal.Part.least;
import static io.millrace.benchmarks.report.Goal.Part.most;
import static io.millrace.benchmarks.report.Point.engine;
import static io.millrace.benchmarks.report.Point.rate;

import io.millrace.benchmarks.report.Goal.Figure;
import io.millrace.benchmarks.report.Goal.Part;
import io.millrace.benchmarks.start.Queues;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

/** What Millrace aims at: ratios of figures that were taken side by side. */
final class Goals {

    private static final int KB = 1024;
    private static final double SECOND = 1e9;
    private static final String PASS = "mqinput-mqoutput";
    private static final String PASS_60 = "mqinput-mqoutput-60-clients";
    private static final String COMPLEX = "ComplexCompute.bytesToBytes";

    private Goals() {}

    static List<Goal> all() {
        return Stream.of(queues(), work(), together(), elsewhere()).flatMap(List::stream).toList();
    }

    private static List<Goal> queues() {
        Point one = rate(PASS, KB);
        Point forced = one.forced();
        Point many = rate(PASS_60, KB).forced();
        return List.of(
                Goal.measured(
                        "MQInput to MQOutput, 1 KB, 15 clients",
                        "at least 0.95 of a bare loop; at least 2 of a Camel JMS route",
                        least("bare loop", times(one, one.by(Who.BARE)), 0.95),
                        least("Camel JMS", times(one, one.by(Who.CAMEL)), 2)),
                Goal.measured(
                        "the same, persistent, one instance",
                        "at least 4 times a loop that commits each message; 8 times a transacted"
                                + " Camel route; with 60 clients 6 times the loop",
                        least("bare loop", times(forced, forced.by(Who.BARE)), 4),
                        least("Camel JMS", times(forced, forced.by(Who.CAMEL)), 8),
                        least("60 clients", times(many, many.by(Who.BARE)), 6)));
    }

    private static List<Goal> work() {
        return List.of(
                Goal.measured(
                        "complex compute, engine alone, time beside Java on Aalto's StAX",
                        "at most 0.7 at 4 KB, 0.4 at 16 KB, 0.25 at 64 KB",
                        complex(4, 0.7),
                        complex(16, 0.4),
                        complex(64, 0.25)),
                Goal.measured(
                        "five nodes against one that does the work five times, engine alone, time",
                        "at most 1.05",
                        fiveNodes(4),
                        fiveNodes(16),
                        fiveNodes(64)),
                Goal.measured(
                        "Filter on an early field, engine alone, time at 64 KB to 1 KB",
                        "at most 1.1",
                        most(
                                "",
                                inTurns(
                                        "early-field-xml",
                                        "64 KB",
                                        times(engine("filter", KB), engine("filter", 64 * KB))),
                                1.1)),
                Goal.measured(
                        "RouteToLabel, engine alone, ready list, time with 100 entries to one",
                        "at most 1.05",
                        label("first"),
                        label("last")),
                Goal.measured(
                        "conversions: record formats, engine alone, time from TAG to from XML, 4"
                                + " KB",
                        "at most 1.5",
                        fromTag("xml"),
                        fromTag("cwf"),
                        fromTag("mrm-xml"),
                        fromTag("tag")),
                Goal.measured(
                        "conversions, engine alone, 4 KB, time beside the peers: Cobrix or Aalto"
                                + " reads, Aalto or Java by hand writes",
                        "at most 1",
                        beside("xml", "xml"),
                        beside("xml", "cwf"),
                        beside("xml", "mrm-xml"),
                        beside("xml", "tag"),
                        beside("cwf", "xml"),
                        beside("cwf", "cwf"),
                        beside("cwf", "mrm-xml"),
                        beside("cwf", "tag"),
                        beside("mrm-xml", "xml"),
                        beside("mrm-xml", "cwf"),
                        beside("mrm-xml", "mrm-xml"),
                        beside("mrm-xml", "tag")),
                Goal.measured(
                        "a node's own cost in a flow: nanoseconds, bytes",
                        "at most 50 ns; 0 bytes",
                        most("ns", Goals::nodeNanos, 50),
                        most("bytes", Goals::nodeBytes, 0.05)));
    }

    private static List<Goal> together() {
        Point few = rate("subscribers-10", KB);
        Point many = rate("subscribers-1000", KB);
        return List.of(
                Goal.measured(
                        "publication, 1,000 subscribers against 10",
                        "processor time of a delivery no higher (1.0); at least 0.8 of a bare"
                                + " fan-out",
                        most(
                                "time of a delivery",
                                new Ratio(
                                                many.with(Measure.CPU_MILLIS),
                                                few.with(Measure.CPU_MILLIS),
                                                0.01)
                                        ::in,
                                1.0),
                        least("bare fan-out", times(many, many.by(Who.BARE)), 0.8)),
                Goal.measured(
                        "two instances against one, work in the processor, two cores, time of a"
                                + " message with queues in memory",
                        "at most 0.53 (1 to 1.9)",
                        twoInstances(4),
                        twoInstances(16),
                        twoInstances(64)),
                Goal.measured(
                        "coordinated against not, PostgreSQL with forced writes, 8 instances",
                        "at least 0.7, with 15 and with 60 clients (what is possible: bench"
                                + " coordination)",
                        least("15 clients", coordinated(""), 0.7),
                        least("60 clients", coordinated("-60-clients"), 0.7)));
    }

    private static Figure coordinated(String clients) {
        return times(
                rate("coordinated-yes-8-instances" + clients, KB).forced(),
                rate("coordinated-no-8-instances" + clients, KB).forced());
    }

    private static List<Goal> elsewhere() {
        return List.of(
                Goal.measured(
                        "start from the launcher to the first message processed, seconds",
                        "within 1.5 s",
                        start(Queues.MEMORY),
                        start(Queues.KNOWN_HOME),
                        start(Queues.NEW_HOME)),
                Goal.elsewhere(
                        "killed at random moments",
                        "nothing lost, nothing twice",
                        "./millrace bench torture"),
                Goal.elsewhere(
                        "existing public projects",
                        "load, or the reason is a product that is not here",
                        "docs/conformance.md"));
    }

    private static Part start(Queues queues) {
        Point starts = rate("start-" + queues.word(), 0);
        Point point = queues == Queues.MEMORY ? starts : starts.forced();
        return most(
                queues.word(),
                results -> {
                    OptionalDouble perSecond = results.at(point);
                    return perSecond.isPresent()
                            ? OptionalDouble.of(1 / perSecond.getAsDouble())
                            : perSecond;
                },
                1.5);
    }

    private static Figure times(Point of, Point to) {
        return Ratio.of(of, to)::in;
    }

    /** What was measured in turns; where it was not, what JMH measured one after the other. */
    private static Figure inTurns(String comparison, String who, Figure otherwise) {
        Point point = engine(comparison, 0).by(who).with(Measure.IN_TURNS);
        return results -> {
            OptionalDouble ratio = results.at(point);
            return ratio.isPresent() ? ratio : otherwise.in(results);
        };
    }

    private static Part complex(int kb, double bound) {
        Point ours = engine(COMPLEX, kb * KB);
        return most(
                kb + " KB",
                inTurns("complex-compute-" + kb + "k", Who.MILLRACE, times(ours.by("aalto"), ours)),
                bound);
    }

    private static Part fiveNodes(int kb) {
        return most(
                kb + " KB",
                inTurns(
                        "five-nodes-" + kb + "k",
                        "five nodes",
                        times(
                                engine("compute-very-complex", kb * KB),
                                engine("compute-multiple-complex", kb * KB))),
                1.05);
    }

    private static Part twoInstances(int kb) {
        String benchmark = "Instances.drained bytes=" + kb * KB + ", instances=";
        return most(
                kb + " KB",
                inTurns(
                        "two-instances-" + kb + "k",
                        "two",
                        times(engine(benchmark + 1, 0), engine(benchmark + 2, 0))),
                1 / 1.9);
    }

    private static Part label(String end) {
        String benchmark = "RouteToLabel." + end + " entries=";
        return most(
                end,
                inTurns(
                        "route-to-label-" + end,
                        "100 entries",
                        times(engine(benchmark + 1, 0), engine(benchmark + 100, 0))),
                1.05);
    }

    private static Part beside(String from, String to) {
        return most(
                from + " to " + to,
                inTurns(
                        "convert-" + from + "-to-" + to,
                        Who.MILLRACE,
                        results -> OptionalDouble.empty()),
                1);
    }

    private static Part fromTag(String to) {
        return most(
                "to " + to,
                inTurns(
                        "from-tag-to-" + to,
                        "from TAG",
                        times(
                                engine("convert-xml-to-" + to, 4 * KB),
                                engine("convert-tag-to-" + to, 4 * KB))),
                1.5);
    }

    /** A hundredth of what 101 nodes take more than one. */
    private static OptionalDouble nodeNanos(Figures results) {
        return hundredth(results, Measure.RATE, perSecond -> SECOND / perSecond);
    }

    private static OptionalDouble nodeBytes(Figures results) {
        return hundredth(results, Measure.ALLOCATED, bytes -> bytes);
    }

    private static OptionalDouble hundredth(
            Figures results, Measure measure, DoubleUnaryOperator cost) {
        String benchmark = "NodeCost.messageThroughNodes nodes=";
        OptionalDouble few = results.at(engine(benchmark + 1, 0).with(measure));
        OptionalDouble many = results.at(engine(benchmark + 101, 0).with(measure));
        if (few.isEmpty() || many.isEmpty()) {
            return OptionalDouble.empty();
        }
        double more =
                cost.applyAsDouble(many.getAsDouble()) - cost.applyAsDouble(few.getAsDouble());
        return OptionalDouble.of(more / 100);
    }
}
