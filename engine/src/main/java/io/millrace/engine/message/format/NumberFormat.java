package io.millrace.engine.message.format;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.ParsePosition;
import java.util.Locale;

/**
 * A compiled pattern for numbers (ESQL reference, "Formatting and parsing numbers as strings").
 * Immutable.
 *
 * <p>The syntax is {@code pos[;neg][:groupsep=chars][:decsep=chars]}. Both forms contain: {@code 0}
 * a digit; {@code #} an optional digit; {@code .} the decimal point; {@code ,} a group separator
 * (the distance between the last two separators is the size of all groups except the last); {@code
 * E0}, {@code e0} or {@code E+0} an exponent; {@code %}; {@code *c} a character that pads to the
 * length of the form; text in single quotes. The options after the colons set the group separator
 * and the decimal separator. The defaults are {@code ,} and {@code .} in every locale.
 */
public final class NumberFormat {

    private static final int MAX_LENGTH = 200;
    private static final int MAX_EXPONENT = 400;

    private final String pattern;
    private final NumberPattern parts;

    /** JDK format. It is not safe for use by several threads: each use works on a clone. */
    private final DecimalFormat format;

    /** Number of zeros if the pattern has only zeros (the most frequent kind); otherwise 0. */
    private final int zeros;

    private NumberFormat(String pattern, NumberPattern parts, DecimalFormat format) {
        this.pattern = pattern;
        this.parts = parts;
        this.format = format;
        this.zeros = pattern.chars().allMatch(c -> c == '0') ? pattern.length() : 0;
    }

    /**
     * @throws PatternException if the pattern is invalid
     */
    public static NumberFormat compile(String pattern) {
        if (pattern.isEmpty() || pattern.length() > MAX_LENGTH) {
            throw new PatternException(
                    "the length of a pattern must be 1 to " + MAX_LENGTH + " characters");
        }
        String unquoted = pattern.replaceAll("'[^']*'", "");
        if (unquoted.indexOf('0') < 0 && unquoted.indexOf('#') < 0) {
            throw new PatternException("the pattern " + pattern + " has no digit: expected 0 or #");
        }
        NumberPattern parts = NumberPattern.of(pattern);
        DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(Locale.ROOT);
        symbols.setDecimalSeparator(NumberPattern.POINT);
        symbols.setExponentSeparator(parts.exponent());
        try {
            DecimalFormat format = new DecimalFormat(parts.plain(), symbols);
            format.setParseBigDecimal(true);
            format.setGroupingUsed(false);
            format.setRoundingMode(RoundingMode.HALF_EVEN);
            return new NumberFormat(pattern, parts, format);
        } catch (IllegalArgumentException e) {
            throw new PatternException("the pattern " + pattern + " is not a valid number pattern");
        }
    }

    /**
     * @throws PatternException if the text does not match the pattern
     */
    public BigDecimal parse(String text) {
        String digits = parts.read(text.strip());
        ParsePosition position = new ParsePosition(0);
        Number read = ((DecimalFormat) format.clone()).parse(digits, position);
        if (!(read instanceof BigDecimal number) || position.getIndex() < digits.length()) {
            throw new PatternException("the text does not match the pattern " + pattern);
        }
        return number;
    }

    public String print(long number) {
        if (zeros > 0 && number >= 0) {
            String digits = Long.toString(number);
            return "0".repeat(Math.max(0, zeros - digits.length())) + digits;
        }
        return parts.write(((DecimalFormat) format.clone()).format(number), number < 0);
    }

    /**
     * @throws PatternException if the number has too many digits to be written in full
     */
    public String print(BigDecimal number) {
        if (Math.abs((long) number.precision() - number.scale()) > MAX_EXPONENT
                && !parts.hasExponent()) {
            throw new PatternException(
                    "the number has too many digits to be written without an exponent");
        }
        return parts.write(((DecimalFormat) format.clone()).format(number), number.signum() < 0);
    }

    @Override
    public String toString() {
        return pattern;
    }
}
