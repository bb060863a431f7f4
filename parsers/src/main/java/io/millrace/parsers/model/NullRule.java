package io.millrace.parsers.model;

/**
 * Representation of NULL, for elements that can be NULL.
 *
 * @param encoding null if NULL cannot be written
 * @param value value that {@code encoding} compares with; null if it needs none
 */
public record NullRule(
        @Key("encodingNull") EncodingNull encoding, @Key("encodingNullValue") String value) {

    public static final NullRule NONE = new NullRule(null, null);

    /** In which way NULL is distinguished from values. */
    public enum EncodingNull implements Word {
        /** The field holds nothing but the padding character. */
        PAD_FILL,
        /** The field holds this value, however it is written. */
        LOGICAL_VALUE,
        /** The field holds this very text. */
        LITERAL_VALUE,
        /** The field holds nothing but this character. */
        LITERAL_FILL
    }
}
