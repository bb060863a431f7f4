package io.millrace.store.artemis.embedded;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueIndex;
import io.millrace.store.artemis.message.MessageMapping;

import org.apache.activemq.artemis.core.server.MessageReference;
import org.apache.activemq.artemis.core.server.impl.QueueImpl;
import org.apache.activemq.artemis.utils.collections.LinkedListImpl.Node;
import org.apache.activemq.artemis.utils.collections.NodeStore;
import org.apache.activemq.artemis.utils.collections.NodeStoreFactory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The index of a queue of an embedded broker: its available messages by an identifier.
 *
 * <p>Artemis reports each message that enters or leaves its list of available messages to a {@link
 * NodeStore}, while it holds the lock of the queue: messages that arrive, are delivered, expire,
 * are moved or removed, return after a rollback, or are loaded at the start. So the index always
 * has the content of the list, and needs no storage.
 *
 * <p>Safe for use by several threads. The lock of the queue is acquired before the lock of the
 * index.
 */
final class MessageIndex implements NodeStoreFactory<MessageReference> {

    /** Maximum number of arrived messages that Artemis adds to the list in one step. */
    private static final int ADDED_TOGETHER = 1_000;

    /** Message ID that no message has. */
    private static final long NO_MESSAGE = -1;

    /** Position of a message on the queue: priority, then order of arrival. */
    private record Place(int priority, long sequence, long messageId) implements Comparable<Place> {
        private static final Comparator<Place> ORDER =
                Comparator.comparingInt(Place::priority)
                        .reversed()
                        .thenComparingLong(Place::sequence)
                        .thenComparingLong(Place::messageId);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    /** A message on the queue with its identifiers. */
    private record Entry(
            MessageReference message, Node<MessageReference> node, Mqmd identifiers, Place place) {}

    private final QueueImpl queue;
    private final MessageMapping mapping;
    private final List<Level> levels = new ArrayList<>();
    private final Map<Bytes, NavigableMap<Place, Entry>> entries = new HashMap<>();
    private final Map<Bytes, List<IndexWait>> waiting = new HashMap<>();

    /** Identifier by which messages are indexed; null while the queue has no index. */
    private QueueIndex index;

    private long added;

    MessageIndex(QueueImpl queue, QueueIndex index, MessageMapping mapping) {
        this.queue = queue;
        this.index = index;
        this.mapping = mapping;
        addArrived();
    }

    QueueImpl queue() {
        return queue;
    }

    /**
     * Changes the identifier by which messages are indexed. Artemis cannot detach an index from a
     * queue, so null makes it inactive.
     */
    void redefine(QueueIndex value) {
        synchronized (queue) {
            synchronized (this) {
                if (index != value) {
                    index = value;
                    endWaits();
                    entries.clear();
                    levels.forEach(level -> level.nodes.values().forEach(this::add));
                }
            }
        }
    }

    synchronized boolean isActive() {
        return index != null;
    }

    /**
     * Removes the first message with an identifier that a filter accepts from the list. The caller
     * must acknowledge or cancel it.
     *
     * @return null if there is none
     */
    MessageReference poll(Bytes id, Predicate<Mqmd> filter) throws Exception {
        MessageReference found = pollAdded(id, filter);
        while (found == null && addArrived() >= ADDED_TOGETHER) {
            found = pollAdded(id, filter);
        }
        return found == null ? pollAdded(id, filter) : found;
    }

    private MessageReference pollAdded(Bytes id, Predicate<Mqmd> filter) throws Exception {
        Entry next = next(id, null);
        while (next != null) {
            MessageReference message = next.message;
            boolean expired = message.getMessage().isExpired();
            if ((expired || filter.test(next.identifiers)) && remove(message)) {
                if (!expired) {
                    return message;
                }
                queue.expire(message);
            }
            next = next(id, next.place);
        }
        return null;
    }

    /** Removes a message from the list, unless another session has already removed it. */
    private boolean remove(MessageReference message) {
        synchronized (queue) {
            boolean removed = queue.removeWithSuppliedID("", message.getMessageID(), this) != null;
            if (removed) {
                // Counts it as a message that is being delivered.
                message.handled();
            }
            return removed;
        }
    }

    /** Returns the first message with an identifier that a filter accepts; null if none. */
    MessageReference browse(Bytes id, Predicate<MessageReference> filter) {
        while (addArrived() >= ADDED_TOGETHER) {
            Thread.onSpinWait();
        }
        for (Entry e = next(id, null); e != null; e = next(id, e.place)) {
            if (!e.message.getMessage().isExpired() && filter.test(e.message)) {
                return e.message;
            }
        }
        return null;
    }

    /**
     * Returns the first message with an identifier after a position. A null position is the start
     * of the queue.
     */
    private synchronized Entry next(Bytes id, Place after) {
        NavigableMap<Place, Entry> same = entries.get(id);
        if (same == null) {
            return null;
        }
        Map.Entry<Place, Entry> next = after == null ? same.firstEntry() : same.higherEntry(after);
        return next == null ? null : next.getValue();
    }

    /**
     * Adds messages to the list that arrived after the list was last processed. Returns their
     * number.
     */
    private long addArrived() {
        synchronized (queue) {
            long before = added;
            queue.removeWithSuppliedID("", NO_MESSAGE, this);
            return added - before;
        }
    }

    /** Registers a wait for messages with an identifier. */
    synchronized void register(Bytes id, IndexWait wait) {
        waiting.computeIfAbsent(id, _ -> new ArrayList<>(1)).add(wait);
    }

    synchronized void deregister(Bytes id, IndexWait wait) {
        List<IndexWait> same = waiting.get(id);
        same.remove(wait);
        if (same.isEmpty()) {
            waiting.remove(id);
        }
    }

    /** Ends all waits, because the queue was deleted or redefined. */
    synchronized void endWaits() {
        waiting.values().forEach(same -> same.forEach(IndexWait::end));
    }

    private synchronized void add(Entry entry) {
        if (index == null) {
            return;
        }
        Bytes id = index.of(entry.identifiers);
        entries.computeIfAbsent(id, _ -> new TreeMap<>()).put(entry.place, entry);
        List<IndexWait> waits = waiting.get(id);
        if (waits != null) {
            waits.forEach(IndexWait::signal);
        }
    }

    private synchronized void remove(Entry entry) {
        if (index == null) {
            return;
        }
        Bytes id = index.of(entry.identifiers);
        NavigableMap<Place, Entry> same = entries.get(id);
        same.remove(entry.place);
        if (same.isEmpty()) {
            entries.remove(id);
        }
    }

    private Mqmd identifiers(MessageReference message) {
        try {
            return mapping.identifiers(message.getMessage().toCore(), queue.getName().toString());
        } catch (RuntimeException unreadable) {
            // An exception here would end the delivery of all messages. The reader of the message
            // reports it.
            return new Mqmd();
        }
    }

    @Override
    public NodeStore<MessageReference> newNodeStore() {
        Level level = new Level();
        levels.add(level);
        return level;
    }

    /** The messages of one priority. Artemis calls it with the lock of the queue. */
    private final class Level implements NodeStore<MessageReference> {
        private final Map<Long, Entry> nodes = new HashMap<>();

        @Override
        public void storeNode(MessageReference message, Node<MessageReference> node) {
            long id = message.getMessageID();
            Place place = new Place(message.getMessage().getPriority(), message.getSequence(), id);
            Entry entry = new Entry(message, node, identifiers(message), place);
            nodes.put(id, entry);
            added++;
            add(entry);
        }

        @Override
        public Node<MessageReference> getNode(String list, long id) {
            Entry entry = nodes.get(id);
            return entry == null ? null : entry.node;
        }

        @Override
        public void removeNode(MessageReference message, Node<MessageReference> node) {
            Entry entry = nodes.remove(message.getMessageID());
            if (entry != null) {
                remove(entry);
            }
        }

        @Override
        public void clear() {
            nodes.values().forEach(MessageIndex.this::remove);
            nodes.clear();
        }

        @Override
        public int size() {
            return nodes.size();
        }
    }
}
