package io.millrace.parsers.model;

/**
 * Representation of NULL, for elements that can be NULL.
 *
 * @param encoding encoding of NULL; null if NULL cannot be written
 * @param value value that {@code encoding} uses; null if the encoding needs none
 */
public record NullRule(
        @Key("encodingNull") EncodingNull encoding, @Key("encodingNullValue") String value) {

    public static final NullRule NONE = new NullRule(null, null);

    /** The encoding of NULL. */
    public enum EncodingNull implements Word {
        /** The field contains only the padding character. */
        PAD_FILL,
        /** The field contains the NULL value, in any notation. */
        LOGICAL_VALUE,
        /** The field contains exactly the string of the NULL value. */
        LITERAL_VALUE,
        /** The field contains only the character of the NULL value. */
        LITERAL_FILL
    }
}
