package io.millrace.benchmarks.library;

import io.millrace.benchmarks.EngineBenchmark;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gain of the machine by a second thread if threads share nothing but a counter: the complex work
 * with one {@link Peer} for each thread, or arithmetic that uses no memory. This is the upper limit
 * of any engine.
 */
public class TwoThreadsBenchmark extends EngineBenchmark {

    /** Number of pieces of work to share. */
    public static final int PIECES = 512;

    private static final int STEPS = 50_000;

    /** Work of a thread; {@code ARITHMETIC}, or the name of a peer. */
    @Param({"ARITHMETIC", "AALTO", "MILLRACE"})
    private String work;

    @Param({"1", "2"})
    private int threads;

    @Param({"4k", "16k", "64k"})
    private String size;

    private final List<Callable<Long>> shares = new ArrayList<>();
    private final List<Peer.Work> peers = new ArrayList<>();
    private final AtomicInteger left = new AtomicInteger();
    private ExecutorService executor;

    @Setup
    public void open() throws Exception {
        byte[] message = Peer.message(size);
        for (int i = 0; i < threads; i++) {
            if (work.equals("ARITHMETIC")) {
                shares.add(() -> share(TwoThreadsBenchmark::arithmetic));
            } else {
                Peer.Work peer = Peer.valueOf(work).open();
                peers.add(peer);
                shares.add(() -> share(() -> (long) peer.process(message).length()));
            }
        }
        executor = Executors.newFixedThreadPool(threads);
    }

    @TearDown
    public void close() {
        executor.shutdown();
        peers.forEach(Peer.Work::close);
    }

    @Benchmark
    @OperationsPerInvocation(PIECES)
    public long worked() throws Exception {
        left.set(PIECES);
        long sum = 0;
        for (Future<Long> share : executor.invokeAll(shares)) {
            sum += share.get();
        }
        return sum;
    }

    private long share(Callable<Long> piece) throws Exception {
        long sum = 0;
        while (left.getAndDecrement() > 0) {
            sum += piece.call();
        }
        return sum;
    }

    /** Steps of a linear congruential generator; each needs the one before. */
    private static long arithmetic() {
        long value = 1;
        for (int i = 0; i < STEPS; i++) {
            value = value * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
        }
        return value;
    }
}
