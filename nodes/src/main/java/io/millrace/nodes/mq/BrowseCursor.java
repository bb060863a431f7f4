package io.millrace.nodes.mq;

import io.millrace.engine.queue.QueueBrowser;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueStore;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.TimeUnit;

/**
 * The position of an MQInput node that browses its queue. All instances of the node share the
 * cursor, so each message is processed by only one instance. Safe for use by several threads.
 */
final class BrowseCursor {

    private static final int NEVER = -1;

    private final String queue;
    private final MessageSelection selection;
    private final int resetMillis;
    private int users;
    private @Nullable QueueBrowser browser;
    private long lastFound;

    /**
     * @param resetMillis time without a message after which the queue is browsed from its beginning
     *     again; -1 for never
     */
    BrowseCursor(String queue, MessageSelection selection, int resetMillis) {
        this.queue = queue;
        this.selection = selection;
        this.resetMillis = resetMillis;
    }

    synchronized void open() {
        users++;
    }

    /** Returns the next message; null if the end of the queue is reached. */
    synchronized @Nullable QueueMessage next(QueueStore store) {
        try {
            if (browser == null) {
                browser = store.browser(queue);
                lastFound = System.nanoTime();
            }
            for (QueueMessage m = browser.next(); m != null; m = browser.next()) {
                if (selection.matches(m.descriptor())) {
                    lastFound = System.nanoTime();
                    return m;
                }
            }
        } catch (RuntimeException lost) {
            reset();
            throw lost;
        }
        long idle = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lastFound);
        if (resetMillis != NEVER && idle >= resetMillis) {
            reset();
        }
        return null;
    }

    private void reset() {
        if (browser != null) {
            browser.close();
            browser = null;
        }
    }

    synchronized void close() {
        users--;
        if (users == 0) {
            reset();
        }
    }
}
