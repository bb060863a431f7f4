package io.millrace.parsers.model;

/**
 * Default encoding of strings and numbers, for messages whose headers do not specify it. The
 * headers of messages from queues always do.
 *
 * @param ccsid coded character set identifier
 */
public record DefaultEncoding(
        @Key(value = "defaultCcsid", min = 1, max = 65_535) int ccsid,
        @Key("defaultByteOrder") ByteOrder byteOrder,
        @Key("defaultPackedDecimalByteOrder") ByteOrder packedByteOrder,
        @Key("defaultFloatFormat") FloatFormat floatFormat) {

    public static final DefaultEncoding DEFAULTS =
            new DefaultEncoding(500, ByteOrder.BIG_ENDIAN, ByteOrder.BIG_ENDIAN, FloatFormat.S390);

    /** The byte order of numbers. */
    public enum ByteOrder implements Word {
        BIG_ENDIAN,
        LITTLE_ENDIAN
    }

    /** The format of floating point numbers. */
    public enum FloatFormat implements Word {
        IEEE,
        IEEE_REVERSED,
        /** Hexadecimal floating point of System/390. */
        S390
    }
}
