package io.millrace.engine.message;

import java.util.Arrays;

/** A growing byte array to which writers write a message. Only for one thread. */
public final class ByteSink {

    private byte[] array;
    private int length;

    public ByteSink() {
        this(512);
    }

    /** Creates a sink with an initial capacity in bytes. */
    public ByteSink(int capacity) {
        array = new byte[Math.max(16, capacity)];
    }

    public int length() {
        return length;
    }

    public void write(int b) {
        if (length == array.length) {
            grow(1);
        }
        array[length++] = (byte) b;
    }

    public void write(byte[] source) {
        write(source, 0, source.length);
    }

    public void write(byte[] source, int from, int to) {
        int count = to - from;
        if (count > array.length - length) {
            grow(count);
        }
        System.arraycopy(source, from, array, length, count);
        length += count;
    }

    public void write(Bytes source) {
        write(source.array(), source.start(), source.end());
    }

    /** Writes a string that must be ASCII. Other characters are written as {@code ?}. */
    public void ascii(String text) {
        int count = text.length();
        if (count > array.length - length) {
            grow(count);
        }
        for (int i = 0; i < count; i++) {
            char c = text.charAt(i);
            array[length++] = (byte) (c < 128 ? c : '?');
        }
    }

    /** Writes the low byte of each character, for a string that is known to be ASCII or Latin-1. */
    @SuppressWarnings("deprecation")
    public void lowBytes(String text) {
        int count = text.length();
        if (count > array.length - length) {
            grow(count);
        }
        text.getBytes(0, count, array, length);
        length += count;
    }

    /** Writes the low bytes of two strings, followed by one byte. */
    @SuppressWarnings("deprecation")
    public void lowBytes(String first, String second, int last) {
        int count = first.length() + second.length() + 1;
        if (count > array.length - length) {
            grow(count);
        }
        first.getBytes(0, first.length(), array, length);
        second.getBytes(0, second.length(), array, length + first.length());
        length += count;
        array[length - 1] = (byte) last;
    }

    /** Writes a big-endian or little-endian 32-bit integer. */
    public void int32(int value, boolean littleEndian) {
        low(value, 4, littleEndian);
    }

    /**
     * Writes the low bytes of a number.
     *
     * @param count number of bytes, at most eight
     */
    public void low(long value, int count, boolean littleEndian) {
        if (count > array.length - length) {
            grow(count);
        }
        for (int i = 0; i < count; i++) {
            array[length + i] = (byte) (value >>> 8 * (littleEndian ? i : count - 1 - i));
        }
        length += count;
    }

    /** Removes all bytes after a length. Writers use this method to undo output. */
    public void truncate(int newLength) {
        if (newLength > length) {
            throw new IndexOutOfBoundsException(newLength + " of " + length);
        }
        length = newLength;
    }

    /** Overwrites a byte that was already written. */
    public void set(int index, int b) {
        array[index] = (byte) b;
    }

    /**
     * Returns the written bytes without copying the array. The sink must not be used after the
     * call.
     */
    public Bytes bytes() {
        return new Bytes(array, 0, length);
    }

    /**
     * Doubles the array length. If this is not enough, makes the array one eighth larger than
     * needed. After a string that is longer than all previous output, little output usually
     * follows.
     */
    private void grow(int more) {
        long needed = (long) length + more;
        long requested = Math.max((long) array.length * 2, needed + (needed >> 3));
        MessageMemory.reserve(requested);
        array = Arrays.copyOf(array, (int) Math.min(Integer.MAX_VALUE - 16, requested));
    }
}
