package io.millrace.parsers.model;

/**
 * Representation of an exact number.
 *
 * @param signed whether the number can be negative; null if the type determines the sign
 * @param orientation position of the sign of an external decimal
 * @param ebcdicCustom whether digits with a sign are the same characters in ASCII as in EBCDIC: { A
 *     to I for +0 to +9, } J to R for -0 to -9
 * @param virtualDecimalPoint number of digits after the implied decimal point; if negative, number
 *     of omitted zeros before it; null for the fraction digits of the type
 */
public record NumberRule(
        Boolean signed,
        @Key("signOrientation") SignOrientation orientation,
        @Key("signEbcdicCustom") boolean ebcdicCustom,
        @Key(min = -400, max = 400) Integer virtualDecimalPoint) {

    public static final NumberRule DEFAULTS =
            new NumberRule(null, SignOrientation.TRAILING, false, null);

    public static NumberRule signed(boolean signed) {
        return new NumberRule(signed, SignOrientation.TRAILING, false, null);
    }

    public static NumberRule signed(SignOrientation orientation) {
        return new NumberRule(true, orientation, false, null);
    }

    public NumberRule withVirtualDecimalPoint(int digits) {
        return new NumberRule(signed, orientation, ebcdicCustom, digits);
    }

    /** Returns this rule with {@code ebcdicCustom} set. */
    public NumberRule withEbcdicCustom() {
        return new NumberRule(signed, orientation, true, virtualDecimalPoint);
    }

    /** The position of the sign in an external decimal. */
    public enum SignOrientation implements Word {
        /** In the first digit. */
        LEADING,
        /** A character before the digits. */
        LEADING_SEPARATE,
        /** In the last digit. */
        TRAILING,
        /** A character after the digits. */
        TRAILING_SEPARATE;

        public boolean isSeparate() {
            return this == LEADING_SEPARATE || this == TRAILING_SEPARATE;
        }

        public boolean isLeading() {
            return this == LEADING || this == LEADING_SEPARATE;
        }
    }
}
