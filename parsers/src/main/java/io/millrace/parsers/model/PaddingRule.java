package io.millrace.parsers.model;

/**
 * Padding of a string that is shorter than its field.
 *
 * @param justification null for the type's default: strings left, numbers right
 * @param character null for the type's default: blanks, for numbers zeros
 */
public record PaddingRule(
        Justification justification, @Key("paddingCharacter") FillCharacter character) {

    public static final PaddingRule DEFAULTS = new PaddingRule(null, null);

    /** At which end of its field a value stands. */
    public enum Justification implements Word {
        LEFT,
        RIGHT,
        /** The value always fills its field: nothing is filled up or taken away. */
        NOT_APPLICABLE
    }
}
