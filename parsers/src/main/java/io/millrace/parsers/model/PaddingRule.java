package io.millrace.parsers.model;

/**
 * How a text that is shorter than its field is filled up.
 *
 * @param justification null for the type's own: strings left, numbers right
 * @param character null for the type's own: blanks, for numbers zeros
 */
public record PaddingRule(Justification justification, FillCharacter character) {

    public static final PaddingRule DEFAULTS = new PaddingRule(null, null);

    /** At which end of its field a value stands. */
    public enum Justification {
        LEFT("left"),
        RIGHT("right"),
        /** The value always fills its field: nothing is filled up or taken away. */
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
