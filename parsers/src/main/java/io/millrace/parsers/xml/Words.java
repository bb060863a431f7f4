package io.millrace.parsers.xml;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Searching in bytes eight at a time. */
final class Words {

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long LESS = ONES * '<';

    private Words() {}

    /** The first {@code <} from an index on, or {@code to} where there is none. */
    static int less(byte[] a, int from, int to) {
        int i = from;
        for (; i <= to - 8; i += 8) {
            long x = (long) LONG.get(a, i) ^ LESS;
            long hit = (x - ONES) & ~x & HIGHS;
            if (hit != 0) {
                return i + (Long.numberOfTrailingZeros(hit) >>> 3);
            }
        }
        while (i < to && a[i] != '<') {
            i++;
        }
        return i;
    }

    /** The first place from an index on where a byte occurs, or {@code to} where there is none. */
    static int find(byte[] a, int from, int to, byte wanted) {
        long pattern = ONES * (wanted & 0xFF);
        int i = from;
        for (; i <= to - 8; i += 8) {
            long x = (long) LONG.get(a, i) ^ pattern;
            long hit = (x - ONES) & ~x & HIGHS;
            if (hit != 0) {
                return i + (Long.numberOfTrailingZeros(hit) >>> 3);
            }
        }
        while (i < to && a[i] != wanted) {
            i++;
        }
        return i;
    }

    /** Whether all bytes are below 128. */
    static boolean ascii(byte[] a, int from, int to) {
        int i = from;
        long all = 0;
        for (; i <= to - 8; i += 8) {
            all |= (long) LONG.get(a, i);
        }
        for (; i < to; i++) {
            all |= a[i] < 0 ? HIGHS : 0;
        }
        return (all & HIGHS) == 0;
    }

    /**
     * The first byte from an index on that is not plain text: a control character, {@code &}, {@code ]} or one beyond
     * ASCII; {@code to} where there is none.
     */
    static int plain(byte[] a, int from, int to) {
        int i = from;
        for (; i <= to - 8; i += 8) {
            long w = (long) LONG.get(a, i);
            long amp = w ^ ONES * '&';
            long bracket = w ^ ONES * ']';
            // Exact enough: a borrow can only come from a true hit below it.
            long hit = (w - ONES * 0x20 & ~w | w | amp - ONES & ~amp | bracket - ONES & ~bracket) & HIGHS;
            if (hit != 0) {
                break;
            }
        }
        for (; i < to; i++) {
            byte b = a[i];
            if (b < 0x20 || b == '&' || b == ']') {
                return i;
            }
        }
        return to;
    }

    /** Whether two stretches of the same array are equal; neither may reach beyond {@code to}. */
    static boolean same(byte[] a, int left, int right, int length, int to) {
        if (right + length > to) {
            return false;
        }
        int i = 0;
        if (right + 8 <= to) {
            for (; i + 8 <= length; i += 8) {
                if ((long) LONG.get(a, left + i) != (long) LONG.get(a, right + i)) {
                    return false;
                }
            }
            if (i < length && right + i + 8 <= to) {
                long x = (long) LONG.get(a, left + i) ^ (long) LONG.get(a, right + i);
                return x << 64 - 8 * (length - i) == 0;
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
