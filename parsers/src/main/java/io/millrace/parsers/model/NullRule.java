package io.millrace.parsers.model;

/**
 * Representation of NULL, for elements that can be NULL.
 *
 * @param encoding null if NULL cannot be written
 * @param value value that {@code encoding} compares with; null if it needs none
 */
public record NullRule(EncodingNull encoding, String value) {

    public static final NullRule NONE = new NullRule(null, null);

    /** Encoding of NULL. */
    public enum EncodingNull {
        /** The field contains only the padding character. */
        PAD_FILL("padFill"),
        /** The field contains this value in any representation. */
        LOGICAL_VALUE("logicalValue"),
        /** The field contains exactly this text. */
        LITERAL_VALUE("literalValue"),
        /** The field contains only this character. */
        LITERAL_FILL("literalFill");

        private final String word;

        EncodingNull(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }
}
