package io.millrace.store.artemis.backout;

import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.store.home.HomeFolder;

import org.slf4j.Logger;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The backout counts of messages, by their Artemis ids. The delivery count of Artemis is not
 * suitable: it is also incremented for messages that were only prefetched when a process ended, and
 * for all messages of a unit of work.
 *
 * <p>An embedded store keeps the counts in its home folder. Each count is forced to disk before its
 * message is returned to the queue. If a process ends abnormally, the messages that may be the
 * cause ({@link PoisonCandidates}) are counted before their next delivery, and their counts are
 * reset when their units commit. Nothing is written while no message is backed out and no process
 * ends abnormally.
 *
 * <p>Counts for a remote broker are stored in a folder of this process for that broker; without a
 * folder, they are in memory. Removals of messages by other clients of a remote broker are not
 * visible. Therefore only the most recent counts are read at the start. Safe for use by several
 * threads.
 */
public final class BackoutCounts implements AutoCloseable {

    private static final Logger LOG = EventLog.of(BackoutCounts.class);

    static final String FILE = "backouts.log";

    /** Value smaller than the ids of all future messages, for brokers whose ids are not known. */
    static final long ANY = Long.MAX_VALUE;

    private static final int MAX_OF_ELSEWHERE = 10_000;

    private static final String COUNT = "count";
    private static final String GONE = "gone";

    /** A message on a queue. Several queues can refer to the same message. */
    private record Key(String queue, long id) {}

    /**
     * @param backouts number of times that the message was backed out
     * @param tried whether the message is being tried; if so, the log contains a count increased by
     *     1
     */
    private record Count(int backouts, boolean tried) {}

    private final ConcurrentMap<Key, Count> counts = new ConcurrentHashMap<>();
    private final BackoutCountLog log;
    private final PoisonCandidates candidates;

    /**
     * Folder that this process uses only for these counts; null if it is the folder of the store.
     */
    private HomeFolder own;

    private BackoutCounts(BackoutCountLog log) {
        this.log = log;
        candidates = new PoisonCandidates(log);
    }

    /** Returns counts in memory, which are lost when the process ends. */
    public static BackoutCounts inMemory() {
        return new BackoutCounts(null);
    }

    /** Returns the counts of a home folder. Nothing is written before {@link #begin}. */
    public static BackoutCounts of(HomeFolder home) {
        return of(home, FILE);
    }

    /**
     * Returns the counts for a remote broker. They are stored from now on, without {@link #begin}.
     */
    public static BackoutCounts ofElsewhere(HomeFolder folder, String broker) {
        BackoutCounts counts = of(folder, "backouts." + broker + ".log");
        counts.counts.keySet().stream()
                .sorted(Comparator.comparingLong(Key::id).reversed())
                .skip(MAX_OF_ELSEWHERE)
                .toList()
                .forEach(counts.counts::remove);
        counts.begin(ANY);
        counts.own = folder;
        return counts;
    }

    private static BackoutCounts of(HomeFolder home, String file) {
        BackoutCountLog log = BackoutCountLog.open(home, file);
        BackoutCounts counts = new BackoutCounts(log);
        for (String line : log.found()) {
            counts.read(line.split(" "));
        }
        return counts;
    }

    private void read(String[] words) {
        switch (words[0]) {
            case COUNT ->
                    counts.put(
                            new Key(words[3], Long.parseLong(words[1])),
                            new Count(Integer.parseInt(words[2]), false));
            case GONE -> gone(Long.parseLong(words[1]), words);
            default -> candidates.read(words);
        }
    }

    private void gone(long id, String[] words) {
        if (words.length > 2) {
            counts.remove(new Key(words[2], id));
        } else {
            // Files of older versions have no queue in this line.
            counts.keySet().removeIf(key -> key.id == id);
        }
    }

    /**
     * Starts to store the counts.
     *
     * @param firstNew value smaller than the ids of all messages that will be put from now on
     */
    public void begin(long firstNew) {
        if (!log.isOrderly()) {
            candidates.died(firstNew);
        }
        log.begin(this::lines);
    }

    public PoisonCandidates candidates() {
        return candidates;
    }

    public boolean has(String queue, long messageId) {
        return !counts.isEmpty() && counts.containsKey(new Key(queue, messageId));
    }

    /** Whether there are no counts. */
    public boolean isEmpty() {
        return counts.isEmpty();
    }

    public int of(String queue, long messageId) {
        Count count = counts.isEmpty() ? null : counts.get(new Key(queue, messageId));
        return count == null ? 0 : count.backouts;
    }

    /**
     * Registers that a poison candidate is about to be processed. If the process ends before the
     * message, the attempt counts as a backout.
     *
     * @throws MillraceException with STORE_NOT_WRITABLE or STORE_DISK_FULL; the message must then
     *     not be processed
     */
    public void tried(String queue, long messageId) {
        int backouts = of(queue, messageId);
        Key key = new Key(queue, messageId);
        Count before = counts.put(key, new Count(backouts, true));
        try {
            append(countLine(queue, messageId, backouts + 1), true);
        } catch (MillraceException notKept) {
            if (before == null) {
                counts.remove(key);
            } else {
                counts.put(key, before);
            }
            throw notKept;
        }
    }

    /** Registers that a message was not processed, or shared its unit with other messages. */
    public void notTried(String queue, long messageId) {
        Key key = new Key(queue, messageId);
        Count count = counts.get(key);
        if (count != null && count.tried) {
            if (count.backouts == 0) {
                forget(queue, messageId);
            } else {
                counts.put(key, new Count(count.backouts, false));
                keep(countLine(queue, messageId, count.backouts), false);
            }
        }
    }

    /**
     * Counts a rollback of a unit that contained only this message. It must be called before the
     * message is returned to the queue, because another session can receive the message
     * immediately.
     */
    public void backedOut(String queue, long messageId) {
        Key key = new Key(queue, messageId);
        Count before = counts.get(key);
        Count now = new Count(before == null ? 1 : before.backouts + 1, false);
        counts.put(key, now);
        if (before == null || !before.tried) {
            keep(countLine(queue, messageId, now.backouts), true);
        }
    }

    /** Removes the count of a message that has left its queue. */
    public void forget(String queue, long messageId) {
        if (!counts.isEmpty() && counts.remove(new Key(queue, messageId)) != null) {
            keep(GONE + ' ' + messageId + ' ' + queue, false);
        }
    }

    /** Removes the counts of a deleted queue. */
    public void forgetQueue(String queue) {
        of(queue).forEach(id -> forget(queue, id));
        candidates.forget(queue);
    }

    /** Returns the ids of a queue's messages with a count. */
    public List<Long> of(String queue) {
        return counts.keySet().stream()
                .filter(key -> key.queue.equals(queue))
                .map(Key::id)
                .toList();
    }

    public List<String> queues() {
        return counts.keySet().stream().map(Key::queue).distinct().toList();
    }

    private static String countLine(String queue, long messageId, int count) {
        return COUNT + ' ' + messageId + ' ' + count + ' ' + queue;
    }

    private void append(String line, boolean force) {
        if (log != null) {
            log.append(line, force);
        }
    }

    /**
     * Appends a line and ignores failures. A count that cannot be stored has its previous value
     * after a restart.
     */
    private void keep(String line, boolean force) {
        try {
            append(line, force);
        } catch (MillraceException e) {
            LOG.warn("{} a backout count is not kept: {}", e.code().id(), e.getMessage());
        }
    }

    private List<String> lines() {
        List<String> lines = candidates.lines();
        counts.forEach(
                (key, c) ->
                        lines.add(countLine(key.queue, key.id, c.backouts + (c.tried ? 1 : 0))));
        return lines;
    }

    /** Ends normally: messages that are being processed are not counted. */
    @Override
    public void close() {
        if (log != null) {
            List<Key> trying = new ArrayList<>();
            counts.forEach(
                    (key, count) -> {
                        if (count.tried) {
                            trying.add(key);
                        }
                    });
            trying.forEach(key -> notTried(key.queue, key.id));
            log.end();
        }
        if (own != null) {
            own.close();
        }
    }
}
