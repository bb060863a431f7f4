package io.millrace.benchmarks.mqsi;

import io.millrace.benchmarks.drive.Meter;
import io.millrace.benchmarks.mqsi.Case.Shape;
import io.millrace.benchmarks.mqsi.Case.Tuning;
import io.millrace.benchmarks.result.Cost;
import io.millrace.benchmarks.result.Rate;
import io.millrace.benchmarks.result.ResultRow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What the rounds of a case gave so far. */
final class Tally {

    private final Case test;
    private final Meter meter = new Meter();
    private final List<Outcome> rounds = new ArrayList<>();
    private Books books = Books.NONE;

    Tally(Case test) {
        this.test = test;
    }

    /** What its runs cost. */
    Meter meter() {
        return meter;
    }

    void add(Outcome outcome) {
        rounds.add(outcome);
        books = books.plus(outcome.books());
    }

    /** All rounds together. */
    ResultRow row() {
        Cost cost = books.written() == 0 ? null : meter.perMessage(books.written());
        return new ResultRow(
                test.work(),
                ResultRow.MILLRACE,
                test.shape().threads(),
                Rate.of(rounds.stream().map(Outcome::perSecond).toList()),
                cost,
                null,
                null,
                extra());
    }

    private Map<String, Double> extra() {
        Map<String, Double> extra = new LinkedHashMap<>();
        Shape shape = test.shape();
        Tuning tuning = test.tuning();
        extra.put(CaseRow.STORES, (double) shape.stores());
        extra.put(CaseRow.QUEUES, (double) shape.queues());
        extra.put(CaseRow.INSTANCES, (double) shape.instances());
        extra.put(CaseRow.UNIT_IN, (double) tuning.unitIn());
        extra.put(CaseRow.UNIT_OUT, (double) tuning.unitOut());
        extra.put(CaseRow.QUEUE_CACHE, (double) tuning.queueCache());
        extra.put(CaseRow.QUEUE_DEPTH, (double) tuning.queueDepth());
        extra.put(CaseRow.RECORDS, (double) test.volume().records());
        extra.put(CaseRow.READ, (double) books.read());
        extra.put(CaseRow.WRITTEN, (double) books.written());
        extra.put(CaseRow.DROPPED, (double) books.dropped());
        extra.put(CaseRow.FAILED, (double) books.failed());
        extra.put(CaseRow.TWICE, (double) books.twice());
        extra.put(CaseRow.LEFT, rounds.stream().mapToDouble(Outcome::left).sum());
        mean(extra, CaseRow.READ_SECONDS, Outcome::readSeconds);
        mean(extra, CaseRow.EVALUATED_SECONDS, Outcome::evaluatedSeconds);
        mean(extra, CaseRow.SECONDS, Outcome::seconds);
        mean(extra, CaseRow.PAUSED_SECONDS, Outcome::pausedSeconds);
        mean(extra, CaseRow.CPU_MOST, r -> r.strain().cpuMostPercent());
        mean(extra, CaseRow.CPU_HIGH, r -> r.strain().cpuHighPercent());
        mean(extra, CaseRow.IO_WAIT, r -> r.strain().ioWaitPercent());
        mean(extra, CaseRow.DISK, r -> r.strain().diskPercent());
        mean(extra, CaseRow.SWAP_INS, r -> r.strain().swapInsPerSecond());
        return extra;
    }

    private void mean(Map<String, Double> extra, String name, ToDoubleFunction<Outcome> figure) {
        double mean = rounds.stream().mapToDouble(figure).average().orElse(Double.NaN);
        if (!Double.isNaN(mean)) {
            extra.put(name, mean);
        }
    }
}
