package io.millrace.parsers.bytes;

import static java.lang.Math.min;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Search in byte arrays in steps of eight bytes (words). */
public final class Words {

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;

    /** Number of bytes in a word. */
    public static final int SIZE = 8;

    /** Number of bytes to examine in one step after a longer range without a match. */
    public static final int FOUR = 4 * SIZE;

    private Words() {}

    /** Returns the word at an index, with the first byte in the lowest bits. */
    public static long at(byte[] a, int index) {
        return (long) LONG.get(a, index);
    }

    /**
     * Returns a word with up to eight bytes of a range, the first byte in the lowest bits; padded
     * with zeros.
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
     * Returns a mask with the high bit of each byte of a word that is equal to a byte. Only the
     * first match is exact. After the first match, other bytes can match by mistake.
     */
    public static long bytes(long word, char requested) {
        return zero(word ^ ONES * requested);
    }

    /** Returns a word in which each byte has the same value. */
    public static long broadcast(int b) {
        return (b & 0xFF) * ONES;
    }

    /**
     * Returns a mask with the high bit of each byte that is zero. Only the first match is exact.
     * After the first match, other bytes can match by mistake.
     */
    public static long zero(long word) {
        return word - ONES & ~word & HIGHS;
    }

    /** Returns a mask with the high bit of each byte that is zero. All matches are exact. */
    public static long zeros(long word) {
        return ~((word & ~HIGHS) + ~HIGHS | word) & HIGHS;
    }

    /**
     * Returns a mask with the high bit of each byte that is below an ASCII character. Only the
     * first match is exact.
     */
    public static long below(long word, char bound) {
        return word - ONES * bound & ~word & HIGHS;
    }

    /**
     * Returns a mask with the high bit of each byte that is a control character, non-ASCII, or one
     * of three characters. Only the first match is exact. Because non-ASCII bytes match, the high
     * bits of the bytes need no separate test.
     */
    private static long special(long word, char a, char b, char c) {
        long none = (word ^ ONES * a) - ONES | (word ^ ONES * b) - ONES | (word ^ ONES * c) - ONES;
        return (none | word | word - ONES * ' ') & HIGHS;
    }

    /** Returns the index of the first byte with the high bit set. */
    public static int firstByte(long highs) {
        return Long.numberOfTrailingZeros(highs) >>> 3;
    }

    /**
     * Whether four words at a position do not contain a byte.
     *
     * @param eightTimes byte to search, in each byte of a word
     */
    public static boolean isFree(byte[] bytes, int at, long eightTimes) {
        long a = at(bytes, at) ^ eightTimes;
        long b = at(bytes, at + SIZE) ^ eightTimes;
        long c = at(bytes, at + 2 * SIZE) ^ eightTimes;
        long d = at(bytes, at + 3 * SIZE) ^ eightTimes;
        long found = (a - ONES) & ~a | (b - ONES) & ~b | (c - ONES) & ~c | (d - ONES) & ~d;
        return (found & HIGHS) == 0;
    }

    /** Returns the index of the first {@code <} in a range; {@code to} if there is none. */
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
     * Returns the index of the first occurrence of a byte in a range; {@code to} if there is none.
     */
    public static int find(byte[] a, int from, int to, byte requested) {
        char character = (char) (requested & 0xFF);
        int i = from;
        for (; i <= to - 8; i += 8) {
            long hit = bytes(at(a, i), character);
            if (hit != 0) {
                return i + firstByte(hit);
            }
        }
        while (i < to && a[i] != requested) {
            i++;
        }
        return i;
    }

    /**
     * Returns a mask with the high bit of each byte of a word that can be relevant in the head of a
     * tag: {@code <}, {@code >} and quotes. Some other bytes also match: those that differ from
     * these characters only in the bits that distinguish {@code <} from {@code >} or one quote from
     * the other.
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
     * Returns the index of the first byte of a range that is not plain text: a control character,
     * {@code &}, {@code ]} or a non-ASCII byte; {@code to} if there is none.
     */
    public static int plain(byte[] a, int from, int to) {
        return plain(a, from, to, '&', ']', '&');
    }

    /**
     * Returns the index of the first byte of a range that is not plain text, as {@link #plain}
     * does, or that is {@code <}; {@code to} if there is none.
     */
    public static int plainText(byte[] a, int from, int to) {
        return plain(a, from, to, '&', ']', '<');
    }

    /**
     * Returns the index of the first byte of a range that ends a string or is not plain: a
     * quotation mark, a control character, a backslash or a non-ASCII byte; {@code to} if there is
     * none.
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
     * Returns the index of the first byte of a range that may have to be escaped or replaced in
     * XML: a control character, {@code <}, {@code >}, {@code &}, {@code ?} or a non-ASCII byte;
     * {@code to} if there is none.
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

    /** Whether a byte sequence is at an index and ends at {@code to} or before. */
    public static boolean starts(byte[] a, int index, int to, byte[] requested) {
        int length = requested.length;
        if (index + length > to) {
            return false;
        }
        if (length < SIZE) {
            for (int i = 0; i < length; i++) {
                if (a[index + i] != requested[i]) {
                    return false;
                }
            }
            return true;
        }
        int last = length - SIZE;
        for (int i = 0; i < last; i += SIZE) {
            if (at(a, index + i) != at(requested, i)) {
                return false;
            }
        }
        // Overlaps the previous word if the length is not a multiple of the word size.
        return at(a, index + last) == at(requested, last);
    }

    /** Whether two ranges of the same array are equal and both end at {@code to} or before. */
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
