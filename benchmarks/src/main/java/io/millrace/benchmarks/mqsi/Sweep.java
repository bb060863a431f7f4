package io.millrace.benchmarks.mqsi;

import io.millrace.benchmarks.drive.Meter;
import io.millrace.benchmarks.drive.ScratchFolder;
import io.millrace.benchmarks.mqsi.Case.Volume;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.engine.queue.QueueStoreSettings.Journal;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Runs test cases one after the other in rounds. The order is reversed from round to round, so that
 * other activity of the machine affects compared cases equally. Each run has new stores, which
 * process some records before the measured ones. For one thread.
 */
public final class Sweep {

    /** Instances take their first messages one by one; a queue's share of those, and some more. */
    private static final int FIRST_OF_INSTANCE = 100;

    private static final int FIRST_IN_UNIT = 50;

    private final Path folder;
    private final Journal journal;

    /**
     * @param folder folder in which stores are created and deleted again, run by run
     * @param journal journal settings of all stores
     */
    public Sweep(Path folder, Journal journal) {
        this.folder = folder;
        this.journal = journal;
    }

    /** Runs cases in turns, unmeasured, for a time; not at all for none. */
    public void warmUp(List<Case> cases, Duration time) throws IOException, InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        for (int i = 0; System.nanoTime() < end; i++) {
            run(cases.get(i % cases.size()), new Meter());
        }
    }

    /**
     * Measures cases.
     *
     * @param rounds of cases of the standard volume or less; larger ones have one, in the last
     *     round
     * @param told receives each case of a round when it has ended
     * @return a row for each case, in their order
     */
    public List<ResultRow> measure(List<Case> cases, int rounds, BiConsumer<Case, Books> told)
            throws IOException, InterruptedException {
        Map<Case, Tally> tallies = new LinkedHashMap<>();
        cases.forEach(test -> tallies.put(test, new Tally(test)));
        for (int round = 0; round < rounds; round++) {
            boolean last = round == rounds - 1;
            for (Case test : round % 2 == 0 ? cases : cases.reversed()) {
                if (last || !isLong(test)) {
                    Tally tally = tallies.get(test);
                    Outcome outcome = run(test, tally.meter());
                    tally.add(outcome);
                    told.accept(test, outcome.books());
                }
            }
        }
        return tallies.values().stream().map(Tally::row).toList();
    }

    /** Returns the number of runs that {@link #measure} makes. */
    public static int runs(List<Case> cases, int rounds) {
        return cases.stream().mapToInt(test -> isLong(test) ? 1 : rounds).sum();
    }

    private static boolean isLong(Case test) {
        int whole = Cases.of(test.id()).orElse(test).volume().records();
        return whole > Cases.STANDARD_RECORDS;
    }

    private Outcome run(Case test, Meter meter) throws IOException, InterruptedException {
        try (ScratchFolder scratch = ScratchFolder.in(folder)) {
            Path path = scratch.path();
            List<QueueManager> managers = new ArrayList<>();
            for (int i = 0; i < test.shape().stores(); i++) {
                Path home = path.resolve("store-" + i);
                managers.add(scratch.with(QueueManager.start(home, test, journal)));
            }
            Case first = first(test);
            new Chain(first, managers, path.resolve("first"))
                    .run(files(path, first), first.volume().records(), new Meter());
            return new Chain(test, managers, path.resolve("out"))
                    .run(files(path, test), test.volume().records(), meter);
        }
    }

    private static List<Path> files(Path folder, Case test) throws IOException {
        return RecordFile.write(folder.resolve("in"), test.volume(), test.shape().stores());
    }

    /** Returns the case of the warm-up: the same, but without pauses of the adapters. */
    private static Case first(Case test) {
        int records = FIRST_OF_INSTANCE * test.shape().threads() * test.shape().instances();
        return new Case(
                test.id(),
                test.shape(),
                test.tuning().unitIn(FIRST_IN_UNIT).unitOut(FIRST_IN_UNIT),
                new Volume(records, records),
                test.persistent());
    }
}
