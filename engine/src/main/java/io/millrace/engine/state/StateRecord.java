package io.millrace.engine.state;

import io.millrace.engine.message.Bytes;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * A durable record. A position in a file or stream is a record whose key is the file or stream and
 * whose value is the position.
 *
 * @param key key, unique in its state; not empty
 * @param value data of the record; must not be changed after the call
 * @param due time, in milliseconds, from which {@link State#receiveDue} returns the record; null if
 *     there is none
 */
public record StateRecord(String key, Bytes value, @Nullable Instant due) {

    /** Approximate number of bytes that a record uses in addition to its key and value. */
    private static final int OVERHEAD = 200;

    public StateRecord {
        Objects.requireNonNull(value);
        if (key.isEmpty()) {
            throw new IllegalArgumentException("the key of a record must not be empty");
        }
        if (value.length() < value.array().length) {
            // The array can be that of a whole message.
            value = Bytes.of(value.toArray());
        }
        due = due == null ? null : due.truncatedTo(ChronoUnit.MILLIS);
    }

    /** Creates a record without a due time. */
    public StateRecord(String key, Bytes value) {
        this(key, value, null);
    }

    /** Returns the approximate number of bytes that the record uses in memory. */
    long size() {
        return OVERHEAD + key.length() + value.length();
    }
}
