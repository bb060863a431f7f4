package io.millrace.engine.message;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A range of a byte array that is no longer changed. Safe for use by several threads.
 *
 * @param array array that is never changed after construction; only the part between {@code start}
 *     and {@code end} can be read
 * @param start index of the first byte
 * @param end index after the last byte
 */
public record Bytes(byte[] array, int start, int end) {

    public static final Bytes EMPTY = new Bytes(new byte[0], 0, 0);

    public Bytes {
        if (start < 0 || end < start || end > array.length) {
            throw new IndexOutOfBoundsException(start + ".." + end + " of " + array.length);
        }
    }

    /**
     * Wraps the whole array without copying it. The caller must not change the array afterwards.
     */
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

    /** Returns the byte at an index relative to the start of this range. */
    public byte at(int index) {
        return array[start + index];
    }

    /**
     * Returns a part of this range. The indexes are relative to the start of this range. The part
     * shares the array.
     */
    public Bytes slice(int from, int to) {
        return new Bytes(array, start + from, start + to);
    }

    /**
     * Returns a copy of this range, or the array itself if the range covers all of it. The caller
     * must not change the result.
     */
    public byte[] toArray() {
        return start == 0 && end == array.length ? array : Arrays.copyOfRange(array, start, end);
    }

    public String text(Charset charset) {
        return new String(array, start, end - start, charset);
    }

    /** Returns the SHA-256 of the bytes. */
    public Bytes sha256() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(array, start, length());
            return of(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java platform has SHA-256", e);
        }
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

    /**
     * Returns the bytes as upper-case hexadecimal digits, as in ESQL between {@code X'} and {@code
     * '}.
     */
    public String hex() {
        return HexFormat.of().withUpperCase().formatHex(array, start, end);
    }

    @Override
    public String toString() {
        return "X'" + hex() + "'";
    }
}
