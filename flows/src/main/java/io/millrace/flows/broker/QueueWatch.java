package io.millrace.flows.broker;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueThresholds;
import io.millrace.flows.QueueEvent;
import io.millrace.flows.QueueEvent.Kind;

import org.slf4j.Logger;

import java.time.Clock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A monitor that compares queues with their thresholds, and reports events in the log and to
 * listeners. A condition is reported once. Its end is reported when it has lasted {@link
 * #CALM_MILLIS}, so a queue causes at most one pair of events of a kind in this time. One thread
 * compares; any thread can add listeners.
 */
final class QueueWatch {

    /** Time after which the end of a condition is reported. */
    static final long CALM_MILLIS = TimeUnit.SECONDS.toMillis(10);

    private static final Logger LOG = EventLog.of(QueueWatch.class);

    private final QueueStore store;
    private final Clock clock;
    private final List<Consumer<QueueEvent>> listeners = new CopyOnWriteArrayList<>();
    private final Map<String, Watched> watched = new HashMap<>();

    QueueWatch(QueueStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** The conditions of a queue. */
    private static final class Watched {
        private final Condition depth = new Condition(Kind.DEPTH_HIGH, Kind.DEPTH_LOW);
        private final Condition full = new Condition(Kind.FULL, Kind.NOT_FULL);
        private final Condition age = new Condition(Kind.OLD_MESSAGE, Kind.NO_OLD_MESSAGE);
        private final Condition reader = new Condition(Kind.NO_READER, Kind.READER);

        /**
         * Time at which the queue was first found without a reader; -1 while the queue has a
         * reader.
         */
        private long unreadSince = -1;
    }

    /** Whether a threshold is exceeded. */
    private static final class Condition {
        private final Kind began;
        private final Kind ended;
        private boolean active;
        private long calmSince = -1;

        private Condition(Kind began, Kind ended) {
            this.began = began;
            this.ended = ended;
        }

        /**
         * Returns the event to report; null for none.
         *
         * @param exceeded whether the threshold is exceeded
         * @param calm whether the end of the condition is reached
         */
        private Kind next(boolean exceeded, boolean calm, long now) {
            if (!active) {
                active = exceeded;
                calmSince = -1;
                return exceeded ? began : null;
            }
            if (!calm) {
                calmSince = -1;
                return null;
            }
            if (calmSince < 0 || now < calmSince) {
                calmSince = now;
            }
            active = now - calmSince < CALM_MILLIS;
            return active ? null : ended;
        }
    }

    void add(Consumer<QueueEvent> listener) {
        listeners.add(listener);
    }

    /** Compares all queues with their thresholds. */
    void check() {
        Set<String> seen = new HashSet<>();
        for (String name : store.names()) {
            QueueDefinition definition = store.definition(name).orElse(null);
            if (definition != null && isWatched(definition)) {
                seen.add(name);
                checkExisting(definition);
            }
        }
        watched.keySet().retainAll(seen);
    }

    /** Compares a queue with its thresholds. A client can delete a dynamic queue meanwhile. */
    private void checkExisting(QueueDefinition queue) {
        try {
            check(queue, watched.computeIfAbsent(queue.name(), n -> new Watched()));
        } catch (MillraceException e) {
            if (e.code() != ErrorCode.UNKNOWN_QUEUE) {
                throw e;
            }
        }
    }

    private static boolean isWatched(QueueDefinition queue) {
        return queue.maxDepth() > 0 || !queue.rules().thresholds().equals(QueueThresholds.NONE);
    }

    private void check(QueueDefinition queue, Watched conditions) {
        QueueThresholds thresholds = queue.rules().thresholds();
        QueueStatus status = store.status(queue.name());
        long depth = status.depth();
        long now = clock.millis();
        int high = thresholds.depthHigh();
        report(
                conditions.depth.next(
                        high > 0 && depth >= high, depth <= thresholds.depthLow(), now),
                status,
                "the queue has %d messages; depthHigh is %d, depthLow is %d",
                depth,
                high,
                thresholds.depthLow());
        int maximum = queue.maxDepth();
        report(
                conditions.full.next(maximum > 0 && depth >= maximum, depth < maximum, now),
                status,
                "the queue has %d messages; maxDepth is %d",
                depth,
                maximum);
        long age = status.oldestMillis() == 0 ? 0 : now - status.oldestMillis();
        boolean old = thresholds.oldMessageMillis() > 0 && age > thresholds.oldMessageMillis();
        report(
                conditions.age.next(old, !old, now),
                status,
                "the first message of the queue is %.1f s old; oldMessageAfter is %.1f s",
                age / 1e3,
                thresholds.oldMessageMillis() / 1e3);
        if (status.readers() > 0 || now < conditions.unreadSince) {
            conditions.unreadSince = -1;
        } else if (conditions.unreadSince < 0) {
            conditions.unreadSince = now;
        }
        long unread = conditions.unreadSince < 0 ? 0 : now - conditions.unreadSince;
        long patience = thresholds.noReaderMillis();
        report(
                conditions.reader.next(
                        patience > 0 && status.readers() == 0 && unread >= patience,
                        status.readers() > 0,
                        now),
                status,
                "the queue has %d readers and %d messages; noReaderAfter is %.1f s",
                status.readers(),
                depth,
                patience / 1e3);
    }

    private void report(Kind kind, QueueStatus status, String text, Object... values) {
        if (kind == null) {
            return;
        }
        String description = text.formatted(values);
        if (kind.isProblem()) {
            LOG.warn(
                    "{} {}: {}: {}",
                    ErrorCode.QUEUE_THRESHOLD.id(),
                    status.name(),
                    kind.word(),
                    description);
        } else {
            LOG.info("{}: {}: {}", status.name(), kind.word(), description);
        }
        QueueEvent event = new QueueEvent(kind, status, description);
        listeners.forEach(listener -> listener.accept(event));
    }
}
