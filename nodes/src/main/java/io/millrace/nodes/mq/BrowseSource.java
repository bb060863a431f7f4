package io.millrace.nodes.mq;

import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueStore;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A source of messages that stay on their queue. */
final class BrowseSource implements MessageSource {

    /** Maximum pause between polls at the end of the queue. */
    private static final long MAX_PAUSE_MILLIS = 50;

    private final QueueStore store;
    private final BrowseCursor cursor;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean woken;

    BrowseSource(QueueStore store, BrowseCursor cursor) {
        this.store = store;
        this.cursor = cursor;
        cursor.open();
    }

    @Override
    public @Nullable QueueMessage receive(long timeoutMillis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        long pause = 1;
        while (true) {
            QueueMessage found = cursor.next(store);
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (found != null || left <= 0 || !pause(Math.min(pause, left))) {
                return found;
            }
            pause = Math.min(2 * pause, MAX_PAUSE_MILLIS);
        }
    }

    /** Returns false if the wait must end. */
    private boolean pause(long millis) {
        lock.lock();
        try {
            if (!woken && changed.await(millis, TimeUnit.MILLISECONDS)) {
                woken = true;
            }
            boolean goOn = !woken;
            woken = false;
            return goOn;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void acceptNow() {
        // The message stays on the queue.
    }

    @Override
    public void giveBack() {
        // The message stays on the queue.
    }

    @Override
    public void wake() {
        lock.lock();
        try {
            woken = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        cursor.close();
    }
}
