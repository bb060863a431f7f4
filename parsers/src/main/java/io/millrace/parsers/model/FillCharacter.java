package io.millrace.parsers.model;

import java.util.Optional;

/**
 * Fill character of fields: a character, which is written in the message's coded character set, or
 * a byte that is always the same.
 *
 * @param codePoint the character, or the byte's value
 * @param isByte whether it is a byte
 */
public record FillCharacter(int codePoint, boolean isByte) {

    public static final FillCharacter SPACE = new FillCharacter(' ', false);
    public static final FillCharacter ZERO = new FillCharacter('0', false);
    public static final FillCharacter NUL = new FillCharacter(0, true);

    /**
     * Parses the notation of a model: a character, also in quotation marks; {@code SPACE}, {@code
     * NUL}; {@code U+0020}; a byte as {@code 0x40} or as two or three decimal digits. Empty for
     * anything else.
     */
    public static Optional<FillCharacter> of(String text) {
        if (text.codePointCount(0, text.length()) == 1) {
            return Optional.of(new FillCharacter(text.codePointAt(0), false));
        }
        if (text.equals("SPACE")) {
            return Optional.of(SPACE);
        }
        if (text.equals("NUL")) {
            return Optional.of(NUL);
        }
        if (text.matches("'.'|\".\"")) {
            return Optional.of(new FillCharacter(text.charAt(1), false));
        }
        if (text.matches("0[xX][0-9A-Fa-f]{2}")) {
            return Optional.of(new FillCharacter(Integer.parseInt(text.substring(2), 16), true));
        }
        if (text.matches("[uU]\\+[0-9A-Fa-f]{4,6}")) {
            int codePoint = Integer.parseInt(text.substring(2), 16);
            return Character.isValidCodePoint(codePoint)
                    ? Optional.of(new FillCharacter(codePoint, false))
                    : Optional.empty();
        }
        boolean decimal = text.matches("[0-9]{2,3}") && Integer.parseInt(text) < 256;
        return decimal
                ? Optional.of(new FillCharacter(Integer.parseInt(text), true))
                : Optional.empty();
    }

    /** Returns the notation of the model. */
    @Override
    public String toString() {
        if (this.equals(SPACE)) {
            return "SPACE";
        }
        if (this.equals(NUL)) {
            return "NUL";
        }
        if (isByte) {
            return "0x%02X".formatted(codePoint);
        }
        boolean plain = codePoint > ' ' && codePoint < 0x7F;
        return plain ? Character.toString(codePoint) : "U+%04X".formatted(codePoint);
    }
}
