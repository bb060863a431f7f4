package io.millrace.engine.esql.library;

import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.DateValue;
import io.millrace.engine.message.Value.GmtTimeValue;
import io.millrace.engine.message.Value.GmtTimestampValue;
import io.millrace.engine.message.Value.IntervalValue;
import io.millrace.engine.message.Value.TimeValue;
import io.millrace.engine.message.Value.TimestampValue;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** Arithmetic with dates, times and intervals. Local times are in the broker's time zone. */
final class Datetimes {

    private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);
    private static final BigDecimal DAY = BigDecimal.valueOf(86_400);
    private static final int LONG_DIGITS = 18;
    private static final int LAST_YEAR = 9_999;

    private Datetimes() {}

    /** Converts local time to UTC (GMT). */
    public static LocalDateTime toGmt(LocalDateTime local) {
        return local.atZone(CurrentProgram.zone())
                .withZoneSameInstant(ZoneOffset.UTC)
                .toLocalDateTime();
    }

    /** Converts UTC (GMT) to local time. */
    public static LocalDateTime toLocal(LocalDateTime gmt) {
        return gmt.atZone(ZoneOffset.UTC)
                .withZoneSameInstant(CurrentProgram.zone())
                .toLocalDateTime();
    }

    /** Converts a local time without a date to UTC (GMT), with today's offset. */
    public static LocalTime toGmt(LocalTime local) {
        return toGmt(CurrentProgram.today().atTime(local)).toLocalTime();
    }

    /** Converts a UTC (GMT) time without a date to local time, with today's offset. */
    public static LocalTime toLocal(LocalTime gmt) {
        return toLocal(CurrentProgram.todayInGmt().atTime(gmt)).toLocalTime();
    }

    /**
     * Returns {@code datetime + interval}, or {@code datetime - interval} if {@code sign} is -1.
     */
    static Value plus(Value datetime, IntervalValue interval, int sign) {
        IntervalValue signed = sign < 0 ? negate(interval) : interval;
        try {
            return switch (datetime) {
                case DateValue(LocalDate d) -> new DateValue(plus(datetime, d, signed));
                case TimeValue(LocalTime t) -> new TimeValue(plus(datetime, t, signed));
                case GmtTimeValue(LocalTime t) -> new GmtTimeValue(plus(datetime, t, signed));
                case TimestampValue(LocalDateTime t) -> new TimestampValue(plus(t, signed));
                case GmtTimestampValue(LocalDateTime t) -> new GmtTimestampValue(plus(t, signed));
                default ->
                        throw EsqlErrors.operands(
                                sign < 0 ? "subtract" : "add", datetime, interval);
            };
        } catch (DateTimeException | ArithmeticException e) {
            throw EsqlErrors.overflow(
                    EsqlErrors.show(datetime)
                            + (sign < 0 ? " - " : " + ")
                            + EsqlErrors.show(interval),
                    datetime.type().name());
        }
    }

    private static LocalDate plus(Value whole, LocalDate date, IntervalValue interval) {
        if (Intervals.isMonths(interval)) {
            return bounded(date.plusMonths(interval.months()));
        }
        BigDecimal[] days = interval.seconds().divideAndRemainder(DAY);
        if (days[1].signum() != 0) {
            throw EsqlErrors.operands(
                    "add an INTERVAL that is not a number of whole days to a DATE:",
                    whole,
                    interval);
        }
        return bounded(date.plusDays(days[0].longValueExact()));
    }

    private static LocalTime plus(Value whole, LocalTime time, IntervalValue interval) {
        if (Intervals.isMonths(interval)) {
            throw EsqlErrors.operands("add months to a time:", whole, interval);
        }
        return time.plusNanos(nanos(interval.seconds().remainder(DAY)));
    }

    private static LocalDateTime plus(LocalDateTime time, IntervalValue interval) {
        if (Intervals.isMonths(interval)) {
            return bounded(time.plusMonths(interval.months()));
        }
        BigDecimal seconds = interval.seconds();
        if (seconds.scale() == 0 && seconds.precision() <= LONG_DIGITS) {
            return bounded(time.plusSeconds(seconds.longValue()));
        }
        BigDecimal[] days = seconds.divideAndRemainder(DAY);
        return bounded(time.plusDays(days[0].longValueExact()).plusNanos(nanos(days[1])));
    }

    private static long nanos(BigDecimal seconds) {
        return seconds.multiply(NANOS).setScale(0, RoundingMode.DOWN).longValueExact();
    }

    private static LocalDate bounded(LocalDate date) {
        if (date.getYear() < 1 || date.getYear() > LAST_YEAR) {
            throw new DateTimeException("year");
        }
        return date;
    }

    private static LocalDateTime bounded(LocalDateTime time) {
        bounded(time.toLocalDate());
        return time;
    }

    static IntervalValue negate(IntervalValue interval) {
        return new IntervalValue(
                -interval.months(), interval.seconds().negate(), interval.qualifier());
    }

    /**
     * Returns {@code left - right} of two dates or times.
     *
     * @param qualifier qualifier of the result; null for a qualifier that loses no precision
     */
    static IntervalValue difference(Value left, Value right, @Nullable String qualifier) {
        if (left instanceof DateValue(LocalDate a) && right instanceof DateValue(LocalDate b)) {
            return difference(
                    b.atStartOfDay(), a.atStartOfDay(), qualifier == null ? "DAY" : qualifier);
        }
        LocalTime time = gmtTime(left);
        LocalTime otherTime = gmtTime(right);
        if (time != null && otherTime != null) {
            String requested = qualifier == null ? "HOUR TO SECOND" : qualifier;
            if (Intervals.isMonths(requested)) {
                throw EsqlErrors.operands("express in months the difference of", left, right);
            }
            return Intervals.ofSeconds(seconds(Duration.between(otherTime, time)), requested);
        }
        LocalDateTime instant = instant(left);
        LocalDateTime other = instant(right);
        if (instant == null || other == null) {
            throw EsqlErrors.operands("subtract", left, right);
        }
        boolean bothLocal = left instanceof TimestampValue && right instanceof TimestampValue;
        if (bothLocal) {
            instant = ((TimestampValue) left).value();
            other = ((TimestampValue) right).value();
        }
        return difference(other, instant, qualifier == null ? "DAY TO SECOND" : qualifier);
    }

    private static IntervalValue difference(
            LocalDateTime from, LocalDateTime to, String qualifier) {
        return Intervals.isMonths(qualifier)
                ? Intervals.ofMonths(ChronoUnit.MONTHS.between(from, to), qualifier)
                : Intervals.ofSeconds(seconds(Duration.between(from, to)), qualifier);
    }

    private static BigDecimal seconds(Duration duration) {
        BigDecimal whole = BigDecimal.valueOf(duration.getSeconds());
        return duration.getNano() == 0
                ? whole
                : whole.add(BigDecimal.valueOf(duration.getNano(), 9));
    }

    private static @Nullable LocalTime gmtTime(Value value) {
        return switch (value) {
            case TimeValue(LocalTime t) -> toGmt(t);
            case GmtTimeValue(LocalTime t) -> t;
            default -> null;
        };
    }

    /**
     * Converts a date or timestamp to UTC (GMT) for comparisons. A DATE is converted to the start
     * of its day. Returns null for other types.
     */
    static @Nullable LocalDateTime instant(Value value) {
        return switch (value) {
            case DateValue(LocalDate d) -> toGmt(d.atStartOfDay());
            case TimestampValue(LocalDateTime t) -> toGmt(t);
            case GmtTimestampValue(LocalDateTime t) -> t;
            default -> null;
        };
    }

    /**
     * Compares two dates or times like {@link Comparable}. Returns {@link Integer#MIN_VALUE} if
     * they cannot be compared. In a comparison with a timestamp, a DATE is the start of its day.
     */
    static int compare(Value left, Value right) {
        if (left instanceof TimestampValue(LocalDateTime a)
                && right instanceof TimestampValue(LocalDateTime b)) {
            return a.compareTo(b);
        }
        if (left instanceof TimeValue(LocalTime a) && right instanceof TimeValue(LocalTime b)) {
            return a.compareTo(b);
        }
        if (left instanceof DateValue(LocalDate a)) {
            switch (right) {
                case DateValue(LocalDate b) -> {
                    return a.compareTo(b);
                }
                case TimestampValue(LocalDateTime b) -> {
                    return a.atStartOfDay().compareTo(b);
                }
                default -> {}
            }
        }
        if (left instanceof TimestampValue(LocalDateTime a)
                && right instanceof DateValue(LocalDate b)) {
            return a.compareTo(b.atStartOfDay());
        }
        LocalTime time = gmtTime(left);
        LocalTime otherTime = gmtTime(right);
        if (time != null && otherTime != null) {
            return time.compareTo(otherTime);
        }
        LocalDateTime instant = instant(left);
        LocalDateTime other = instant(right);
        return instant == null || other == null ? Integer.MIN_VALUE : instant.compareTo(other);
    }
}
