package io.millrace.engine.state;

import io.millrace.engine.message.Bytes;

import org.jspecify.annotations.Nullable;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** The format of messages that contain a version of a record. */
final class RecordFormat {

    private static final byte FORMAT = 1;

    /** Flag of the removal of a record. */
    private static final byte REMOVED = 1;

    /** Flag of a record with a due time. */
    private static final byte DUE = 2;

    private static final int MAX_HEADER = 2 + 2 * Long.BYTES + Integer.BYTES;

    private RecordFormat() {}

    /**
     * A version of a record.
     *
     * @param number number of the version; later versions of a key have larger numbers
     * @param record content; null if this version removes the record
     */
    record Version(String key, long number, @Nullable StateRecord record) {}

    static Bytes write(Version version) {
        StateRecord record = version.record();
        byte[] key = version.key().getBytes(StandardCharsets.UTF_8);
        int length = record == null ? 0 : record.value().length();
        ByteBuffer out = ByteBuffer.allocate(MAX_HEADER + key.length + length);
        Instant due = record == null ? null : record.due();
        out.put(FORMAT).put(record == null ? REMOVED : due == null ? 0 : DUE);
        out.putLong(version.number());
        if (due != null) {
            out.putLong(due.toEpochMilli());
        }
        out.putInt(key.length).put(key);
        if (record != null) {
            out.put(record.value().array(), record.value().start(), length);
        }
        return new Bytes(out.array(), 0, out.position());
    }

    /** Reads a version; returns null if the bytes do not represent a version. */
    static @Nullable Version read(Bytes bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes.array(), bytes.start(), bytes.length());
        try {
            if (in.get() != FORMAT) {
                return null;
            }
            int flags = in.get();
            long number = in.getLong();
            Instant due = flags == DUE ? Instant.ofEpochMilli(in.getLong()) : null;
            byte[] key = new byte[Math.clamp(in.getInt(), 0, in.remaining())];
            in.get(key);
            if (key.length == 0) {
                return null;
            }
            String name = new String(key, StandardCharsets.UTF_8);
            if (flags == REMOVED) {
                return new Version(name, number, null);
            }
            byte[] value = new byte[in.remaining()];
            in.get(value);
            return new Version(name, number, new StateRecord(name, Bytes.of(value), due));
        } catch (BufferUnderflowException e) {
            return null;
        }
    }
}
