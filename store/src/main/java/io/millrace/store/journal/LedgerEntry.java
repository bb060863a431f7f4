package io.millrace.store.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * An entry of a {@link FileLedger}: two states, written alternately, and the name of the file. A
 * state that was incomplete when the process was killed does not match its check value. Then the
 * previous state is used, which is still valid for the file. Only one thread at a time can use it.
 */
final class LedgerEntry {

    static final int BYTES = 128;
    static final int MAX_NAME_BYTES = 63;

    private static final int STATE_BYTES = 32;
    private static final int CHECKED_BYTES = STATE_BYTES - Integer.BYTES;
    private static final int NAME_AT = 2 * STATE_BYTES;

    private final FileLedger ledger;
    private final ByteBuffer bytes;
    private final byte[] name;
    private final ByteBuffer next = ByteBuffer.allocate(STATE_BYTES);
    private int sequence;

    private LedgerEntry(FileLedger ledger, ByteBuffer bytes, byte[] name) {
        this.ledger = ledger;
        this.bytes = bytes;
        this.name = name;
    }

    /** Returns the entry in these bytes; null if there is none. */
    static LedgerEntry read(FileLedger ledger, ByteBuffer bytes) {
        int length = bytes.get(NAME_AT);
        if (length <= 0 || length > MAX_NAME_BYTES) {
            return null;
        }
        byte[] name = new byte[length];
        bytes.get(NAME_AT + 1, name);
        LedgerEntry entry = new LedgerEntry(ledger, bytes, name);
        entry.sequence = Math.max(entry.sequence(0), entry.sequence(1));
        return entry;
    }

    /** Creates an entry without a state. */
    static LedgerEntry create(FileLedger ledger, ByteBuffer bytes, String name) {
        byte[] encoded = name.getBytes(StandardCharsets.UTF_8);
        bytes.put(0, new byte[NAME_AT]);
        bytes.put(NAME_AT + 1, encoded);
        bytes.put(NAME_AT, (byte) encoded.length);
        return new LedgerEntry(ledger, bytes, encoded);
    }

    String name() {
        return new String(name, StandardCharsets.UTF_8);
    }

    /** Replaces the older state. */
    void write(FileState state) {
        if (ledger.hasFailed()) {
            return;
        }
        sequence++;
        next.clear();
        next.putLong(state.length()).putLong(state.head()).putInt(state.sum());
        next.putInt(sequence).putInt(state.flags());
        next.putInt(check(next));
        try {
            bytes.put((sequence & 1) * STATE_BYTES, next.array());
        } catch (InternalError e) {
            // The file system had no space to write the page to another location.
            ledger.fail(e);
        }
    }

    /** Replaces both states. */
    void reset(FileState state) {
        write(state);
        write(state);
    }

    /**
     * Returns the last state.
     *
     * @param forced whether only forced states are considered
     * @return the state; null if there is none
     */
    FileState state(boolean forced) {
        int last = sequence(0) > sequence(1) ? 0 : 1;
        FileState state = read(last);
        return state != null && (!forced || state.isForced()) ? state : before(1 - last, forced);
    }

    private FileState before(int slot, boolean forced) {
        FileState state = read(slot);
        return state != null && (!forced || state.isForced()) ? state : null;
    }

    private int sequence(int slot) {
        return read(slot) == null ? 0 : bytes.getInt(slot * STATE_BYTES + 20);
    }

    private FileState read(int slot) {
        ByteBuffer stored = bytes.slice(slot * STATE_BYTES, STATE_BYTES);
        if (stored.getInt(20) == 0 || stored.getInt(CHECKED_BYTES) != check(stored)) {
            return null;
        }
        return new FileState(
                stored.getLong(0), stored.getInt(16), stored.getLong(8), stored.getInt(24));
    }

    private int check(ByteBuffer state) {
        CRC32C crc = new CRC32C();
        crc.update(state.duplicate().clear().limit(CHECKED_BYTES));
        crc.update(name);
        return (int) crc.getValue();
    }

    /** Clears the entry and returns its space. */
    ByteBuffer clear() {
        bytes.put(NAME_AT, (byte) 0);
        return bytes;
    }
}
