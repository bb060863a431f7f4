package io.millrace.parsers.model;

/**
 * Representation of an exact number.
 *
 * @param signed whether it can be negative; null if the type specifies it
 * @param orientation position of the sign of an external decimal
 * @param ebcdicCustom whether a sign within a digit is written in ASCII data with the characters
 *     that EBCDIC shows for it: { A to I for +0 to +9, } J to R for -0 to -9
 * @param virtualDecimalPoint number of digits after the implied decimal point; negative for as many
 *     zeros before it; null if the type's fraction digits specify it
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

    /** Signs within digits are those of EBCDIC, in every code page. */
    public NumberRule withEbcdicCustom() {
        return new NumberRule(signed, orientation, true, virtualDecimalPoint);
    }

    /** Where the sign of an external decimal is. */
    public enum SignOrientation implements Word {
        /** Within the first digit. */
        LEADING,
        /** A character before the digits. */
        LEADING_SEPARATE,
        /** Within the last digit. */
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
