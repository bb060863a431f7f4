package io.millrace.parsers.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds the ends of values without looking at what is in them. Strings are passed eight bytes at a
 * time.
 */
final class JsonHop {

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long LOW = 0x0101010101010101L;
    private static final long HIGH = 0x8080808080808080L;
    private static final long QUOTES = LOW * '"';
    private static final long ESCAPES = LOW * '\\';

    private static final byte OPEN = 1;
    private static final byte CLOSE = 2;
    private static final byte QUOTE = 3;
    private static final byte[] KIND = new byte[256];

    static {
        KIND['{'] = OPEN;
        KIND['['] = OPEN;
        KIND['}'] = CLOSE;
        KIND[']'] = CLOSE;
        KIND['"'] = QUOTE;
    }

    private JsonHop() {}

    /**
     * One behind the closing quotation mark of the string that begins at an index; negative where
     * there is none.
     */
    static int string(byte[] text, int start, int to) {
        int i = start + 1;
        while (true) {
            while (i + 8 <= to) {
                long eight = (long) LONGS.get(text, i);
                long found = zeros(eight ^ QUOTES) | zeros(eight ^ ESCAPES);
                if (found != 0) {
                    i += Long.numberOfTrailingZeros(found) >>> 3;
                    break;
                }
                i += 8;
            }
            while (i < to && text[i] != '"' && text[i] != '\\') {
                i++;
            }
            if (i >= to) {
                return -1;
            }
            if (text[i] == '"') {
                return i + 1;
            }
            i += 2;
        }
    }

    /** The high bit of each byte that is zero; exact for the lowest such byte. */
    private static long zeros(long x) {
        return x - LOW & ~x & HIGH;
    }

    /** One behind the last byte of a number or literal. */
    static int scalar(byte[] text, int start, int to) {
        int i = start;
        while (i < to
                && text[i] != ','
                && KIND[text[i] & 0xFF] == 0
                && !JsonContent.isBlank(text[i])) {
            i++;
        }
        return i;
    }

    /**
     * One behind the bracket that closes the container in which an index lies; negative where there
     * is none.
     */
    static int container(byte[] text, int inside, int to) {
        int depth = 1;
        int i = inside;
        while (i < to) {
            byte kind = KIND[text[i] & 0xFF];
            if (kind == 0) {
                i++;
            } else if (kind == QUOTE) {
                i = string(text, i, to);
                if (i < 0) {
                    return -1;
                }
            } else {
                i++;
                depth += kind == OPEN ? 1 : -1;
                if (depth == 0) {
                    return i;
                }
            }
        }
        return -1;
    }
}
