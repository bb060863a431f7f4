package io.millrace.flows.broker;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Heap;
import io.millrace.engine.runtime.InstanceStatus;

import org.slf4j.Logger;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A thread that monitors the garbage collection of the process. It logs the busy threads when
 * garbage collection takes more than half of the time. It reports a fatal error when the heap is
 * exhausted.
 */
final class HeapWatch implements AutoCloseable {

    private static final Logger LOG = EventLog.of(HeapWatch.class);
    private static final long CHECK_MILLIS = 1_000;
    private static final long LOG_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int BUSY_PERCENT = 50;
    private static final int FATAL_PERCENT = 80;
    private static final long FATAL_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int MAX_LISTED = 10;

    private final Supplier<List<InstanceStatus>> instances;
    private final Consumer<MillraceException> fatal;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final int exhausted = Heap.exhausted();

    // Fields used only by this thread.
    private long lookedNanos = System.nanoTime();
    private long collected = collectionMillis();
    private long loggedNanos = lookedNanos - LOG_NANOS;
    private long calmNanos = lookedNanos;

    private HeapWatch(Supplier<List<InstanceStatus>> instances, Consumer<MillraceException> fatal) {
        this.instances = instances;
        this.fatal = fatal;
    }

    /**
     * @param fatal handler of the fatal error, called at most once
     */
    static HeapWatch start(
            Supplier<List<InstanceStatus>> instances, Consumer<MillraceException> fatal) {
        HeapWatch watch = new HeapWatch(instances, fatal);
        Thread.ofPlatform().name("millrace-heap").daemon().start(watch::run);
        return watch;
    }

    private void run() {
        try {
            while (!closed.await(CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
                if (Heap.exhausted() != exhausted || isOverloaded()) {
                    fatal.accept(
                            new MillraceException(
                                    ErrorCode.HEAP_EXHAUSTED,
                                    "the heap of "
                                            + Heap.megabytes(Heap.MAX_BYTES)
                                            + " is exhausted; make it larger "
                                            + "(MILLRACE_OPTS=-Xmx...); busy threads: "
                                            + atWork()));
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Measures the garbage collection since the last call. Returns whether the overload has lasted
     * too long.
     */
    private boolean isOverloaded() {
        long now = System.nanoTime();
        long millis = collectionMillis();
        long percent = 100 * (millis - collected) / Math.max(1, (now - lookedNanos) / 1_000_000);
        lookedNanos = now;
        collected = millis;
        if (percent > BUSY_PERCENT && now - loggedNanos >= LOG_NANOS) {
            loggedNanos = now;
            LOG.warn(
                    "{}: garbage collection takes {} % of the time; busy threads: {}",
                    ErrorCode.HEAP_SHORT.id(), percent, atWork());
        }
        if (percent < FATAL_PERCENT || !Heap.isShort()) {
            calmNanos = now;
        }
        return now - calmNanos >= FATAL_NANOS;
    }

    private static long collectionMillis() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
    }

    private String atWork() {
        List<InstanceStatus> working =
                instances.get().stream()
                        .filter(i -> i.state() == InstanceStatus.State.WORKING)
                        .sorted(Comparator.comparingLong(InstanceStatus::allocatedBytes).reversed())
                        .limit(MAX_LISTED)
                        .toList();
        return working.isEmpty()
                ? "none"
                : working.stream()
                        .map(
                                i ->
                                        i.name()
                                                + " (its message holds "
                                                + Heap.megabytes(i.heldBytes())
                                                + ", and has allocated "
                                                + Heap.megabytes(i.allocatedBytes())
                                                + ")")
                        .collect(Collectors.joining(", "));
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
