package io.millrace.parsers.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.parsers.bytes.Words;

import java.util.Arrays;

/**
 * A cache of member names as strings, by their bytes, because most messages have the same names. A
 * slot contains the last name, so the size is limited. Threads can overwrite each other's entries;
 * each entry is immutable.
 */
final class NameCache {

    private static final int SLOTS = 4_096;

    /**
     * Number of slots in which a name can be stored, so that names of one message with the same
     * hash do not replace each other.
     */
    private static final int WAYS = 4;

    private static final int MAX_LENGTH = 64;
    private static final Name[] NAMES = new Name[SLOTS];

    /**
     * A name.
     *
     * @param head first eight bytes, the first byte in the lowest bits; padded with zeros
     * @param tail last eight bytes; the length if the name has at most eight bytes
     */
    private record Name(byte[] bytes, long head, long tail, String text) {

        boolean isAt(byte[] from, int start, int end, long first, long last) {
            return head == first
                    && tail == last
                    && bytes.length == end - start
                    && (bytes.length <= 2 * Words.SIZE
                            || Arrays.equals(bytes, 0, bytes.length, from, start, end));
        }
    }

    private NameCache() {}

    /**
     * Returns the cached name for a range of plain ASCII bytes; null if the name is too long for
     * the cache.
     */
    static String name(byte[] text, int start, int end) {
        int length = end - start;
        if (length > MAX_LENGTH) {
            return null;
        }
        long head = Words.upTo8(text, start, end);
        long tail = length <= Words.SIZE ? length : Words.at(text, end - Words.SIZE);
        long mixed = (head ^ tail * 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        // Only the upper bits depend on all bits of the name.
        int first = (int) (mixed >>> 52) & SLOTS - WAYS;
        for (int i = first; i < first + WAYS; i++) {
            Name known = NAMES[i];
            if (known == null) {
                break;
            }
            if (known.isAt(text, start, end, head, tail)) {
                return known.text;
            }
        }
        byte[] bytes = Arrays.copyOfRange(text, start, end);
        String name = new String(bytes, ISO_8859_1).intern();
        // Added before the others; the oldest entry is removed.
        System.arraycopy(NAMES, first, NAMES, first + 1, WAYS - 1);
        NAMES[first] = new Name(bytes, head, tail, name);
        return name;
    }
}
