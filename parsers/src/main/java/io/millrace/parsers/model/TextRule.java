package io.millrace.parsers.model;

/**
 * Text representation of values. For a component that is null, the format's settings apply, then
 * the defaults of the standard.
 *
 * @param decimalPoint decimal point of numbers
 * @param strictNumbers whether numbers must have the form that the standard specifies: no blanks,
 *     plus sign or exponent, and in decimals a decimal point after at least one digit
 * @param truncate whether a string that is too long is truncated on output
 */
public record TextRule(
        MarkerText decimalPoint,
        @Key("strictNumericChecking") Boolean strictNumbers,
        @Key("trimOnInput") Trim trim,
        @Key("truncateOnOutput") Boolean truncate) {

    public static final TextRule DEFAULTS = new TextRule(null, null, null, null);

    /** Returns this rule completed with the properties of another rule. */
    public TextRule or(TextRule other) {
        return new TextRule(
                decimalPoint == null ? other.decimalPoint : decimalPoint,
                strictNumbers == null ? other.strictNumbers : strictNumbers,
                trim == null ? other.trim : trim,
                truncate == null ? other.truncate : truncate);
    }

    /** The end of a value at which white space is removed on input. */
    public enum Trim implements Word {
        NONE,
        LEADING,
        TRAILING,
        BOTH;

        public boolean isLeading() {
            return this == LEADING || this == BOTH;
        }

        public boolean isTrailing() {
            return this == TRAILING || this == BOTH;
        }
    }
}
