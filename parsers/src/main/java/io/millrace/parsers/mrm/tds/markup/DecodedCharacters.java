package io.millrace.parsers.mrm.tds.markup;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.parsers.record.FieldException;
import io.millrace.parsers.record.TextCode;
import io.millrace.parsers.record.TextCode.Width;

import java.util.Arrays;

/**
 * The characters of a message for patterns: single bytes if each is a character, otherwise decoded
 * once with the position of each.
 */
final class DecodedCharacters implements CharSequence {

    /** Code page of the bytes; null if each is an ASCII character, or the text is decoded. */
    private final TextCode code;

    private final byte[] array;
    private final int start;

    /** The whole text, and the begins of its characters; null if bytes are characters. */
    private final String text;

    private final int[] positions;
    private int length;

    private DecodedCharacters(TextBody body, TextCode code, String text, int[] positions) {
        array = body.array;
        start = body.start;
        this.code = code;
        this.text = text;
        this.positions = positions;
        length = text == null ? body.end - body.start : text.length();
    }

    static DecodedCharacters of(TextBody body) {
        if (body.text.width() == Width.SINGLE) {
            return new DecodedCharacters(body, body.text, null, null);
        }
        if (body.text.charset() == UTF_8 && isAscii(body)) {
            return new DecodedCharacters(body, null, null, null);
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
        return new DecodedCharacters(
                body, null, text.toString(), Arrays.copyOf(positions, text.length() + 1));
    }

    private static boolean isAscii(TextBody body) {
        for (int at = body.start; at < body.end; at++) {
            if (body.array[at] < 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the characters up to a position. */
    CharSequence until(int limit) {
        length = index(limit);
        return this;
    }

    /** Returns the character at a position. */
    int index(int position) {
        if (positions == null) {
            return position - start;
        }
        int found = Arrays.binarySearch(positions, position);
        return found < 0 ? -found - 1 : found;
    }

    /** Returns the position of a character. */
    int position(int index) {
        return positions == null ? start + index : positions[index];
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public char charAt(int index) {
        if (text != null) {
            return text.charAt(index);
        }
        byte one = array[start + index];
        return code == null ? (char) one : code.character(one);
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
