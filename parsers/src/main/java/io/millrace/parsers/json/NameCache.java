package io.millrace.parsers.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Members' names as strings, found by their bytes: the same names come in message after message.
 * Every slot holds the name that was met there last, so that what a process keeps is bounded
 * whatever messages bring. Threads may overwrite each other's entries; each entry is immutable.
 */
final class NameCache {

    private static final int SLOTS = 4_096;
    private static final int LONGEST = 64;
    private static final Name[] NAMES = new Name[SLOTS];

    private record Name(byte[] bytes, String text) {}

    private NameCache() {}

    /** The name in a range, interned; null where it is not plain ASCII without escapes, or long. */
    static String name(byte[] text, int start, int end) {
        int length = end - start;
        if (length > LONGEST) {
            return null;
        }
        int hash = length;
        for (int i = start; i < end; i++) {
            byte b = text[i];
            if (b < ' ' || b == '\\') {
                return null;
            }
            hash = 31 * hash + b;
        }
        int slot = (hash ^ hash >>> 13) & SLOTS - 1;
        Name known = NAMES[slot];
        if (known != null && Arrays.equals(known.bytes, 0, known.bytes.length, text, start, end)) {
            return known.text;
        }
        byte[] bytes = Arrays.copyOfRange(text, start, end);
        Name met = new Name(bytes, new String(bytes, StandardCharsets.ISO_8859_1).intern());
        NAMES[slot] = met;
        return met.text;
    }
}
