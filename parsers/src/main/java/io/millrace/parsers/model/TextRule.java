package io.millrace.parsers.model;

/**
 * Text representation of values. Null follows from the format's settings, and there from the
 * standard.
 *
 * @param decimalPoint the character before the fraction of a number
 * @param strictNumbers whether numbers must be as the standard specifies: digits without blanks,
 *     plus sign or exponent, and in decimals the point with a digit before it
 * @param truncate whether a string that is too long is truncated on output
 */
public record TextRule(
        MarkerText decimalPoint,
        @Key("strictNumericChecking") Boolean strictNumbers,
        @Key("trimOnInput") Trim trim,
        @Key("truncateOnOutput") Boolean truncate) {

    public static final TextRule DEFAULTS = new TextRule(null, null, null, null);

    /** Returns this rule completed with the properties of another one. */
    public TextRule or(TextRule other) {
        return new TextRule(
                decimalPoint == null ? other.decimalPoint : decimalPoint,
                strictNumbers == null ? other.strictNumbers : strictNumbers,
                trim == null ? other.trim : trim,
                truncate == null ? other.truncate : truncate);
    }

    /** At which end of a value white space is taken away when it is read. */
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
