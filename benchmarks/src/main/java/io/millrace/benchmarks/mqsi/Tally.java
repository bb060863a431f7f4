package io.millrace.benchmarks.mqsi;

import io.millrace.benchmarks.drive.Meter;
import io.millrace.benchmarks.mqsi.Case.Shape;
import io.millrace.benchmarks.mqsi.Case.Tuning;
import io.millrace.benchmarks.result.Rate;
import io.millrace.benchmarks.result.ResultRow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The rounds of a case. */
final class Tally {

    private final Case test;
    private final Meter meter = new Meter();
    private final List<Outcome> rounds = new ArrayList<>();
    private Books books = Books.NONE;

    Tally(Case test) {
        this.test = test;
    }

    /** Measures the cost of the runs. */
    Meter meter() {
        return meter;
    }

    void add(Outcome outcome) {
        rounds.add(outcome);
        books = books.plus(outcome.books());
    }

    /** Returns all rounds together. */
    ResultRow row() {
        return new ResultRow(
                test.work(),
                ResultRow.MILLRACE,
                test.shape().threads(),
                rounds.stream().mapToDouble(Outcome::seconds).sum(),
                Rate.of(rounds.stream().map(Outcome::perSecond).toList()),
                books.written() == 0 ? null : meter.perMessage(books.written()),
                null,
                null,
                extra());
    }

    private Map<String, Double> extra() {
        Map<String, Double> extra = new LinkedHashMap<>();
        Shape shape = test.shape();
        Tuning tuning = test.tuning();
        extra.put("stores", (double) shape.stores());
        extra.put("queuesEach", (double) shape.queues());
        extra.put("instancesEach", (double) shape.instances());
        extra.put("recordsInUnitIn", (double) tuning.unitIn());
        extra.put("recordsInUnitOut", (double) tuning.unitOut());
        extra.put("queueCacheMaxSize", (double) tuning.queueCache());
        extra.put("maxDepth", (double) tuning.queueDepth());
        extra.put("records", (double) test.volume().records());
        extra.putAll(books.figures());
        extra.put("left", rounds.stream().mapToDouble(Outcome::left).sum());
        mean(extra, "readSeconds", Outcome::readSeconds);
        mean(extra, "evaluatedSeconds", Outcome::evaluatedSeconds);
        mean(extra, "seconds", Outcome::seconds);
        mean(extra, "pausedSeconds", Outcome::pausedSeconds);
        mean(extra, "cpuMostPercent", round -> round.strain().cpuMostPercent());
        mean(extra, "cpuAbove85Percent", round -> round.strain().cpuHighPercent());
        mean(extra, "ioWaitPercent", round -> round.strain().ioWaitPercent());
        mean(extra, "diskBusyPercent", round -> round.strain().diskPercent());
        mean(extra, "swapInsPerSecond", round -> round.strain().swapInsPerSecond());
        return extra;
    }

    private void mean(Map<String, Double> extra, String name, ToDoubleFunction<Outcome> figure) {
        double mean = rounds.stream().mapToDouble(figure).average().orElse(Double.NaN);
        if (!Double.isNaN(mean)) {
            extra.put(name, mean);
        }
    }
}
