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
 * A scanner for the most frequent kind of layout: values separated by single bytes. Eight bytes are
 * compared in one operation.
 */
public final class PlainRow {

    /**
     * Maximum number of stop bytes to search in one step; a search for more stop bytes would not be
     * faster.
     */
    private static final int MAX_STOPS = 4;

    /**
     * Number of additional entries at the end of an array for {@link #ends}, because each step of
     * the search writes at least two entries.
     */
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

    /**
     * The bytes other than the delimiter that can end or escape a value, each repeated eight times.
     */
    private final long[] stops;

    /** The bytes that open a quotation at the start of a value, each repeated eight times. */
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
     * Creates a scanner for the sequences of plain values in a layout.
     *
     * @param delimiter byte between the layout's slots, with which no other markup of the layout
     *     begins
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
     * Returns the last ordinal of the sequence of plain values that begins at an ordinal; the
     * ordinal minus 1 if the slot is not a plain value. A plain value is a single value that ends
     * at the first stop.
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
     * @param at position of the delimiter before the first value
     * @param ends receives the ends
     * @param from index for the first end
     * @param to index after the last end
     * @return the index after the last end found
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
