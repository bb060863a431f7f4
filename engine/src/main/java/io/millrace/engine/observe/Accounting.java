package io.millrace.engine.observe;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The accounting and statistics of one flow, which can be switched on and off while the flow runs.
 * Each thread of the flow collects its own data. While accounting is off, the only cost of an event
 * is one field read.
 *
 * <p>Safe for use by several threads.
 */
public final class Accounting {

    private final Map<String, AccountingObserver> observers = new ConcurrentHashMap<>();
    private AccountingRecord.@Nullable Level level;
    private Instant since = Instant.EPOCH;

    /**
     * Returns the observer of a thread. If the thread had an observer for another {@code other},
     * the figures of that observer since the last {@link #take} are lost.
     *
     * @param instance name of the thread
     * @param other observer that is called for all events
     */
    public synchronized FlowObserver observer(String instance, FlowObserver other) {
        AccountingObserver observer =
                observers.compute(
                        instance,
                        (name, known) ->
                                known != null && known.isFor(other)
                                        ? known
                                        : new AccountingObserver(name, other));
        observer.level(level);
        return observer;
    }

    /**
     * Starts collecting, or changes what is collected. Figures since the last {@link #take} are
     * lost.
     */
    public synchronized void start(AccountingRecord.Level next) {
        level = next;
        since = Instant.now();
        observers.values().forEach(observer -> observer.level(next));
    }

    /** Stops to collect. */
    public synchronized void stop() {
        level = null;
        observers.values().forEach(observer -> observer.level(null));
    }

    /** Returns what is collected; null if nothing is. */
    public synchronized AccountingRecord.@Nullable Level level() {
        return level;
    }

    /**
     * Returns the figures since the last call or the start, and begins the next interval. Messages
     * in progress are counted when they end. Returns null if nothing is collected.
     */
    public synchronized @Nullable AccountingRecord take() {
        if (level == null) {
            return null;
        }
        Instant now = Instant.now();
        Map<String, AccountingSum> origins = new TreeMap<>();
        observers.values().forEach(observer -> observer.take(origins));
        if (origins.isEmpty()) {
            origins.put("", new AccountingSum());
        }
        List<AccountingRecord.Origin> all = new ArrayList<>();
        origins.forEach((origin, sum) -> all.add(sum.origin(origin)));
        AccountingRecord record = new AccountingRecord(since, now, level, all);
        since = now;
        return record;
    }
}
