package io.millrace.benchmarks.mqsi;

import io.millrace.benchmarks.drive.Meter;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * A chain from input files to output files, through input adapters, queue managers with their
 * flows, and output adapters. Each queue manager has one adapter and one file at each end. For one
 * thread.
 *
 * @param folder folder of the output files
 * @param maxStill time without any change after which the run ends and the remaining messages are
 *     counted as missing
 */
record Chain(Case test, List<QueueManager> managers, Path folder, Duration maxStill) {

    /**
     * The result of a run.
     *
     * @param seconds time until the last record was written
     * @param figures number of messages that remained when the run was ended without any change;
     *     seconds until the last record was put, and until no message was left for the flows;
     *     longest pause of an input adapter
     */
    record Outcome(Books books, double seconds, Map<String, Double> figures) {}

    /**
     * Sends the records of files through the queue managers, one file for each, and waits until the
     * last record was written.
     *
     * @param records number of records in the files, which are numbered from 0
     * @param meter meter for the cost of the run
     */
    Outcome run(List<Path> inputs, int records, Meter meter) throws Exception {
        Files.createDirectories(folder);
        managers.forEach(QueueManager::clear);
        CountDownLatch start = new CountDownLatch(1);
        List<InputAdapter> readers = new ArrayList<>();
        List<OutputAdapter> writers = new ArrayList<>();
        List<Path> outputs = new ArrayList<>();
        ExecutorService threads =
                Executors.newThreadPerTaskExecutor(
                        Thread.ofPlatform().name("adapter-", 1).daemon().factory());
        try {
            List<Future<Long>> read = new ArrayList<>();
            List<Future<Long>> written = new ArrayList<>();
            for (int i = 0; i < managers.size(); i++) {
                outputs.add(folder.resolve("output-" + i + ".txt"));
                writers.add(new OutputAdapter(managers.get(i), outputs.get(i), test, start));
                readers.add(new InputAdapter(managers.get(i), inputs.get(i), test, start));
                written.add(threads.submit(writers.get(i)));
                read.add(threads.submit(readers.get(i)));
            }
            meter.begin();
            long begin = System.nanoTime();
            start.countDown();
            long put = last(read);
            long evaluated = Math.max(put, awaitFlows());
            writers.forEach(OutputAdapter::end);
            long ended = last(written);
            meter.end();
            double left = managers.stream().mapToDouble(m -> m.waiting() + m.made()).sum();
            long paused = readers.stream().mapToLong(reader -> reader.paused).max().orElse(0);
            long sent = readers.stream().mapToLong(reader -> reader.records).sum();
            return new Outcome(
                    Books.of(sent, records, outputs, managers),
                    (ended - begin) / 1e9,
                    Map.of(
                            "left", left,
                            "readSeconds", (put - begin) / 1e9,
                            "evaluatedSeconds", (evaluated - begin) / 1e9,
                            "pausedSeconds", paused / 1e9));
        } finally {
            threads.shutdownNow();
        }
    }

    /**
     * Waits until the flows have no messages left, or until nothing has changed for a long time.
     * Returns the end time.
     */
    private long awaitFlows() {
        long left = Long.MAX_VALUE;
        long changed = System.nanoTime();
        while (true) {
            long now = managers.stream().mapToLong(QueueManager::waiting).sum();
            if (now == 0) {
                return System.nanoTime();
            }
            if (now != left) {
                left = now;
                changed = System.nanoTime();
            } else if (System.nanoTime() - changed > maxStill.toNanos()) {
                return changed;
            }
            LockSupport.parkNanos(500_000);
        }
    }

    /** Returns the latest time, after all adapters have ended. */
    private static long last(List<Future<Long>> adapters) throws Exception {
        long last = Long.MIN_VALUE;
        for (Future<Long> adapter : adapters) {
            last = Math.max(last, adapter.get());
        }
        return last;
    }
}
