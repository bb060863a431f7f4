package io.millrace.parsers.model;

import java.util.Objects;

/**
 * Default encoding of strings and numbers, for messages whose headers do not specify one. Headers
 * of messages from queues always specify one.
 *
 * @param ccsid the coded character set
 */
public record DefaultEncoding(
        int ccsid, ByteOrder byteOrder, ByteOrder packedByteOrder, FloatFormat floatFormat) {

    public static final DefaultEncoding DEFAULTS =
            new DefaultEncoding(500, ByteOrder.BIG_ENDIAN, ByteOrder.BIG_ENDIAN, FloatFormat.S390);

    public DefaultEncoding {
        Objects.requireNonNull(byteOrder);
        Objects.requireNonNull(packedByteOrder);
        Objects.requireNonNull(floatFormat);
    }

    /** Order of the bytes of a number. */
    public enum ByteOrder {
        BIG_ENDIAN("bigEndian"),
        LITTLE_ENDIAN("littleEndian");

        private final String word;

        ByteOrder(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /** Representation of floating point numbers. */
    public enum FloatFormat {
        IEEE("ieee"),
        IEEE_REVERSED("ieeeReversed"),
        /** Hexadecimal floating point of System/390. */
        S390("s390");

        private final String word;

        FloatFormat(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }
}
