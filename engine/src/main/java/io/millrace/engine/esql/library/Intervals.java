package io.millrace.engine.esql.library;

import io.millrace.engine.message.Value.IntervalValue;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * INTERVAL values: their qualifiers and their string form.
 *
 * <p>A qualifier is {@code FIELD} or {@code FIELD TO FIELD}. YEAR and MONTH cannot be combined with
 * DAY to SECOND. In the string form, the largest field has no padding and the other fields have two
 * digits: {@code 1-06} YEAR TO MONTH, {@code 2 03:04:05.5} DAY TO SECOND.
 */
public final class Intervals {

    private static final List<String> FIELDS =
            List.of("YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND");
    private static final long[] UNITS = {12, 1, 86_400, 3_600, 60, 1};
    private static final String[] SEPARATORS = {"", "-", "", " ", ":", ":"};
    private static final int MONTH = 1;
    private static final int SECOND = 5;
    private static final int MAX_DIGITS = 18;

    /** Pattern of the result of a cast from INTERVAL to CHARACTER: INTERVAL '...' QUALIFIER. */
    private static final Pattern LITERAL =
            Pattern.compile(
                    "\\s*INTERVAL\\s*'([^']*)'\\s*([A-Z]+(?:\\s+TO\\s+[A-Z]+)?)\\s*",
                    Pattern.CASE_INSENSITIVE);

    private Intervals() {}

    /** Whether a string, in upper case with single blanks, is a valid qualifier. */
    public static boolean isQualifier(String qualifier) {
        int leading = leading(qualifier);
        int trailing = trailing(qualifier);
        return leading >= 0 && trailing >= leading && isMonths(leading) == isMonths(trailing);
    }

    private static boolean isMonths(int field) {
        return field <= MONTH;
    }

    private static int leading(String qualifier) {
        int blank = qualifier.indexOf(' ');
        return FIELDS.indexOf(blank < 0 ? qualifier : qualifier.substring(0, blank));
    }

    private static int trailing(String qualifier) {
        int to = qualifier.indexOf(" TO ");
        return FIELDS.indexOf(to < 0 ? qualifier : qualifier.substring(to + 4));
    }

    /**
     * Returns the fields of a qualifier, largest first. The result is empty if the qualifier is
     * empty.
     */
    static String[] fields(String qualifier) {
        return qualifier.isEmpty()
                ? new String[0]
                : FIELDS.subList(leading(qualifier), trailing(qualifier) + 1)
                        .toArray(String[]::new);
    }

    static boolean isMonths(String qualifier) {
        return isMonths(leading(qualifier));
    }

    static boolean isMonths(IntervalValue interval) {
        return isMonths(interval.qualifier());
    }

    static IntervalValue ofMonths(long months, String qualifier) {
        return new IntervalValue(
                trailing(qualifier) == 0 ? months / 12 * 12 : months, BigDecimal.ZERO, qualifier);
    }

    /**
     * Returns an interval of a number of seconds, truncated to the qualifier's smallest field. A
     * number of seconds with too many decimal places for any clock becomes 0.
     */
    static IntervalValue ofSeconds(BigDecimal seconds, String qualifier) {
        int smallest = trailing(qualifier);
        if ((long) seconds.precision() - seconds.scale() < -MAX_DIGITS) {
            return new IntervalValue(0, BigDecimal.ZERO, qualifier);
        }
        if (smallest == SECOND) {
            return new IntervalValue(0, seconds, qualifier);
        }
        BigDecimal unit = BigDecimal.valueOf(UNITS[smallest]);
        return new IntervalValue(
                0, seconds.divideToIntegralValue(unit).setScale(0).multiply(unit), qualifier);
    }

    /** Returns the qualifier with all fields of two qualifiers of the same kind. */
    static String merge(String a, String b) {
        if (a.equals(b)) {
            return a;
        }
        int from = Math.min(leading(a), leading(b));
        int to = Math.max(trailing(a), trailing(b));
        return from == to ? FIELDS.get(from) : FIELDS.get(from) + " TO " + FIELDS.get(to);
    }

    /**
     * Returns the same length with another qualifier; null if one qualifier consists of months and
     * the other of seconds.
     */
    static @Nullable IntervalValue requalify(IntervalValue interval, String qualifier) {
        if (isMonths(interval) != isMonths(qualifier)) {
            return null;
        }
        return isMonths(qualifier)
                ? ofMonths(interval.months(), qualifier)
                : ofSeconds(interval.seconds(), qualifier);
    }

    /**
     * Returns the signed value of a field (YEAR ... SECOND) of an interval; null if the interval
     * does not have this field.
     */
    public static @Nullable BigDecimal field(IntervalValue interval, String name) {
        int field = FIELDS.indexOf(name);
        int from = leading(interval.qualifier());
        if (field < from || field > trailing(interval.qualifier())) {
            return null;
        }
        BigDecimal length =
                isMonths(from) ? BigDecimal.valueOf(interval.months()) : interval.seconds();
        BigDecimal rest =
                field == from ? length : length.remainder(BigDecimal.valueOf(UNITS[field - 1]));
        return field == SECOND
                ? rest
                : rest.divideToIntegralValue(BigDecimal.valueOf(UNITS[field])).setScale(0);
    }

    /**
     * Returns the number of an interval with a single field; null if the interval has several
     * fields.
     */
    static @Nullable BigDecimal number(IntervalValue interval) {
        int field = leading(interval.qualifier());
        if (field != trailing(interval.qualifier())) {
            return null;
        }
        return isMonths(field)
                ? BigDecimal.valueOf(interval.months() / UNITS[field])
                : interval.seconds().divide(BigDecimal.valueOf(UNITS[field]), Numbers.DECIMAL);
    }

    /**
     * Returns an interval with a single field that has the given number. Returns null if the
     * qualifier has several fields or the number is too large.
     */
    static @Nullable IntervalValue ofNumber(BigDecimal number, String qualifier) {
        int field = leading(qualifier);
        if (field < 0
                || field != trailing(qualifier)
                || (long) number.precision() - number.scale() > MAX_DIGITS - 5) {
            return null;
        }
        BigDecimal units = number.multiply(BigDecimal.valueOf(UNITS[field]), Numbers.DECIMAL);
        return isMonths(field)
                ? ofMonths(units.longValue(), qualifier)
                : ofSeconds(units, qualifier);
    }

    /** Returns the string between the quotes of a literal. */
    static String digits(IntervalValue interval) {
        int from = leading(interval.qualifier());
        int to = trailing(interval.qualifier());
        boolean months = isMonths(from);
        boolean negative = months ? interval.months() < 0 : interval.seconds().signum() < 0;
        BigDecimal left =
                months ? BigDecimal.valueOf(interval.months()).abs() : interval.seconds().abs();
        StringBuilder out = new StringBuilder(negative ? "-" : "");
        for (int field = from; field <= to; field++) {
            if (field > from) {
                out.append(SEPARATORS[field]);
            }
            BigDecimal unit = BigDecimal.valueOf(UNITS[field]);
            BigDecimal whole = left.divideToIntegralValue(unit).setScale(0, RoundingMode.DOWN);
            left = left.subtract(whole.multiply(unit));
            String digits = whole.toPlainString();
            out.append(field > from && digits.length() < 2 ? "0" : "").append(digits);
        }
        if (to == SECOND && left.signum() > 0) {
            out.append(left.stripTrailingZeros().toPlainString().substring(1));
        }
        return out.toString();
    }

    /**
     * Parses a literal, or the string between the quotes of a literal.
     *
     * @param qualifier expected qualifier; empty if the string must be a complete literal
     * @return null if the string is not an interval with this qualifier
     */
    static @Nullable IntervalValue parse(String text, String qualifier) {
        Matcher literal = LITERAL.matcher(text);
        if (literal.matches()) {
            String own = literal.group(2).toUpperCase(Locale.ROOT).replaceAll("\\s+", " ");
            IntervalValue read = isQualifier(own) ? parseDigits(literal.group(1), own) : null;
            return read == null || qualifier.isEmpty() ? read : requalify(read, qualifier);
        }
        return qualifier.isEmpty() ? null : parseDigits(text, qualifier);
    }

    private static @Nullable IntervalValue parseDigits(String text, String qualifier) {
        String digits = text.strip();
        boolean negative = digits.startsWith("-");
        if (negative || digits.startsWith("+")) {
            digits = digits.substring(1);
        }
        int from = leading(qualifier);
        int to = trailing(qualifier);
        BigDecimal sum = BigDecimal.ZERO;
        int at = 0;
        for (int field = from; field <= to; field++) {
            int stop = field == to ? digits.length() : digits.indexOf(SEPARATORS[field + 1], at);
            String part = stop <= at ? "" : digits.substring(at, stop);
            boolean fraction = field == SECOND && part.indexOf('.') > 0;
            if (part.isEmpty() || part.length() > MAX_DIGITS || !isDigits(part, fraction)) {
                return null;
            }
            BigDecimal number = new BigDecimal(part);
            if (field > from && number.longValue() * UNITS[field] >= UNITS[field - 1]) {
                return null;
            }
            sum = sum.add(number.multiply(BigDecimal.valueOf(UNITS[field])));
            at = stop + 1;
        }
        sum = negative ? sum.negate() : sum;
        return isMonths(from)
                ? new IntervalValue(sum.longValue(), BigDecimal.ZERO, qualifier)
                : new IntervalValue(0, sum, qualifier);
    }

    private static boolean isDigits(String part, boolean fraction) {
        int points = 0;
        for (int i = 0; i < part.length(); i++) {
            char c = part.charAt(i);
            if (c == '.') {
                points++;
            } else if (c < '0' || c > '9') {
                return false;
            }
        }
        return points <= (fraction ? 1 : 0) && !part.endsWith(".");
    }
}
