package io.millrace.engine.message.format;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.ParsePosition;
import java.util.Locale;

/**
 * A compiled pattern for numbers: {@code 0} a digit, {@code #} a digit that may be left out, {@code
 * .} the point, {@code ,} groups, {@code E0} an exponent, {@code %}, text in single quotes, {@code
 * ;} before the form of negative numbers (WMQI ESQL reference, "Formatting and parsing numbers as
 * strings"). Symbols are those of English whatever the locale. Immutable.
 */
public final class NumberFormat {

    private static final int LONGEST = 200;
    private static final int MAX_EXPONENT = 400;

    private final String pattern;

    /** Not safe to share: each use works on a clone. */
    private final DecimalFormat format;

    /** For patterns of zeros alone, the most frequent kind: how many; else 0. */
    private final int zeros;

    private NumberFormat(String pattern, DecimalFormat format) {
        this.pattern = pattern;
        this.format = format;
        this.zeros = pattern.chars().allMatch(c -> c == '0') ? pattern.length() : 0;
    }

    /**
     * @throws PatternException where the pattern is not one
     */
    public static NumberFormat compile(String pattern) {
        if (pattern.isEmpty() || pattern.length() > LONGEST) {
            throw new PatternException("a pattern has between 1 and " + LONGEST + " characters");
        }
        String unquoted = pattern.replaceAll("'[^']*'", "");
        if (unquoted.indexOf('0') < 0 && unquoted.indexOf('#') < 0) {
            throw new PatternException("the pattern " + pattern + " has no digit: expected 0 or #");
        }
        if (unquoted.indexOf(':') >= 0) {
            throw new PatternException(
                    "the pattern " + pattern + " has options behind a colon, which are not known");
        }
        try {
            DecimalFormat format =
                    new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT));
            format.setParseBigDecimal(true);
            format.setRoundingMode(RoundingMode.HALF_EVEN);
            return new NumberFormat(pattern, format);
        } catch (IllegalArgumentException e) {
            throw new PatternException("the pattern " + pattern + " is not a pattern of a number");
        }
    }

    /**
     * @throws PatternException where the text does not follow the pattern
     */
    public BigDecimal parse(String text) {
        String digits = text.strip();
        ParsePosition position = new ParsePosition(0);
        Number read = ((DecimalFormat) format.clone()).parse(digits, position);
        if (!(read instanceof BigDecimal number) || position.getIndex() < digits.length()) {
            throw new PatternException("the text does not follow the pattern " + pattern);
        }
        return number;
    }

    public String print(long number) {
        if (zeros > 0 && number >= 0) {
            String digits = Long.toString(number);
            return "0".repeat(Math.max(0, zeros - digits.length())) + digits;
        }
        return ((DecimalFormat) format.clone()).format(number);
    }

    /**
     * @throws PatternException where the number has too many digits to be written out
     */
    public String print(BigDecimal number) {
        if (Math.abs((long) number.precision() - number.scale()) > MAX_EXPONENT
                && !pattern.contains("E")) {
            throw new PatternException("the number has more digits than can be written out");
        }
        return ((DecimalFormat) format.clone()).format(number);
    }

    @Override
    public String toString() {
        return pattern;
    }
}
