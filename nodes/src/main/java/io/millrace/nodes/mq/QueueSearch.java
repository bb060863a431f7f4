package io.millrace.nodes.mq;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueIndex;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.queue.QueueStore;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A search for messages with certain identifiers on one queue. If the queue has an index for one of
 * them, the store finds the message. Otherwise the queue is searched from its beginning, and again
 * when its content has changed.
 *
 * @param ended whether the current wait must end; other threads can change the result
 */
public record QueueSearch(QueueStore store, String queue, BooleanSupplier ended) {

    /** Maximum time between two checks whether the wait must end. */
    private static final long STEP_MILLIS = 500;

    /** Limits of the pauses between searches. */
    private static final long MIN_PAUSE_MILLIS = 1;

    private static final long MAX_PAUSE_MILLIS = 50;

    /** Number of pauses after which an unchanged queue is searched again. */
    private static final int MAX_PAUSES = 20;

    /**
     * Takes the first message with the identifiers in the unit of a session.
     *
     * @return null if none arrives in time, or the wait was ended or interrupted
     */
    public @Nullable QueueMessage take(
            QueueSession session, MessageSelection selection, long waitMillis) {
        Bytes id = indexed(selection);
        if (id == null) {
            return search(
                    () -> session.take(queue, message -> selection.matches(message.descriptor())),
                    waitMillis);
        }
        long end = end(waitMillis);
        while (true) {
            long left = left(end);
            QueueMessage found =
                    session.take(queue, id, selection::matches, Math.min(left, STEP_MILLIS));
            if (found != null || left == 0 || isEnded()) {
                return found;
            }
        }
    }

    /** Returns the first message with the identifiers. It stays on the queue. */
    @Nullable QueueMessage browse(MessageSelection selection, long waitMillis) {
        return search(() -> browsed(selection), waitMillis);
    }

    private @Nullable QueueMessage browsed(MessageSelection selection) {
        if (selection.isAll()) {
            var first = store.browse(queue, 1);
            return first.isEmpty() ? null : first.getFirst();
        }
        Bytes id = indexed(selection);
        if (id != null) {
            return store.browse(queue, id, selection::matches).orElse(null);
        }
        QueueMessage[] found = new QueueMessage[1];
        store.browse(
                queue,
                message -> {
                    if (found[0] == null && selection.matches(message.descriptor())) {
                        found[0] = message;
                    }
                });
        return found[0];
    }

    /** Returns the selected identifier for which the queue has an index; null if there is none. */
    private @Nullable Bytes indexed(MessageSelection selection) {
        QueueIndex index = store.definition(queue).map(QueueDefinition::index).orElse(null);
        return selection.id(index);
    }

    /**
     * Repeats an attempt when the content of the queue has changed, and every second.
     *
     * @param attempt search without a wait; null for no result
     * @return null if no attempt has a result in time, or the wait was ended or interrupted
     */
    <T> @Nullable T search(Supplier<@Nullable T> attempt, long waitMillis) {
        long end = end(waitMillis);
        long pause = MIN_PAUSE_MILLIS;
        while (true) {
            long content = content();
            T found = attempt.get();
            if (found != null || left(end) == 0) {
                return found;
            }
            int pauses = 0;
            do {
                pause(Math.min(pause, left(end)));
                pause = Math.min(2 * pause, MAX_PAUSE_MILLIS);
                if (isEnded()) {
                    return null;
                }
            } while (content() == content && ++pauses < MAX_PAUSES && left(end) > 0);
        }
    }

    /** Returns a number that changes when messages arrive on the queue or return to it. */
    private long content() {
        QueueStatus status = store.status(queue);
        return 31 * status.put() + status.depth() - status.inDelivery();
    }

    private boolean isEnded() {
        return ended.getAsBoolean() || Thread.currentThread().isInterrupted();
    }

    private static long end(long waitMillis) {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
    }

    private static long left(long end) {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
