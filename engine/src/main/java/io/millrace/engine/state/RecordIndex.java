package io.millrace.engine.state;

import io.millrace.engine.state.RecordFormat.Version;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The committed records of a state in memory, and the number of messages that the queue holds for
 * each key. The entry of a removed record is kept until the queue has no message with its key, so
 * that such a message does not restore the record. The owner of the index must synchronize access.
 */
final class RecordIndex {

    /** The last committed version of a key. */
    private static final class Entry {
        private Version version;

        /** Number of messages on the queue that hold a version of the key. */
        private int messages;

        Entry(Version version) {
            this.version = version;
        }
    }

    /** The due time of a record in milliseconds. */
    private record Due(long at, String key) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            int order = Long.compare(at, other.at);
            return order != 0 ? order : key.compareTo(other.key);
        }
    }

    /** Entries with a record, the one that was changed longest ago first. */
    private final Map<String, Entry> live = new LinkedHashMap<>();

    /** Entries of removed records for which the queue still contains messages. */
    private final Map<String, Entry> removed = new HashMap<>();

    private final TreeSet<Due> due = new TreeSet<>();
    private long bytes;
    private long messages;
    private long last;

    /** Replaces the content by the versions on the queue. */
    void load(List<Version> versions) {
        live.clear();
        removed.clear();
        due.clear();
        bytes = 0;
        messages = 0;
        versions.stream().sorted(Comparator.comparingLong(Version::number)).forEach(this::add);
    }

    void clear() {
        load(List.of());
    }

    /**
     * Adds a version after its message was put to the queue. Does nothing if the version was added
     * before.
     */
    void add(Version version) {
        Entry entry = live.remove(version.key());
        if (entry == null) {
            entry = removed.remove(version.key());
        }
        if (entry == null) {
            entry = new Entry(version);
        } else {
            forget(entry.version.record());
        }
        if (entry.messages == 0 || entry.version.number() < version.number()) {
            entry.version = version;
            entry.messages++;
            messages++;
        }
        last = Math.max(last, version.number());
        place(entry);
    }

    private void place(Entry entry) {
        StateRecord record = entry.version.record();
        if (record == null) {
            removed.put(entry.version.key(), entry);
            return;
        }
        live.put(record.key(), entry);
        bytes += record.size();
        Instant at = record.due();
        if (at != null) {
            due.add(new Due(at.toEpochMilli(), record.key()));
        }
    }

    private void forget(@Nullable StateRecord record) {
        if (record != null) {
            bytes -= record.size();
            Instant at = record.due();
            if (at != null) {
                due.remove(new Due(at.toEpochMilli(), record.key()));
            }
        }
    }

    /**
     * Drops the oldest records until the remaining records are within the limits. Their messages
     * remain.
     */
    void dropOldest(StateLimits limits) {
        Iterator<Entry> oldest = live.values().iterator();
        while (live.size() > limits.maxRecords() || bytes > limits.maxBytes()) {
            Entry entry = oldest.next();
            oldest.remove();
            forget(entry.version.record());
            entry.version = new Version(entry.version.key(), entry.version.number(), null);
            removed.put(entry.version.key(), entry);
        }
    }

    /**
     * Whether a message with this version is no longer needed. An unknown version is needed: it can
     * belong to a unit whose outcome is unknown.
     */
    boolean isObsolete(Version version) {
        Entry entry = live.get(version.key());
        if (entry != null) {
            return version.number() < entry.version.number();
        }
        entry = removed.get(version.key());
        return entry != null
                && (version.number() < entry.version.number()
                        || version.number() == entry.version.number() && entry.messages == 1);
    }

    /** Removes an obsolete message that was removed from the queue. */
    void gone(Version version) {
        Entry entry = live.get(version.key());
        if (entry == null) {
            entry = removed.get(version.key());
        }
        if (entry != null) {
            messages--;
            if (--entry.messages == 0) {
                removed.remove(version.key());
            }
        }
    }

    @Nullable StateRecord get(String key) {
        Entry entry = live.get(key);
        return entry == null ? null : entry.version.record();
    }

    List<StateRecord> records() {
        List<StateRecord> records = new ArrayList<>(live.size());
        for (Entry entry : live.values()) {
            if (entry.version.record() != null) {
                records.add(entry.version.record());
            }
        }
        return records;
    }

    /**
     * Returns the key of the first record that is due at {@code now} and whose key the filter
     * accepts; null if there is none.
     */
    @Nullable String firstDue(long now, Predicate<String> filter) {
        for (Due next : due) {
            if (next.at > now) {
                return null;
            }
            if (filter.test(next.key)) {
                return next.key;
            }
        }
        return null;
    }

    /** Returns the first due time in milliseconds; the maximum value if there is none. */
    long nextDue() {
        return due.isEmpty() ? Long.MAX_VALUE : due.first().at;
    }

    int size() {
        return live.size();
    }

    /** Returns the number of messages on the queue. */
    long messages() {
        return messages;
    }

    long bytes() {
        return bytes;
    }

    /**
     * Returns the number of messages on the queue that do not contain the current version of an
     * existing record.
     */
    long garbage() {
        return messages - live.size();
    }

    /** Returns the highest version number. */
    long last() {
        return last;
    }
}
