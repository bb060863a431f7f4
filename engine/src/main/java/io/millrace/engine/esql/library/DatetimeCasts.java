package io.millrace.engine.esql.library;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.DateValue;
import io.millrace.engine.message.Value.GmtTimeValue;
import io.millrace.engine.message.Value.GmtTimestampValue;
import io.millrace.engine.message.Value.TimeValue;
import io.millrace.engine.message.Value.TimestampValue;
import io.millrace.engine.message.ValueType;
import io.millrace.engine.message.format.DatetimeFormat;
import io.millrace.engine.message.format.Moment;
import io.millrace.engine.message.format.PatternException;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Casts to dates and times from strings, other dates and times, and numbers. Also formats dates and
 * times with a FORMAT.
 */
final class DatetimeCasts {

    /** Pattern of the literals that casts to CHARACTER return: {@code DATE '2024-02-29'}. */
    private static final Pattern LITERAL =
            Pattern.compile("\\s*(?:GMT)?(?:DATE|TIME|TIMESTAMP)\\s*'([^']*)'\\s*");

    private static final DatetimeFormat ISO = DatetimeFormat.compile("I");
    private static final DatetimeFormat TIME = DatetimeFormat.compile("T");
    private static final DatetimeFormat ISO_DATE = DatetimeFormat.compile("yyyy-MM-dd");

    private DatetimeCasts() {}

    static ZonedDateTime now(@Nullable EsqlEnvironment environment) {
        return environment == null ? ZonedDateTime.now() : environment.now();
    }

    // One value

    /** Casts a value; returns null if the cast does not exist. */
    static @Nullable Value cast(
            Value value, CastTarget target, @Nullable EsqlEnvironment environment) {
        if (value instanceof CharacterValue(String text)) {
            return value(read(text, target), target.type());
        }
        return switch (target.type()) {
            case DATE -> date(value);
            case TIME -> localTime(value);
            case GMTTIME -> gmtTime(value);
            case TIMESTAMP -> localTimestamp(value, environment);
            default -> gmtTimestamp(value, environment);
        };
    }

    private static Moment read(String text, CastTarget target) {
        if (target.hasFormat()) {
            return target.datetimeFormat().parse(text, CurrentProgram::today);
        }
        Matcher literal = LITERAL.matcher(text);
        String plain = (literal.matches() ? literal.group(1) : text).strip();
        ValueType type = target.type();
        if (type == ValueType.TIME || type == ValueType.GMTTIME) {
            return TIME.parse(plain);
        }
        if (type == ValueType.DATE) {
            return ISO_DATE.parse(plain);
        }
        int blank = plain.indexOf(' ');
        return ISO.parse(
                blank == 10 ? plain.substring(0, blank) + "T" + plain.substring(blank + 1) : plain);
    }

    private static Value value(Moment moment, ValueType type) {
        return switch (type) {
            case DATE -> new DateValue(moment.in(CurrentProgram.zone()).toLocalDate());
            case TIME -> new TimeValue(moment.in(CurrentProgram.zone()).toLocalTime());
            case GMTTIME -> new GmtTimeValue(moment.in(ZoneOffset.UTC).toLocalTime());
            case TIMESTAMP -> new TimestampValue(moment.in(CurrentProgram.zone()));
            default -> new GmtTimestampValue(moment.in(ZoneOffset.UTC));
        };
    }

    private static @Nullable Value date(Value value) {
        return switch (value) {
            case TimestampValue(LocalDateTime t) -> new DateValue(t.toLocalDate());
            case GmtTimestampValue(LocalDateTime t) ->
                    new DateValue(Datetimes.toLocal(t).toLocalDate());
            default -> null;
        };
    }

    private static @Nullable Value localTime(Value value) {
        return switch (value) {
            case GmtTimeValue(LocalTime t) -> new TimeValue(Datetimes.toLocal(t));
            case TimestampValue(LocalDateTime t) -> new TimeValue(t.toLocalTime());
            case GmtTimestampValue(LocalDateTime t) ->
                    new TimeValue(Datetimes.toLocal(t).toLocalTime());
            default -> null;
        };
    }

    private static @Nullable Value gmtTime(Value value) {
        return switch (value) {
            case TimeValue(LocalTime t) -> new GmtTimeValue(Datetimes.toGmt(t));
            case TimestampValue(LocalDateTime t) ->
                    new GmtTimeValue(Datetimes.toGmt(t).toLocalTime());
            case GmtTimestampValue(LocalDateTime t) -> new GmtTimeValue(t.toLocalTime());
            default -> null;
        };
    }

    /**
     * Returns a timestamp in which the current date or time replaces the missing part of a TIME or
     * DATE.
     */
    private static @Nullable Value localTimestamp(
            Value value, @Nullable EsqlEnvironment environment) {
        return switch (value) {
            case DateValue(LocalDate d) ->
                    new TimestampValue(d.atTime(now(environment).toLocalTime()));
            case TimeValue(LocalTime t) ->
                    new TimestampValue(now(environment).toLocalDate().atTime(t));
            case GmtTimeValue(LocalTime t) ->
                    new TimestampValue(now(environment).toLocalDate().atTime(Datetimes.toLocal(t)));
            case GmtTimestampValue(LocalDateTime t) -> new TimestampValue(Datetimes.toLocal(t));
            default -> null;
        };
    }

    private static @Nullable Value gmtTimestamp(
            Value value, @Nullable EsqlEnvironment environment) {
        if (value instanceof GmtTimeValue(LocalTime t)) {
            LocalDate today = now(environment).withZoneSameInstant(ZoneOffset.UTC).toLocalDate();
            return new GmtTimestampValue(today.atTime(t));
        }
        Value local = value instanceof TimestampValue ? value : localTimestamp(value, environment);
        return local instanceof TimestampValue(LocalDateTime t)
                ? new GmtTimestampValue(Datetimes.toGmt(t))
                : null;
    }

    /**
     * @throws PatternException if the pattern contains a part that the value does not contain
     */
    static String print(Value value, DatetimeFormat format) {
        ZoneId local = CurrentProgram.zone();
        return switch (value) {
            case DateValue(LocalDate d) ->
                    format.print(new Moment(d, LocalTime.MIDNIGHT, local), false);
            case TimeValue(LocalTime t) ->
                    format.print(new Moment(null, t, local), true, CurrentProgram::today);
            case GmtTimeValue(LocalTime t) ->
                    format.print(
                            new Moment(null, t, ZoneOffset.UTC), true, CurrentProgram::todayInGmt);
            case TimestampValue(LocalDateTime t) ->
                    format.print(new Moment(t.toLocalDate(), t.toLocalTime(), local), true);
            case GmtTimestampValue(LocalDateTime t) ->
                    format.print(
                            new Moment(t.toLocalDate(), t.toLocalTime(), ZoneOffset.UTC), true);
            default -> throw new PatternException("it is not a date or time");
        };
    }

    // Several values

    static Value cast(Value[] parts, CastTarget target) {
        ValueType type = target.type();
        boolean timestamp = type == ValueType.TIMESTAMP || type == ValueType.GMTTIMESTAMP;
        try {
            if (type == ValueType.DATE && parts.length == 3) {
                return new DateValue(date(parts));
            }
            if (type == ValueType.TIME && parts.length == 3) {
                return new TimeValue(time(parts, 0));
            }
            if (type == ValueType.GMTTIME && parts.length == 3) {
                return new GmtTimeValue(time(parts, 0));
            }
            if (timestamp && parts.length == 6) {
                return timestamp(type, date(parts).atTime(time(parts, 3)));
            }
            if (timestamp && parts.length == 2 && parts[0] instanceof DateValue(LocalDate d)) {
                return timestamp(type, d.atTime(time(parts[1], parts, target)));
            }
        } catch (DateTimeException | ArithmeticException e) {
            throw parts(parts, target, "numbers that make a date or time");
        }
        throw parts(
                parts,
                target,
                timestamp
                        ? "a DATE and a time, or six numbers"
                        : type.isDatetime() ? "three numbers" : "one value");
    }

    private static Value timestamp(ValueType type, LocalDateTime time) {
        return type == ValueType.TIMESTAMP ? new TimestampValue(time) : new GmtTimestampValue(time);
    }

    private static LocalTime time(Value value, Value[] parts, CastTarget target) {
        return switch (value) {
            case TimeValue(LocalTime t) when target.type() == ValueType.TIMESTAMP -> t;
            case GmtTimeValue(LocalTime t) when target.type() == ValueType.GMTTIMESTAMP -> t;
            default -> {
                String kind = target.type() == ValueType.TIMESTAMP ? "TIME" : "GMTTIME";
                throw parts(parts, target, "a DATE and a " + kind);
            }
        };
    }

    private static LocalDate date(Value[] parts) {
        int year = number(parts[0]).intValueExact();
        if (year < 1 || year > 9_999) {
            throw new DateTimeException("year");
        }
        return LocalDate.of(
                year, number(parts[1]).intValueExact(), number(parts[2]).intValueExact());
    }

    /** Returns a time from hours, minutes and seconds. Seconds can have a fraction. */
    private static LocalTime time(Value[] parts, int from) {
        BigDecimal seconds = number(parts[from + 2]);
        int whole = seconds.intValue();
        int nanos = seconds.subtract(BigDecimal.valueOf(whole)).movePointRight(9).intValue();
        return LocalTime.of(
                number(parts[from]).intValueExact(),
                number(parts[from + 1]).intValueExact(),
                whole,
                nanos);
    }

    private static BigDecimal number(Value part) {
        BigDecimal number =
                part.type().isNumeric()
                        ? Numbers.asDecimal(part)
                        : Numbers.parseDecimal(part.text());
        if (number == null || number.precision() - number.scale() > 9 || number.scale() > 20) {
            throw new ArithmeticException();
        }
        return number;
    }

    static MillraceException parts(Value[] parts, CastTarget target, String expected) {
        StringBuilder found = new StringBuilder();
        for (Value part : parts) {
            found.append(found.isEmpty() ? "" : ", ").append(EsqlErrors.show(part));
        }
        return EsqlErrors.castOfParts(found.toString(), target.toString(), "expected " + expected);
    }
}
