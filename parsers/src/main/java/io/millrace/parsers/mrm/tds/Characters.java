package io.millrace.parsers.mrm.tds;

import io.millrace.parsers.record.FieldException;
import io.millrace.parsers.record.TextCode;

import java.util.Arrays;

/**
 * The characters of a message for patterns: bytes one by one where each is a character, else
 * decoded once with the position of each.
 */
final class Characters implements CharSequence {

    /** The character of each byte; null where texts are decoded. */
    private final char[] table;

    private final byte[] array;
    private final int start;

    /** The whole text, and where its characters begin; null where bytes are characters. */
    private final String text;

    private final int[] positions;
    private int length;

    private Characters(Body body, char[] table, String text, int[] positions) {
        this.array = body.array;
        this.start = body.start;
        this.table = table;
        this.text = text;
        this.positions = positions;
        this.length = text == null ? body.end - body.start : text.length();
    }

    static Characters of(Body body) {
        if (body.text.width() == TextCode.Width.SINGLE) {
            return new Characters(body, table(body.text), null, null);
        }
        StringBuilder text = new StringBuilder();
        int[] positions = new int[body.end - body.start + 1];
        for (int at = body.start; at < body.end; ) {
            int next = body.skip(at, body.end);
            String one;
            try {
                one = body.text.decode(body.array, at, next);
            } catch (FieldException e) {
                one = "\uFFFD";
            }
            for (int i = 0; i < one.length() && text.length() < positions.length - 1; i++) {
                positions[text.length()] = at;
                text.append(one.charAt(i));
            }
            at = next;
        }
        positions[text.length()] = body.end;
        return new Characters(
                body, null, text.toString(), Arrays.copyOf(positions, text.length() + 1));
    }

    private static char[] table(TextCode code) {
        char[] table = new char[256];
        for (int b = 0; b < 256; b++) {
            try {
                table[b] = code.decode(new byte[] {(byte) b}, 0, 1).charAt(0);
            } catch (FieldException e) {
                table[b] = '\uFFFD';
            }
        }
        return table;
    }

    /** The same up to a position. */
    CharSequence until(int limit) {
        length = index(limit);
        return this;
    }

    /** The character at a position. */
    int index(int position) {
        if (positions == null) {
            return position - start;
        }
        int found = Arrays.binarySearch(positions, position);
        return found < 0 ? -found - 1 : found;
    }

    /** The position of a character. */
    int position(int index) {
        return positions == null ? start + index : positions[index];
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public char charAt(int index) {
        return table == null ? text.charAt(index) : table[array[start + index] & 0xFF];
    }

    @Override
    public CharSequence subSequence(int from, int to) {
        StringBuilder part = new StringBuilder(to - from);
        for (int i = from; i < to; i++) {
            part.append(charAt(i));
        }
        return part;
    }
}
