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
        MarkerText decimalPoint, Boolean strictNumbers, Trim trim, Boolean truncate) {

    public static final TextRule DEFAULTS = new TextRule(null, null, null, null);

    /** Returns this rule completed with the properties of another one. */
    public TextRule or(TextRule other) {
        return new TextRule(
                decimalPoint == null ? other.decimalPoint : decimalPoint,
                strictNumbers == null ? other.strictNumbers : strictNumbers,
                trim == null ? other.trim : trim,
                truncate == null ? other.truncate : truncate);
    }

    /** End of a value at which white space is removed when it is read. */
    public enum Trim {
        NONE("none"),
        LEADING("leading"),
        TRAILING("trailing"),
        BOTH("both");

        private final String word;

        Trim(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }

        public boolean isLeading() {
            return this == LEADING || this == BOTH;
        }

        public boolean isTrailing() {
            return this == TRAILING || this == BOTH;
        }
    }
}
