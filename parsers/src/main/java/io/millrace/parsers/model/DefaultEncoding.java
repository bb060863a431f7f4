package io.millrace.parsers.model;

/**
 * Default encoding of strings and numbers, for messages whose headers do not specify one. Headers
 * of messages from queues always specify one.
 *
 * @param ccsid the coded character set
 */
public record DefaultEncoding(
        @Key(value = "defaultCcsid", min = 1, max = 65_535) int ccsid,
        @Key("defaultByteOrder") ByteOrder byteOrder,
        @Key("defaultPackedDecimalByteOrder") ByteOrder packedByteOrder,
        @Key("defaultFloatFormat") FloatFormat floatFormat) {

    public static final DefaultEncoding DEFAULTS =
            new DefaultEncoding(500, ByteOrder.BIG_ENDIAN, ByteOrder.BIG_ENDIAN, FloatFormat.S390);

    /** Which byte of a number comes first. */
    public enum ByteOrder implements Word {
        BIG_ENDIAN,
        LITTLE_ENDIAN
    }

    /** How floating point numbers are made up. */
    public enum FloatFormat implements Word {
        IEEE,
        IEEE_REVERSED,
        /** Hexadecimal floating point of System/390. */
        S390
    }
}
