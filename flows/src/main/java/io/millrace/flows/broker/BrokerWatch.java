package io.millrace.flows.broker;

import io.millrace.engine.error.EventLog;

import org.slf4j.Logger;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A thread that reads the values of a broker every second: limits, for their high-water marks, and
 * queues with thresholds. It uses at most 2% of a processor, because the pause after a slow reading
 * (for example of remote queues) is longer.
 */
final class BrokerWatch implements AutoCloseable {

    private static final Logger LOG = EventLog.of(BrokerWatch.class);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int PAUSE_FACTOR = 50;

    private final List<Runnable> readings;
    private final CountDownLatch closed = new CountDownLatch(1);

    private BrokerWatch(List<Runnable> readings) {
        this.readings = readings;
    }

    static BrokerWatch start(Runnable... readings) {
        BrokerWatch watch = new BrokerWatch(List.of(readings));
        Thread.ofVirtual().name("millrace-watch").start(watch::run);
        return watch;
    }

    private void run() {
        try {
            long pause = PAUSE_NANOS;
            while (!closed.await(pause, TimeUnit.NANOSECONDS)) {
                long begin = System.nanoTime();
                readings.forEach(BrokerWatch::read);
                pause = Math.max(PAUSE_NANOS, PAUSE_FACTOR * (System.nanoTime() - begin));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void read(Runnable reading) {
        try {
            reading.run();
        } catch (RuntimeException unavailable) {
            // The store reports its failures itself, and can be closed at the same time.
            LOG.debug("the queues cannot be read: {}", unavailable.getMessage());
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
