package io.millrace.parsers.model;

/**
 * The padding of a string that is shorter than the field.
 *
 * @param justification justification; null for the type's default: left for strings, right for
 *     numbers
 * @param character padding character; null for the type's default: blanks for strings, zeros for
 *     numbers
 */
public record PaddingRule(
        Justification justification, @Key("paddingCharacter") FillCharacter character) {

    public static final PaddingRule DEFAULTS = new PaddingRule(null, null);

    /** The justification of a value in its field. */
    public enum Justification implements Word {
        LEFT,
        RIGHT,
        /** The value always fills its field: padding is neither added nor removed. */
        NOT_APPLICABLE
    }
}
