package io.millrace.store.artemis;

import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;

import org.slf4j.Logger;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * How often messages were backed out, by Artemis' ids of them. Artemis' own delivery count will not
 * do: it also grows for messages that were only prefetched when a process died, and for all
 * messages of a unit of several.
 *
 * <p>An embedded store keeps counts in its home folder: each is forced to the disk before the
 * message is given back. A process that dies counts nothing; so after such an end the messages that
 * it may have died with ({@link Suspects}) are counted before they are handed over, and their
 * counts go back when their units commit. While nothing is backed out and nothing died, all this
 * writes nothing.
 *
 * <p>For a broker elsewhere counts are kept likewise, in a folder of this process and for that
 * broker; without a folder they are in memory. Messages that leave such a broker by other hands are
 * not seen to go, so of the counts that were left only the latest are taken over. Safe to use from
 * several threads.
 */
final class BackoutCounts implements AutoCloseable {

    private static final Logger LOG = EventLog.of(BackoutCounts.class);

    static final String FILE = "backouts.log";

    /** Smaller than the ids of all messages to come where these are not known. */
    static final long ANY = Long.MAX_VALUE;

    private static final int MOST_OF_ELSEWHERE = 10_000;

    private static final String COUNT = "count";
    private static final String GONE = "gone";

    /** A message on a queue: several queues may refer to one message. */
    private record Key(String queue, long id) {}

    /**
     * @param backouts how often the message was backed out
     * @param tried whether it is being tried, and the log says one more
     */
    private record Count(int backouts, boolean tried) {}

    private final ConcurrentMap<Key, Count> counts = new ConcurrentHashMap<>();
    private final CountLog log;
    private final Suspects suspects;

    /** Of this process alone for these counts; null where it is the store's. */
    private HomeFolder own;

    private BackoutCounts(CountLog log) {
        this.log = log;
        suspects = new Suspects(log);
    }

    /** Counts that end with the process. */
    static BackoutCounts inMemory() {
        return new BackoutCounts(null);
    }

    /** The counts of a home folder. Nothing is written before {@link #begin}. */
    static BackoutCounts of(HomeFolder home) {
        return of(home, FILE);
    }

    /** The counts of a broker elsewhere, which begin at once. */
    static BackoutCounts ofElsewhere(HomeFolder folder, String broker) {
        BackoutCounts counts = of(folder, "backouts." + broker + ".log");
        counts.counts.keySet().stream()
                .sorted(Comparator.comparingLong(Key::id).reversed())
                .skip(MOST_OF_ELSEWHERE)
                .toList()
                .forEach(counts.counts::remove);
        counts.begin(ANY);
        counts.own = folder;
        return counts;
    }

    private static BackoutCounts of(HomeFolder home, String file) {
        CountLog log = CountLog.open(home, file);
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
            default -> suspects.read(words);
        }
    }

    private void gone(long id, String[] words) {
        if (words.length > 2) {
            counts.remove(new Key(words[2], id));
        } else {
            // Lines had no queue before several of them could refer to one message.
            counts.keySet().removeIf(key -> key.id == id);
        }
    }

    /**
     * Begins to keep what is counted.
     *
     * @param firstNew smaller than the ids of all messages that will be put from now on
     */
    void begin(long firstNew) {
        if (!log.isOrderly()) {
            suspects.died(firstNew);
        }
        log.begin(this::lines);
    }

    Suspects suspects() {
        return suspects;
    }

    boolean has(String queue, long messageId) {
        return !counts.isEmpty() && counts.containsKey(new Key(queue, messageId));
    }

    /** Whether there are none at all. */
    boolean isEmpty() {
        return counts.isEmpty();
    }

    int of(String queue, long messageId) {
        Count count = counts.isEmpty() ? null : counts.get(new Key(queue, messageId));
        return count == null ? 0 : count.backouts;
    }

    /**
     * A suspect is about to be tried: if the process dies with it, that counts.
     *
     * @throws MillraceException with STORE_NOT_WRITABLE or STORE_DISK_FULL: then it must not be
     */
    void tried(String queue, long messageId) {
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

    /** What was tried was not, or not alone. */
    void notTried(String queue, long messageId) {
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
     * A unit that held the message alone was rolled back. Must be called before the message is
     * given back, as another session may receive it at once.
     */
    void backedOut(String queue, long messageId) {
        Key key = new Key(queue, messageId);
        Count before = counts.get(key);
        Count now = new Count(before == null ? 1 : before.backouts + 1, false);
        counts.put(key, now);
        if (before == null || !before.tried) {
            keep(countLine(queue, messageId, now.backouts), true);
        }
    }

    /** Forgets a message that has left its queue. */
    void forget(String queue, long messageId) {
        if (!counts.isEmpty() && counts.remove(new Key(queue, messageId)) != null) {
            keep(GONE + ' ' + messageId + ' ' + queue, false);
        }
    }

    /** Forgets the messages of a queue that was deleted. */
    void forgetQueue(String queue) {
        of(queue).forEach(id -> forget(queue, id));
        suspects.forget(queue);
    }

    /** The messages that have a count, by their queues. */
    List<Long> of(String queue) {
        return counts.keySet().stream()
                .filter(key -> key.queue.equals(queue))
                .map(Key::id)
                .toList();
    }

    List<String> queues() {
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

    /** Appends what must not fail: a count that is not kept is counted anew after a restart. */
    private void keep(String line, boolean force) {
        try {
            append(line, force);
        } catch (MillraceException e) {
            LOG.warn("{} a backout count is not kept: {}", e.code().id(), e.getMessage());
        }
    }

    private List<String> lines() {
        List<String> lines = suspects.lines();
        counts.forEach(
                (key, c) ->
                        lines.add(countLine(key.queue, key.id, c.backouts + (c.tried ? 1 : 0))));
        return lines;
    }

    /** Ends orderly: what is being tried is not to blame. */
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
