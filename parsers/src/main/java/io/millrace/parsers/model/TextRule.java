package io.millrace.parsers.model;

/**
 * How values are written as strings. What is null follows from the format's settings, and there
 * from the standard.
 *
 * @param decimalPoint the character before the fraction of a number
 * @param strictNumbers whether numbers must be as the standard specifies: digits without blanks,
 *     plus sign or exponent, and in decimals the point with a digit before it
 * @param truncate whether a text that is too long is cut when it is written
 */
public record TextRule(
        MarkerText decimalPoint,
        @Key("strictNumericChecking") Boolean strictNumbers,
        @Key("trimOnInput") Trim trim,
        @Key("truncateOnOutput") Boolean truncate) {

    public static final TextRule DEFAULTS = new TextRule(null, null, null, null);

    /** Returns what another rule specifies where this one specifies nothing. */
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
