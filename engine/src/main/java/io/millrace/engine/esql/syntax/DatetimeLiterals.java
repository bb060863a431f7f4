package io.millrace.engine.esql.syntax;

import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.DateValue;
import io.millrace.engine.message.Value.GmtTimeValue;
import io.millrace.engine.message.Value.GmtTimestampValue;
import io.millrace.engine.message.Value.IntervalValue;
import io.millrace.engine.message.Value.TimeValue;
import io.millrace.engine.message.Value.TimestampValue;
import io.millrace.engine.message.ValueType;
import io.millrace.engine.message.format.DatetimeRange;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reader of the text of DATE, TIME, TIMESTAMP and INTERVAL literals (WMQI ESQL reference, "ESQL
 * data types").
 */
final class DatetimeLiterals {

    /** Units of an interval, the largest first. */
    static final List<String> UNITS = List.of("YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND");

    private static final Pattern DATE = Pattern.compile("(\\d{1,4})-(\\d{1,2})-(\\d{1,2})");
    private static final Pattern TIME =
            Pattern.compile("(\\d{1,2}):(\\d{1,2}):(\\d{1,2})(?:\\.(\\d{1,9}))?");
    private static final int SECONDS = 5;
    private static final int[] SECONDS_IN = {0, 0, 86_400, 3_600, 60, 1};

    /** Maximum value of each unit within the next larger unit, plus 1. */
    private static final int[] MAX_COUNT = {0, 12, 0, 24, 60, 60};

    private DatetimeLiterals() {}

    /** Returns the value of a literal of a type; null if the text is invalid for the type. */
    static @Nullable Value read(ValueType type, String text) {
        String trimmed = text.strip();
        try {
            return switch (type) {
                case DATE -> date(trimmed) instanceof LocalDate d ? new DateValue(d) : null;
                case TIME -> time(trimmed) instanceof LocalTime t ? new TimeValue(t) : null;
                case GMTTIME -> time(trimmed) instanceof LocalTime t ? new GmtTimeValue(t) : null;
                case TIMESTAMP ->
                        timestamp(trimmed) instanceof LocalDateTime t
                                ? new TimestampValue(t)
                                : null;
                case GMTTIMESTAMP ->
                        timestamp(trimmed) instanceof LocalDateTime t
                                ? new GmtTimestampValue(t)
                                : null;
                default -> throw new IllegalArgumentException(type.toString());
            };
        } catch (DateTimeException e) {
            return null;
        }
    }

    /**
     * Describes the range of the first part of a date or time that is out of range; empty if no
     * part is.
     */
    static String range(String text) {
        String trimmed = text.strip();
        Matcher date = DATE.matcher(trimmed);
        boolean dated = date.lookingAt();
        if (dated) {
            String wrong =
                    DatetimeRange.namedDate(number(date, 1), number(date, 2), number(date, 3));
            if (!wrong.isEmpty()) {
                return wrong;
            }
        }
        Matcher time =
                TIME.matcher(
                        dated ? trimmed.substring(date.end()).replaceFirst("^[ T]*", "") : trimmed);
        return time.lookingAt()
                ? DatetimeRange.time(number(time, 1), number(time, 2), number(time, 3))
                : "";
    }

    /** Returns the format of the text of a literal. */
    static String form(ValueType type) {
        return switch (type) {
            case DATE -> "'yyyy-mm-dd'";
            case TIME, GMTTIME -> "'hh:mm:ss' or 'hh:mm:ss.ffffff'";
            default -> "'yyyy-mm-dd hh:mm:ss' or 'yyyy-mm-dd hh:mm:ss.ffffff'";
        };
    }

    private static @Nullable LocalDate date(String text) {
        Matcher m = DATE.matcher(text);
        return m.matches() ? LocalDate.of(number(m, 1), number(m, 2), number(m, 3)) : null;
    }

    private static @Nullable LocalTime time(String text) {
        Matcher m = TIME.matcher(text);
        if (!m.matches()) {
            return null;
        }
        int nanos =
                m.group(4) == null
                        ? 0
                        : Integer.parseInt((m.group(4) + "00000000").substring(0, 9));
        return LocalTime.of(number(m, 1), number(m, 2), number(m, 3), nanos);
    }

    private static @Nullable LocalDateTime timestamp(String text) {
        int space = Math.max(text.indexOf(' '), text.indexOf('T'));
        if (space < 0) {
            return null;
        }
        LocalDate date = date(text.substring(0, space));
        LocalTime time = time(text.substring(space + 1).strip());
        return date == null || time == null ? null : LocalDateTime.of(date, time);
    }

    private static int number(Matcher m, int group) {
        return Integer.parseInt(m.group(group));
    }

    /**
     * Returns the value of an interval; null if the text does not match the qualifier.
     *
     * @param qualifier one unit, or {@code A TO B}
     */
    static @Nullable Value interval(String text, String qualifier) {
        int first = UNITS.indexOf(qualifier.split(" TO ")[0]);
        int last = UNITS.indexOf(qualifier.substring(qualifier.lastIndexOf(' ') + 1));
        String digits = text.strip();
        boolean negative = digits.startsWith("-");
        if (negative || digits.startsWith("+")) {
            digits = digits.substring(1).strip();
        }
        Matcher m = intervalPattern(first, last).matcher(digits);
        if (!m.matches()) {
            return null;
        }
        BigDecimal months = BigDecimal.ZERO;
        BigDecimal seconds = BigDecimal.ZERO;
        for (int unit = first; unit <= last; unit++) {
            BigDecimal amount = new BigDecimal(m.group(unit - first + 1));
            if (unit > first && amount.compareTo(BigDecimal.valueOf(MAX_COUNT[unit])) >= 0) {
                return null;
            }
            if (unit < 2) {
                months = months.add(amount.multiply(BigDecimal.valueOf(unit == 0 ? 12 : 1)));
            } else {
                seconds = seconds.add(amount.multiply(BigDecimal.valueOf(SECONDS_IN[unit])));
            }
        }
        return new IntervalValue(
                negative ? -months.longValue() : months.longValue(),
                negative ? seconds.negate() : seconds,
                qualifier);
    }

    /**
     * Returns the pattern of an interval, for example {@code (digits) (digits):(digits)} for DAY TO
     * MINUTE.
     */
    private static Pattern intervalPattern(int first, int last) {
        StringBuilder pattern = new StringBuilder();
        for (int unit = first; unit <= last; unit++) {
            if (unit > first) {
                pattern.append(unit == 1 ? "\\s*-\\s*" : unit == 3 ? "\\s+" : "\\s*:\\s*");
            }
            pattern.append(unit == SECONDS ? "(\\d{1,15}(?:\\.\\d{1,9})?)" : "(\\d{1,15})");
        }
        return Pattern.compile(pattern.toString());
    }
}
