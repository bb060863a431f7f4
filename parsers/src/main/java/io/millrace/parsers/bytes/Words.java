package io.millrace.parsers.bytes;

import static java.lang.Math.min;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Searching in bytes eight at a time. */
public final class Words {

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;

    /** Bytes in a word. */
    public static final int SIZE = 8;

    /** Bytes that are examined in one step after a longer range without a match. */
    public static final int FOUR = 4 * SIZE;

    private Words() {}

    /** Returns the word at an index, with its first byte in the lowest bits. */
    public static long at(byte[] a, int index) {
        return (long) LONG.get(a, index);
    }

    /**
     * Returns at most eight bytes of a range, the first in the lowest bits; zeros if there are
     * fewer.
     */
    public static long upTo8(byte[] a, int from, int to) {
        int length = to - from;
        if (from + SIZE <= a.length) {
            long word = at(a, from);
            return length >= SIZE ? word : word & (1L << 8 * length) - 1;
        }
        long word = 0;
        for (int i = min(to, from + SIZE) - 1; i >= from; i--) {
            word = word << 8 | a[i] & 0xFF;
        }
        return word;
    }

    /**
     * Returns the high bits of those bytes of a word that are equal to a byte; exact up to the
     * first, after it maybe also of others.
     */
    public static long bytes(long word, char wanted) {
        return zero(word ^ ONES * wanted);
    }

    /** Returns a word with a byte in all its bytes. */
    public static long broadcast(int b) {
        return (b & 0xFF) * ONES;
    }

    /**
     * Returns the high bits of those bytes that are zero; exact up to the first, after it maybe
     * also of others.
     */
    public static long zero(long word) {
        return word - ONES & ~word & HIGHS;
    }

    /** Returns the high bits of those bytes that are zero, and of no others. */
    public static long zeros(long word) {
        return ~((word & ~HIGHS) + ~HIGHS | word) & HIGHS;
    }

    /** Returns the high bits of those bytes that are below an ASCII one; exact up to the first. */
    public static long below(long word, char bound) {
        return word - ONES * bound & ~word & HIGHS;
    }

    /**
     * Returns the high bits of those bytes that are control characters, beyond ASCII, or one of
     * three characters; exact up to the first of them. Where bytes beyond ASCII match too, the high
     * bits of the others need not be tested.
     */
    private static long special(long word, char a, char b, char c) {
        long none = (word ^ ONES * a) - ONES | (word ^ ONES * b) - ONES | (word ^ ONES * c) - ONES;
        return (none | word | word - ONES * ' ') & HIGHS;
    }

    /** Returns the index of the first byte whose high bit is set. */
    public static int firstByte(long highs) {
        return Long.numberOfTrailingZeros(highs) >>> 3;
    }

    /**
     * Whether a byte does not occur in any of four words.
     *
     * @param eightTimes the byte, in all bytes of a word
     */
    public static boolean isFree(byte[] bytes, int at, long eightTimes) {
        long a = at(bytes, at) ^ eightTimes;
        long b = at(bytes, at + SIZE) ^ eightTimes;
        long c = at(bytes, at + 2 * SIZE) ^ eightTimes;
        long d = at(bytes, at + 3 * SIZE) ^ eightTimes;
        long found = (a - ONES) & ~a | (b - ONES) & ~b | (c - ONES) & ~c | (d - ONES) & ~d;
        return (found & HIGHS) == 0;
    }

    /** Returns the first {@code <} from an index on, or {@code to} if there is none. */
    public static int lessThan(byte[] a, int from, int to) {
        int i = from;
        for (; i <= to - 8; i += 8) {
            long hit = bytes(at(a, i), '<');
            if (hit != 0) {
                return i + firstByte(hit);
            }
        }
        while (i < to && a[i] != '<') {
            i++;
        }
        return i;
    }

    /**
     * Returns the first index from an index on at which a byte occurs, or {@code to} if there is
     * none.
     */
    public static int find(byte[] a, int from, int to, byte wanted) {
        char character = (char) (wanted & 0xFF);
        int i = from;
        for (; i <= to - 8; i += 8) {
            long hit = bytes(at(a, i), character);
            if (hit != 0) {
                return i + firstByte(hit);
            }
        }
        while (i < to && a[i] != wanted) {
            i++;
        }
        return i;
    }

    /**
     * Returns the high bits of those bytes of a word that can be relevant in a tag's head: {@code
     * <} and {@code >}, which differ in one bit; the quotes, which differ in two; and bytes that
     * differ from these only in such bits.
     */
    public static long head(long word) {
        return bytes(word | ONES * 2, '>') | bytes(word & ONES * 0xFA, '"');
    }

    /** Whether all bytes of a word are below 128. */
    public static boolean isAscii(long word) {
        return (word & HIGHS) == 0;
    }

    /** Whether all bytes are below 128. */
    public static boolean ascii(byte[] a, int from, int to) {
        int i = from;
        long all = 0;
        for (; i <= to - 8; i += 8) {
            all |= at(a, i);
        }
        for (; i < to; i++) {
            all |= a[i] < 0 ? HIGHS : 0;
        }
        return isAscii(all);
    }

    /**
     * Returns the first byte from an index on that is not plain text: a control character, {@code
     * &}, {@code ]} or one beyond ASCII; {@code to} if there is none.
     */
    public static int plain(byte[] a, int from, int to) {
        return plain(a, from, to, '&', ']', '&');
    }

    /**
     * Returns the first byte from an index on that is not plain text or ends it: as {@link #plain},
     * and {@code <}; {@code to} if there is none.
     */
    public static int plainText(byte[] a, int from, int to) {
        return plain(a, from, to, '&', ']', '<');
    }

    /**
     * Returns the first byte from an index on that is not part of a plain quoted string, or ends
     * it: a control character, a quotation mark, a backslash or one beyond ASCII; {@code to} if
     * there is none.
     */
    public static int plainString(byte[] a, int from, int to) {
        return plain(a, from, to, '"', '\\', '"');
    }

    private static int plain(byte[] a, int from, int to, char one, char two, char three) {
        int i = from;
        for (; i <= to - 8; i += 8) {
            long hit = special(at(a, i), one, two, three);
            if (hit != 0) {
                return i + firstByte(hit);
            }
        }
        while (i < to && a[i] >= 0x20 && a[i] != one && a[i] != two && a[i] != three) {
            i++;
        }
        return i;
    }

    /**
     * Returns the index of the first byte that XML can require to be escaped or replaced: a control
     * character, {@code <}, {@code >}, {@code &}, {@code ?} or a byte beyond ASCII; {@code to} if
     * there is none.
     */
    public static int plainContent(byte[] a, int from, int to) {
        int i = from;
        for (; i <= to - 8; i += 8) {
            long w = at(a, i);
            // > and ? differ in the lowest bit.
            long hit = special(w, '&', '<', '&') | bytes(w | ONES, '?');
            if (hit != 0) {
                return i + firstByte(hit);
            }
        }
        while (i < to && a[i] >= 0x20 && a[i] != '&' && a[i] != '<' && (a[i] | 1) != '?') {
            i++;
        }
        return i;
    }

    /** Whether certain bytes are at an index and do not extend beyond {@code to}. */
    public static boolean starts(byte[] a, int index, int to, byte[] wanted) {
        int length = wanted.length;
        if (index + length > to) {
            return false;
        }
        if (length < SIZE) {
            for (int i = 0; i < length; i++) {
                if (a[index + i] != wanted[i]) {
                    return false;
                }
            }
            return true;
        }
        int last = length - SIZE;
        for (int i = 0; i < last; i += SIZE) {
            if (at(a, index + i) != at(wanted, i)) {
                return false;
            }
        }
        // Again, where the length is no multiple of a word.
        return at(a, index + last) == at(wanted, last);
    }

    /** Whether two ranges of the same array are equal; neither can extend beyond {@code to}. */
    public static boolean same(byte[] a, int left, int right, int length, int to) {
        if (right + length > to) {
            return false;
        }
        int i = 0;
        if (right + 8 <= to) {
            for (; i + 8 <= length; i += 8) {
                if (at(a, left + i) != at(a, right + i)) {
                    return false;
                }
            }
            if (i < length && right + i + 8 <= to) {
                return (at(a, left + i) ^ at(a, right + i)) << 64 - 8 * (length - i) == 0;
            }
        }
        for (; i < length; i++) {
            if (a[left + i] != a[right + i]) {
                return false;
            }
        }
        return true;
    }
}
