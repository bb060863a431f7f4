package io.millrace.benchmarks.mqsi;

import io.millrace.benchmarks.drive.Meter;
import io.millrace.benchmarks.mqsi.InputAdapter.Fed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * Files, input adapters, queue managers with their flows, output adapters, files: one of each for
 * every queue manager. For one thread.
 */
final class Chain {

    private static final double NANOS = 1e9;
    private static final long LOOK_NANOS = 500_000;

    /** Time without activity after which remaining messages are abandoned. */
    private static final long STILL_NANOS = 20_000_000_000L;

    private final Case test;
    private final List<QueueManager> managers;
    private final Path folder;
    private final long stillNanos;

    /**
     * @param folder folder of the output files
     */
    Chain(Case test, List<QueueManager> managers, Path folder) {
        this(test, managers, folder, STILL_NANOS);
    }

    Chain(Case test, List<QueueManager> managers, Path folder, long stillNanos) {
        this.test = test;
        this.managers = managers;
        this.folder = folder;
        this.stillNanos = stillNanos;
    }

    /**
     * Sends the records of files through, a file for each queue manager, and waits for the last.
     *
     * @param records in the files, numbered from 0
     * @param meter receives the cost of the run
     */
    Outcome run(List<Path> inputs, int records, Meter meter)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        managers.forEach(QueueManager::clear);
        int count = managers.size();
        CountDownLatch start = new CountDownLatch(1);
        List<OutputAdapter> writers = new ArrayList<>();
        List<Path> outputs = new ArrayList<>();
        ExecutorService threads =
                Executors.newThreadPerTaskExecutor(
                        Thread.ofPlatform().name("adapter-", 1).daemon().factory());
        try {
            List<Future<Fed>> fed = new ArrayList<>();
            List<Future<Long>> written = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                QueueManager manager = managers.get(i);
                Path output = folder.resolve("output-" + i + ".txt");
                OutputAdapter writer = new OutputAdapter(manager, output, test, start);
                outputs.add(output);
                writers.add(writer);
                written.add(threads.submit(writer));
                Callable<Fed> reader = new InputAdapter(manager, inputs.get(i), test, start);
                fed.add(threads.submit(reader));
            }
            try (Watch watch = Watch.begin(folder)) {
                meter.begin();
                long begin = System.nanoTime();
                start.countDown();
                Fed all = fed(fed);
                long evaluated = awaitFlows();
                writers.forEach(OutputAdapter::end);
                long ended = begin;
                for (Future<Long> one : written) {
                    ended = Math.max(ended, result(one));
                }
                meter.end();
                return new Outcome(
                        Books.of(all.records(), records, outputs, managers),
                        managers.stream().mapToLong(m -> m.waiting() + m.made()).sum(),
                        (all.ended() - begin) / NANOS,
                        (Math.max(evaluated, all.ended()) - begin) / NANOS,
                        (ended - begin) / NANOS,
                        all.paused() / NANOS,
                        watch.seen());
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Combines the results: the sum of their records, the last end, the longest pause. */
    private static Fed fed(List<Future<Fed>> adapters) throws InterruptedException {
        Fed all = new Fed(0, 0, Long.MIN_VALUE);
        for (Future<Fed> adapter : adapters) {
            Fed one = result(adapter);
            all =
                    new Fed(
                            all.records() + one.records(),
                            Math.max(all.paused(), one.paused()),
                            all.ended() == Long.MIN_VALUE
                                    ? one.ended()
                                    : Math.max(all.ended(), one.ended()));
        }
        return all;
    }

    /**
     * Waits until the flows have no messages left, or for a long time without activity; returns the
     * end time.
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
            } else if (System.nanoTime() - changed > stillNanos) {
                return changed;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private static <T> T result(Future<T> adapter) throws InterruptedException {
        try {
            return adapter.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException known
                    ? known
                    : new IllegalStateException(e.getCause());
        }
    }
}
