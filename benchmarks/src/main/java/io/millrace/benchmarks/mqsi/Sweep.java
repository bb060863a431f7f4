package io.millrace.benchmarks.mqsi;

import io.millrace.benchmarks.drive.Meter;
import io.millrace.benchmarks.drive.Place;
import io.millrace.benchmarks.drive.ScratchFolder;
import io.millrace.benchmarks.result.Rate;
import io.millrace.benchmarks.result.ResultFile;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.engine.queue.QueueStoreSettings.Journal;
import io.millrace.flows.Broker;

import org.apache.commons.math3.stat.StatUtils;

import tools.jackson.core.type.TypeReference;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Runs test cases in turns, in alternating order, so that disturbances of the machine affect all of
 * them. Each run has new stores, which process some records before the measured ones. For one
 * thread.
 *
 * @param folder folder of the stores, which are deleted after each run
 * @param journal settings of all stores
 */
public record Sweep(Path folder, Journal journal) {

    /** The rounds of a case. */
    private record Rounds(Meter meter, List<Chain.Outcome> outcomes) {

        private ResultRow row(Case test) {
            Books books =
                    outcomes.stream().map(Chain.Outcome::books).reduce(Books::plus).orElseThrow();
            Map<String, Double> extra = new LinkedHashMap<>();
            for (Object part : List.of(test.shape(), test.tuning(), test.volume(), books)) {
                extra.putAll(
                        ResultFile.JSON.convertValue(
                                part, new TypeReference<Map<String, Double>>() {}));
            }
            extra.put("missing", (double) books.missing());
            for (String name : outcomes.getFirst().figures().keySet()) {
                double sum = outcomes.stream().mapToDouble(o -> o.figures().get(name)).sum();
                extra.put(name, name.equals("left") ? sum : sum / outcomes.size());
            }
            return new ResultRow(
                    test.work(),
                    ResultRow.MILLRACE,
                    test.shape().threads(),
                    outcomes.stream().mapToDouble(Chain.Outcome::seconds).sum(),
                    Rate.of(outcomes.stream().map(o -> o.books().written() / o.seconds()).toList()),
                    books.written() == 0 ? null : meter.perMessage(books.written()),
                    null,
                    null,
                    extra);
        }
    }

    /**
     * Returns a sweep whose stores all wait for the same time to share a forced write: the median
     * of several calibrations.
     */
    public static Sweep in(Path folder) {
        double[] micros =
                IntStream.range(0, 3)
                        .mapToDouble(
                                i -> {
                                    Path home = folder.resolve("calibration-" + i);
                                    Broker.builder().home(home).start().close();
                                    return Place.calibrated(home);
                                })
                        .toArray();
        return new Sweep(folder, Place.journal((int) StatUtils.percentile(micros, 50)));
    }

    /** Warms up by running a small share of the cases in turns for a time. */
    public void warmUp(List<Case> cases, long seconds) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (int i = 0; System.nanoTime() < end; i++) {
            run(cases.get(i % cases.size()).share(0.03), new Meter());
        }
    }

    /**
     * Measures cases.
     *
     * @param rounds number of rounds of cases with at most the standard volume; larger cases run
     *     only in the last round
     * @param progress receives a line for each run
     * @return a row for each case, in their order
     */
    public List<ResultRow> measure(List<Case> cases, int rounds, Consumer<String> progress)
            throws Exception {
        Map<Case, Rounds> all = new LinkedHashMap<>();
        cases.forEach(test -> all.put(test, new Rounds(new Meter(), new ArrayList<>())));
        int total = cases.stream().mapToInt(test -> isLong(test) ? 1 : rounds).sum();
        int done = 0;
        for (int round = 0; round < rounds; round++) {
            boolean last = round == rounds - 1;
            for (Case test : round % 2 == 0 ? cases : cases.reversed()) {
                if (last || !isLong(test)) {
                    Rounds own = all.get(test);
                    Chain.Outcome outcome = run(test, own.meter);
                    own.outcomes.add(outcome);
                    progress.accept(
                            "[%d/%d] %s: %s".formatted(++done, total, test.id(), outcome.books()));
                }
            }
        }
        return cases.stream().map(test -> all.get(test).row(test)).toList();
    }

    private static boolean isLong(Case test) {
        return Case.of(test.id()).orElse(test).volume().records() > Case.STANDARD_RECORDS;
    }

    private Chain.Outcome run(Case test, Meter meter) throws Exception {
        try (ScratchFolder scratch = ScratchFolder.in(folder)) {
            List<QueueManager> managers = new ArrayList<>();
            for (int i = 0; i < test.shape().stores(); i++) {
                Path home = scratch.path().resolve("store-" + i);
                managers.add(scratch.with(QueueManager.start(home, test, journal)));
            }
            run(test.first(), managers, scratch.path(), new Meter());
            return run(test, managers, scratch.path(), meter);
        }
    }

    private static Chain.Outcome run(
            Case test, List<QueueManager> managers, Path folder, Meter meter) throws Exception {
        List<Path> files =
                RecordFile.write(folder.resolve("in"), test.volume(), test.shape().stores());
        return new Chain(test, managers, folder.resolve("out"), Duration.ofSeconds(20))
                .run(files, test.volume().records(), meter);
    }
}
