package io.millrace.store.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The header before the records written together to a journal file. Artemis searches for records
 * byte by byte, by their first byte, and skips other bytes. Therefore all bytes of the header are
 * between 64 and 127, with six bits each.
 *
 * @param number number of the file's use, as in its records
 * @param position position of this header in the file
 * @param begin position of the first header since the file was opened for writing
 * @param forced position up to which the file was forced to disk before this header was written; 0
 *     if unknown
 * @param length length of the records after the header
 * @param sum checksum of the records
 */
record Flush(int number, int position, int begin, int forced, int length, int sum) {

    /**
     * Size in bytes: four for the mark, six for each number, and six for the checksum of the
     * numbers.
     */
    static final int SIZE = 4 + 7 * 6;

    static final byte FIRST = 'M';

    private static final byte[] MARK = {FIRST, 'R', 'f', 'l'};
    private static final int DIGITS = 6;
    private static final int DIGIT_BITS = 6;
    private static final int DIGIT_MASK = (1 << DIGIT_BITS) - 1;
    private static final int DIGIT_ZERO = 64;

    /** Writes the header at the position of the buffer. */
    void put(ByteBuffer buffer) {
        int at = buffer.position();
        buffer.put(MARK);
        putNumber(buffer, number);
        putNumber(buffer, position);
        putNumber(buffer, begin);
        putNumber(buffer, forced);
        putNumber(buffer, length);
        putNumber(buffer, sum);
        putNumber(buffer, sum(buffer, at, SIZE - DIGITS));
    }

    private static void putNumber(ByteBuffer buffer, int number) {
        for (int shift = (DIGITS - 1) * DIGIT_BITS; shift >= 0; shift -= DIGIT_BITS) {
            long digit = Integer.toUnsignedLong(number) >>> shift & DIGIT_MASK;
            buffer.put((byte) (DIGIT_ZERO + digit));
        }
    }

    /**
     * Returns the header at a position if it was written in the current use of the file; null if
     * there is none.
     *
     * @param file content of the whole file
     */
    static Flush at(ByteBuffer file, int position, int number) {
        if (position + SIZE > file.limit() || file.get(position) != FIRST) {
            return null;
        }
        for (int i = 0; i < MARK.length; i++) {
            if (file.get(position + i) != MARK[i]) {
                return null;
            }
        }
        int[] numbers = new int[7];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = number(file, position + MARK.length + i * DIGITS);
        }
        boolean own =
                numbers[0] == number
                        && numbers[1] == position
                        && numbers[6] == sum(file, position, SIZE - DIGITS);
        return own
                ? new Flush(number, position, numbers[2], numbers[3], numbers[4], numbers[5])
                : null;
    }

    private static int number(ByteBuffer file, int at) {
        long number = 0;
        for (int i = 0; i < DIGITS; i++) {
            number = number << DIGIT_BITS | file.get(at + i) - DIGIT_ZERO & DIGIT_MASK;
        }
        return (int) number;
    }

    /** Returns the position of the next header, if there is one. */
    int end() {
        return position + SIZE + length;
    }

    /** Whether the records match the checksum. */
    boolean isWhole(ByteBuffer file) {
        return length >= 0
                && length <= file.limit() - position - SIZE
                && sum(file, position + SIZE, length) == sum;
    }

    static int sum(ByteBuffer bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate().limit(from + length).position(from));
        return (int) crc.getValue();
    }
}
