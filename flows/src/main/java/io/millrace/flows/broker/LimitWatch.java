package io.millrace.flows.broker;

import io.millrace.engine.setting.LimitRegistry;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A thread that reads the limits of a broker periodically, so that their high-water marks are
 * known. It uses at most 2 % of a processor: the pause after a slow reading, for example of remote
 * queues, is longer.
 */
final class LimitWatch implements AutoCloseable {

    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int PAUSE_FACTOR = 50;

    private final LimitRegistry limits;
    private final CountDownLatch closed = new CountDownLatch(1);

    private LimitWatch(LimitRegistry limits) {
        this.limits = limits;
    }

    static LimitWatch start(LimitRegistry limits) {
        LimitWatch watch = new LimitWatch(limits);
        Thread.ofVirtual().name("millrace-limits").start(watch::run);
        return watch;
    }

    private void run() {
        try {
            long pause = PAUSE_NANOS;
            while (!closed.await(pause, TimeUnit.NANOSECONDS)) {
                long begin = System.nanoTime();
                limits.read();
                pause = Math.max(PAUSE_NANOS, PAUSE_FACTOR * (System.nanoTime() - begin));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
