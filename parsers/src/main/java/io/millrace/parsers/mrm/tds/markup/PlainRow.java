package io.millrace.parsers.mrm.tds.markup;

import static io.millrace.parsers.bytes.Words.broadcast;
import static io.millrace.parsers.bytes.Words.firstByte;

import static java.lang.Math.min;

import io.millrace.parsers.bytes.Words;
import io.millrace.parsers.mrm.tds.layout.Layout;
import io.millrace.parsers.mrm.tds.layout.Slot;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;

import java.util.Arrays;

/**
 * The most frequent kind of layout in one syntax: values between single bytes. Eight bytes are
 * compared in one operation.
 */
public final class PlainRow {

    /** Maximum number of bytes to compare in one step; more would not be faster. */
    private static final int MAX_STOPS = 4;

    /** Number of spare entries after those that must be found, which makes the search faster. */
    public static final int SPARE = 2;

    /** The highest bit of the first byte. */
    private static final long FIRST = 0x80;

    private final byte delimiter;
    private final boolean[] special;
    private final int[] last;

    /** Whether several values can be found in one step. */
    private final boolean isQuick;

    /** The delimiter in all eight bytes. */
    private final long delimiters;

    /** The bytes beside the delimiter that a value can end with, or that escape: eight times. */
    private final long[] stops;

    /** The bytes that open a quotation at the begin of a value: eight times. */
    private final long quotes;

    PlainRow(byte delimiter, boolean[] stops, boolean[] special, int[] last) {
        this.delimiter = delimiter;
        this.special = special;
        this.last = last;
        delimiters = broadcast(delimiter);
        boolean[] others = stops.clone();
        others[delimiter & 0xFF] = false;
        boolean[] openers = special.clone();
        for (int i = 0; i < openers.length; i++) {
            openers[i] &= !stops[i];
        }
        this.stops = patterns(others);
        long[] quotes = patterns(openers);
        this.quotes = quotes.length > 0 ? quotes[0] : delimiters;
        isQuick = quotes.length <= 1 && this.stops.length <= MAX_STOPS;
    }

    private static long[] patterns(boolean[] of) {
        long[] all = new long[of.length];
        int count = 0;
        for (int i = 0; i < of.length; i++) {
            if (of[i]) {
                all[count++] = broadcast(i);
            }
        }
        return Arrays.copyOf(all, count);
    }

    /**
     * Finds the runs of plain values.
     *
     * @param delimiter the byte between the layout's slots; no other markup of the layout begins
     *     with it
     * @param stops first bytes of the markup that ends a value, and of escapes
     * @param special first bytes of values that do not end at their first stop
     */
    static PlainRow of(Layout layout, byte delimiter, boolean[] stops, boolean[] special) {
        int[] last = new int[layout.slots().size()];
        for (int i = last.length - 1; i >= 0; i--) {
            boolean further = i + 1 < last.length && last[i + 1] > i;
            last[i] = !isPlain(layout.slot(i)) ? i - 1 : further ? last[i + 1] : i;
        }
        return new PlainRow(delimiter, stops, special, last);
    }

    private static boolean isPlain(Slot slot) {
        return slot instanceof ValueSlot value
                && value.isOnce()
                && !value.isBounded()
                && value.reference() < 0;
    }

    /**
     * Returns, by ordinal, the last slot from there on of a sequence of single values that end at
     * their first stop; the ordinal less one if the slot itself is not such a value.
     */
    public int last(int ordinal) {
        return ordinal < last.length ? last[ordinal] : ordinal - 1;
    }

    /** Whether a delimiter and the beginning of a plain value follow. */
    public boolean isPlain(byte[] bytes, int at, int limit) {
        return at + 1 < limit && bytes[at] == delimiter && !special[bytes[at + 1] & 0xFF];
    }

    /**
     * Finds the ends of plain values, while only delimiters are relevant and eight bytes remain.
     *
     * @param at position of the delimiter before the first
     * @param ends receives the ends
     * @param from the index of the first there
     * @param to one after the last index
     * @return the position after the index of the last value found
     */
    public int ends(byte[] bytes, int at, int limit, int[] ends, int from, int to) {
        int found = from;
        int word = at + 1;
        if (!isQuick || word + Words.SIZE > limit) {
            return found;
        }
        long begins = FIRST;
        long hurdles;
        do {
            long eight = Words.at(bytes, word);
            long delimited = Words.zeros(eight ^ delimiters);
            begins |= delimited << 8;
            hurdles = begins & (delimited | Words.zero(eight ^ quotes));
            if (stops.length > 0) {
                hurdles |= stops(eight);
            }
            long left = hurdles == 0 ? delimited : delimited & Long.lowestOneBit(hurdles) - 1;
            int count = min(Long.bitCount(left), to - found);
            if (count > 2) {
                for (int i = found; i < found + count; i++) {
                    ends[i] = word + firstByte(left);
                    left &= left - 1;
                }
            } else {
                ends[found] = word + firstByte(left);
                ends[found + 1] = word + firstByte(left & left - 1);
            }
            found += count;
            begins = delimited >>> 56;
            word += Words.SIZE;
        } while (hurdles == 0 && found < to && word + Words.SIZE <= limit);
        return found;
    }

    private long stops(long eight) {
        long found = 0;
        for (long stop : stops) {
            found |= Words.zero(eight ^ stop);
        }
        return found;
    }
}
