package io.millrace.engine.message;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A stretch of a byte array that nobody writes to any more. Safe to share between threads.
 *
 * @param array never changed after it was handed over; read it between {@code start} and {@code
 *     end} only
 * @param start the first byte
 * @param end one behind the last byte
 */
public record Bytes(byte[] array, int start, int end) {

    public static final Bytes EMPTY = new Bytes(new byte[0], 0, 0);

    public Bytes {
        if (start < 0 || end < start || end > array.length) {
            throw new IndexOutOfBoundsException(start + ".." + end + " of " + array.length);
        }
    }

    /** Takes the whole array over; the caller must not change it any more. */
    public static Bytes of(byte[] array) {
        return new Bytes(array, 0, array.length);
    }

    public static Bytes utf8(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    public int length() {
        return end - start;
    }

    public boolean isEmpty() {
        return end == start;
    }

    /** The byte at an index counted from this stretch's start. */
    public byte at(int index) {
        return array[start + index];
    }

    /** A part of this stretch, by indexes counted from its start; shares the array. */
    public Bytes slice(int from, int to) {
        return new Bytes(array, start + from, start + to);
    }

    /**
     * A copy of just this stretch, or the array itself where the stretch is all of it: do not
     * change it.
     */
    public byte[] toArray() {
        return start == 0 && end == array.length ? array : Arrays.copyOfRange(array, start, end);
    }

    public String text(Charset charset) {
        return new String(array, start, end - start, charset);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes b
                && Arrays.equals(array, start, end, b.array, b.start, b.end);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = start; i < end; i++) {
            hash = 31 * hash + array[i];
        }
        return hash;
    }

    /** Hexadecimal digits, capitals, as ESQL writes them between {@code X'} and {@code '}. */
    public String hex() {
        return HexFormat.of().withUpperCase().formatHex(array, start, end);
    }

    @Override
    public String toString() {
        return "X'" + hex() + "'";
    }
}
