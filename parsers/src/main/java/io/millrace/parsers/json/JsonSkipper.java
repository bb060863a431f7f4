package io.millrace.parsers.json;

import static io.millrace.parsers.bytes.Words.firstByte;

import io.millrace.parsers.bytes.Words;

/**
 * A scanner that finds the ends of values without parsing them. Strings are scanned in steps of
 * eight bytes.
 */
final class JsonSkipper {

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

    private JsonSkipper() {}

    /**
     * Returns the position after the closing quotation mark of the string that begins at an index;
     * a negative number if the string is not closed.
     */
    static int string(byte[] text, int start, int to) {
        int i = start + 1;
        while (true) {
            while (i + Words.SIZE <= to) {
                long eight = Words.at(text, i);
                long found = Words.bytes(eight, '"') | Words.bytes(eight, '\\');
                if (found != 0) {
                    i += firstByte(found);
                    break;
                }
                i += Words.SIZE;
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

    /**
     * Like {@link #string}, but returns a negative number for a string with escapes or non-ASCII
     * characters.
     */
    static int plainString(byte[] text, int start, int to) {
        int end = Words.plainString(text, start + 1, to);
        return end < to && text[end] == '"' ? end + 1 : -1;
    }

    /** Returns the position after the last byte of a number or literal. */
    static int scalar(byte[] text, int start, int to) {
        int i = start;
        while (i < to && !endsScalar(text[i])) {
            i++;
        }
        return i;
    }

    /** Whether a byte ends the preceding number or literal. */
    static boolean endsScalar(byte b) {
        return b == ',' || KIND[b & 0xFF] != 0 || isBlank(b);
    }

    static boolean isBlank(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    /**
     * Returns the position after the bracket that closes the container around an index; a negative
     * number if the container is not closed.
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
