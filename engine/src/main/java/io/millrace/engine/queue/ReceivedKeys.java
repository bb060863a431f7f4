package io.millrace.engine.queue;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.work.UnitOfWork;
import io.millrace.engine.work.UnitWatcher;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Keys of received messages, kept as persistent messages on a queue. A key is put in the same unit
 * of work as the effects of its message. It is therefore stored if and only if the effects are,
 * even if the process ends abnormally. The keys are also kept in memory for lookup, so only one
 * process at a time owns them. If there are too many keys, the oldest are deleted.
 *
 * <p>All instances that use the same keys share this object. Safe for use by several threads.
 */
public final class ReceivedKeys implements AutoCloseable {

    private static final Logger LOG = EventLog.of(ReceivedKeys.class);

    /**
     * Number of keys above the required number that are kept, so that several can be deleted
     * together.
     */
    private static final int MAX_SLACK = 256;

    private static final long LOOK_AGAIN_MILLIS = 200;

    /** Open key sets. A flow shares them with the flow that replaces it. */
    private static final Map<Place, ReceivedKeys> OPEN = new HashMap<>();

    private record Place(QueueStore store, String queue) {}

    private final Place place;
    private final Set<String> kept = new HashSet<>();
    private final Map<String, Claims> claimed = new HashMap<>();
    private final Map<UnitOfWork, Claims> units = new HashMap<>();
    private int users;
    private int requested;
    private boolean trimming;

    /** Lock of the name of the keys; null until the first lookup. */
    private @Nullable NameLock hold;

    /** Whether the keys in memory are equal to the keys on the queue. */
    private boolean loaded;

    private ReceivedKeys(Place place) {
        this.place = place;
    }

    /**
     * Opens the keys of a queue without accessing the queue.
     *
     * @param queue queue name; the queue is created when it is first needed
     * @param requested minimum number of keys to keep
     */
    public static ReceivedKeys open(QueueStore store, String queue, int requested) {
        synchronized (OPEN) {
            ReceivedKeys keys = OPEN.computeIfAbsent(new Place(store, queue), ReceivedKeys::new);
            keys.users++;
            keys.requested = requested;
            return keys;
        }
    }

    /**
     * Claims a key for a unit of work and puts it to the queue in that unit. If another unit has
     * claimed the same key, waits for its end.
     *
     * @param session session that takes part in the unit
     * @param stopped condition that ends the wait
     * @return false if the key is already known
     * @throws MillraceException with QUEUE_STORE_DOWN if the keys cannot be reached, another
     *     process owns them, or two units wait for each other; with FLOW_STOPPED if the wait was
     *     ended
     */
    public boolean claim(
            String key, UnitOfWork unit, QueueSession session, BooleanSupplier stopped) {
        trim();
        if (!isFree(key, unit, stopped)) {
            return false;
        }
        unit.enlist(session);
        Mqmd descriptor = new Mqmd().format("MQSTR").persistence(Mqmd.PERSISTENCE_YES);
        Bytes body = Bytes.of(key.getBytes(StandardCharsets.UTF_8));
        session.put(place.queue, new QueueMessage(descriptor, body), true);
        return true;
    }

    private synchronized boolean isFree(String key, UnitOfWork unit, BooleanSupplier stopped) {
        while (true) {
            NameLock held = load();
            if (kept.contains(key)) {
                return false;
            }
            Claims other = claimed.get(key);
            if (other == null) {
                Claims own = units.computeIfAbsent(unit, u -> new Claims(u, held));
                own.keys.add(key);
                claimed.put(key, own);
                return true;
            }
            Claims own = units.get(unit);
            if (other == own) {
                return false;
            }
            await(other, own, stopped);
        }
    }

    private void await(Claims other, @Nullable Claims own, BooleanSupplier stopped) {
        if (stopped.getAsBoolean()) {
            throw new MillraceException(
                    ErrorCode.FLOW_STOPPED, "the flow was stopped while it waited for a key");
        }
        if (own != null) {
            own.waitsFor = other;
        }
        try {
            for (Claims c = other.waitsFor; own != null && c != null; c = c.waitsFor) {
                if (c == own) {
                    throw unusable("two units of work wait for each other's keys", null);
                }
            }
            wait(LOOK_AGAIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MillraceException(
                    ErrorCode.FLOW_STOPPED, "the wait for a key was interrupted");
        } finally {
            if (own != null) {
                own.waitsFor = null;
            }
        }
    }

    private MillraceException unusable(String why, @Nullable Throwable cause) {
        return new MillraceException(
                ErrorCode.QUEUE_STORE_DOWN,
                "the keys of received messages on " + place.queue + " cannot be used now: " + why,
                cause);
    }

    /** Reads the keys if the keys in memory can be out of date. Returns the lock of the queue. */
    private NameLock load() {
        NameLock held = hold;
        if (held == null || held.isLost()) {
            drop();
            held = place.store.hold(place.queue);
            hold = held;
        }
        if (loaded) {
            return held;
        }
        kept.clear();
        if (!place.store.exists(place.queue)) {
            place.store.create(QueueDefinition.named(place.queue));
        }
        for (QueueMessage message : place.store.browse(place.queue, Integer.MAX_VALUE)) {
            kept.add(key(message));
        }
        loaded = true;
        return held;
    }

    private void drop() {
        kept.clear();
        loaded = false;
        if (hold != null) {
            hold.close();
            hold = null;
        }
    }

    private static String key(QueueMessage message) {
        return message.body().text(StandardCharsets.UTF_8);
    }

    /** Keys claimed by one unit. */
    private final class Claims implements UnitWatcher {
        private final UnitOfWork unit;
        private final List<String> keys = new ArrayList<>();
        private final NameLock begun;
        private boolean committing;
        private @Nullable Claims waitsFor;

        Claims(UnitOfWork unit, NameLock begun) {
            this.unit = unit;
            this.begun = begun;
            unit.watch(this);
        }

        @Override
        public void committing() {
            if (begun.isLost()) {
                throw unusable(
                        "the connection was lost, and another process can own the keys", null);
            }
            committing = true;
        }

        @Override
        public void ended(boolean committed) {
            synchronized (ReceivedKeys.this) {
                units.remove(unit);
                keys.forEach(key -> claimed.remove(key, this));
                if (committed) {
                    kept.addAll(keys);
                } else if (committing) {
                    // If the response to a commit was lost, its outcome is read from the queue.
                    loaded = false;
                }
                ReceivedKeys.this.notifyAll();
            }
        }
    }

    /** Deletes the oldest keys if there are too many. Ignores failures. */
    private void trim() {
        int many;
        synchronized (this) {
            many = kept.size() - requested;
            if (trimming || many <= Math.min(requested, MAX_SLACK)) {
                return;
            }
            trimming = true;
        }
        try (QueueSession session = place.store.session();
                QueueReader oldest = session.reader(place.queue)) {
            while (many > 0) {
                many -= trim(session, oldest, many);
            }
        } catch (MillraceException e) {
            LOG.debug("old keys on {} are deleted later", place.queue, e);
        } finally {
            synchronized (this) {
                trimming = false;
            }
        }
    }

    private int trim(QueueSession session, QueueReader oldest, int many) {
        List<String> gone = new ArrayList<>();
        do {
            QueueMessage message = oldest.receive(0);
            if (message == null) {
                break;
            }
            gone.add(key(message));
        } while (gone.size() < many && session.hasRoom());
        session.commit();
        synchronized (this) {
            gone.forEach(kept::remove);
        }
        return gone.isEmpty() ? many : gone.size();
    }

    /** Ends the use by one user. The last user releases the keys. */
    @Override
    public void close() {
        synchronized (OPEN) {
            if (--users > 0) {
                return;
            }
            OPEN.remove(place);
        }
        synchronized (this) {
            drop();
        }
    }
}
