package io.millrace.parsers.model;

/**
 * Padding of a string that is shorter than its field.
 *
 * @param justification null for the type's default: strings left, numbers right
 * @param character null for the type's default: blanks, for numbers zeros
 */
public record PaddingRule(Justification justification, FillCharacter character) {

    public static final PaddingRule DEFAULTS = new PaddingRule(null, null);

    /** Justification of a value in its field. */
    public enum Justification {
        LEFT("left"),
        RIGHT("right"),
        /** The value always fills its field: it is neither padded nor trimmed. */
        NOT_APPLICABLE("notApplicable");

        private final String word;

        Justification(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }
}
