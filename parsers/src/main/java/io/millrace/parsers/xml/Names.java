package io.millrace.parsers.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Names by their bytes. Equal names are the same string nearly always, so that comparing them costs
 * nothing.
 *
 * <p>The table is one for the process and never grows: a name takes the place of another one with
 * the same hash. Threads need no lock: entries are immutable, and who does not see another's entry
 * makes its own.
 */
final class Names {

    /** Slots of the table. */
    private static final int SLOTS = 4_096;

    /** Longer names are made anew each time: no message can make the table hold much memory. */
    private static final int LONGEST = 128;

    private static final Name[] TABLE = new Name[SLOTS];

    private Names() {}

    /**
     * A name.
     *
     * @param full as written
     * @param prefix what is before the colon; empty for none
     * @param local what is behind the colon
     * @param legal whether it is a name in the sense of XML
     * @param qualified whether it is a name in the sense of XML name spaces
     */
    record Name(
            byte[] bytes,
            String full,
            String prefix,
            String local,
            boolean legal,
            boolean qualified) {}

    static Name of(byte[] a, int from, int to, boolean latin1) {
        int hash = 0;
        boolean ascii = true;
        for (int i = from; i < to; i++) {
            hash = hash * 31 + a[i];
            ascii &= a[i] >= 0;
        }
        if (!ascii || to - from > LONGEST) {
            return make(a, from, to, latin1);
        }
        int slot = (hash ^ hash >>> 12) & SLOTS - 1;
        Name found = TABLE[slot];
        if (found != null && same(found.bytes, a, from, to)) {
            return found;
        }
        Name made = make(a, from, to, latin1);
        TABLE[slot] = made;
        return made;
    }

    private static boolean same(byte[] name, byte[] a, int from, int to) {
        int length = name.length;
        if (length != to - from) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (name[i] != a[from + i]) {
                return false;
            }
        }
        return true;
    }

    private static Name make(byte[] a, int from, int to, boolean latin1) {
        byte[] bytes = Arrays.copyOfRange(a, from, to);
        String full =
                new String(bytes, latin1 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8)
                        .intern();
        int colon = full.indexOf(':');
        boolean legal = Characters.isName(full) && full.indexOf('\uFFFD') < 0;
        if (colon < 0) {
            return new Name(bytes, full, "", full, legal, legal);
        }
        String prefix = full.substring(0, colon).intern();
        String local = full.substring(colon + 1).intern();
        boolean qualified =
                legal && !prefix.isEmpty() && Characters.isName(local) && local.indexOf(':') < 0;
        return new Name(bytes, full, prefix, local, legal, qualified);
    }
}
