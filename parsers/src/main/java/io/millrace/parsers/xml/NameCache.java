package io.millrace.parsers.xml;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.parsers.bytes.Words;

import java.util.Arrays;

/**
 * A cache of names by their bytes. Equal names are nearly always the same string, so that comparing
 * them is cheap.
 *
 * <p>The process has one table, which never grows: if more than {@link #WAYS} names have the same
 * hash, a new name replaces an old name. Threads need no lock: entries are immutable, and a thread
 * to which the entry of another thread is not yet visible creates a new entry.
 */
final class NameCache {

    /** Number of slots of the table. */
    private static final int SLOTS = 4_096;

    /**
     * Number of slots in which a name can be stored. With a single slot, two names of a message
     * with the same slot would replace each other each time.
     */
    private static final int WAYS = 4;

    /**
     * Maximum length of names in the table. Longer names are created again each time, so that no
     * message can make the table large.
     */
    private static final int MAX_LENGTH = 128;

    private static final Name[] TABLE = new Name[SLOTS];

    private NameCache() {}

    /**
     * A name.
     *
     * @param head first eight bytes, the first byte in the lowest bits; padded with zeros
     * @param tail last eight bytes; the length if the name has at most eight bytes
     * @param full name as written
     * @param prefix prefix before the colon; empty if there is no prefix
     * @param local name after the colon
     * @param legal whether the name is valid in XML
     * @param qualified whether the name is valid in XML namespaces
     */
    record Name(
            byte[] bytes,
            long head,
            long tail,
            String full,
            String prefix,
            String local,
            boolean legal,
            boolean qualified) {}

    static Name of(byte[] a, int from, int to, boolean latin1) {
        int length = to - from;
        long head = Words.upTo8(a, from, to);
        long tail = tail(a, from, to);
        if (!isAscii(a, from, to, head, tail)) {
            return make(a, from, to, head, tail, latin1);
        }
        int first = slot(head, tail);
        Name found = found(first, a, from, length, head, tail);
        if (found == null) {
            found = make(a, from, to, head, tail, latin1);
            // Added before the others; the oldest entry is removed.
            System.arraycopy(TABLE, first, TABLE, first + 1, WAYS - 1);
            TABLE[first] = found;
        }
        return found;
    }

    private static Name found(int first, byte[] a, int from, int length, long head, long tail) {
        for (int i = first; i < first + WAYS; i++) {
            Name name = TABLE[i];
            if (name == null) {
                return null;
            }
            if (isAt(name, a, from, length, head, tail)) {
                return name;
            }
        }
        return null;
    }

    /**
     * Returns a name from the cache; null if the name is not in the cache or contains non-ASCII
     * characters.
     */
    static Name find(byte[] a, int from, int to) {
        long head = Words.upTo8(a, from, to);
        long tail = tail(a, from, to);
        return found(slot(head, tail), a, from, to - from, head, tail);
    }

    private static long tail(byte[] a, int from, int to) {
        return to - from <= Words.SIZE ? to - from : Words.at(a, to - Words.SIZE);
    }

    private static boolean isAscii(byte[] a, int from, int to, long head, long tail) {
        int length = to - from;
        return length <= 2 * Words.SIZE
                ? Words.isAscii(head | tail)
                : length <= MAX_LENGTH && Words.ascii(a, from, to);
    }

    /** Returns the first slot in which a name can be stored. */
    private static int slot(long head, long tail) {
        long mixed = (head ^ tail * 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        // Only the upper bits depend on all bits of the name.
        return (int) (mixed >>> 52) & SLOTS - WAYS;
    }

    private static boolean isAt(Name name, byte[] a, int from, int length, long head, long tail) {
        return name.head == head
                && name.tail == tail
                && name.bytes.length == length
                && (length <= 2 * Words.SIZE || sameMiddle(name.bytes, a, from));
    }

    /** Compares the middle of a long name, which is in neither {@code head} nor {@code tail}. */
    private static boolean sameMiddle(byte[] name, byte[] a, int from) {
        for (int i = Words.SIZE; i < name.length - Words.SIZE; i++) {
            if (name[i] != a[from + i]) {
                return false;
            }
        }
        return true;
    }

    private static Name make(byte[] a, int from, int to, long head, long tail, boolean latin1) {
        byte[] bytes = Arrays.copyOfRange(a, from, to);
        String full = new String(bytes, latin1 ? ISO_8859_1 : UTF_8).intern();
        int colon = full.indexOf(':');
        boolean decoded = full.indexOf('\uFFFD') < 0 || Arrays.equals(bytes, full.getBytes(UTF_8));
        boolean legal = decoded && Characters.isName(full);
        if (colon < 0) {
            return new Name(bytes, head, tail, full, "", full, legal, legal);
        }
        String prefix = full.substring(0, colon).intern();
        String local = full.substring(colon + 1).intern();
        boolean qualified =
                legal && !prefix.isEmpty() && Characters.isName(local) && local.indexOf(':') < 0;
        return new Name(bytes, head, tail, full, prefix, local, legal, qualified);
    }
}
