package io.millrace.engine.esql.library.function;

import static io.millrace.engine.esql.library.function.Arguments.anyNull;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.EsqlFunction;
import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.esql.library.Intervals;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.DateValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.GmtTimeValue;
import io.millrace.engine.message.Value.GmtTimestampValue;
import io.millrace.engine.message.Value.IntervalValue;
import io.millrace.engine.message.Value.TimeValue;
import io.millrace.engine.message.Value.TimestampValue;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.IsoFields;
import java.time.temporal.WeekFields;
import java.util.Locale;

/**
 * Functions that return the current time, or parts of dates, times and intervals. The current time
 * is constant within one call of a node.
 */
public final class DatetimeFunctions {

    private static final String GROUP = "Datetime functions";

    /**
     * Week rules of IBM documentation, "EXTRACT function": weeks start on Sunday, and all numbers
     * start at 1.
     */
    private static final WeekFields WEEKS = WeekFields.of(DayOfWeek.SUNDAY, 1);

    private static final long DAY_BEFORE_YEAR_1 = LocalDate.of(1, 1, 1).toEpochDay() - 1;

    private DatetimeFunctions() {}

    private static ZonedDateTime gmt(EsqlEnvironment environment) {
        return environment.now().withZoneSameInstant(ZoneOffset.UTC);
    }

    @EsqlFunction(
            name = "CURRENT_DATE",
            group = GROUP,
            bare = true,
            description = "Current date in the broker's time zone.",
            examples = {"CURRENT_DATE = CAST(CURRENT_TIMESTAMP AS DATE)"})
    public static Value currentDate(EsqlEnvironment environment) {
        return new DateValue(environment.now().toLocalDate());
    }

    @EsqlFunction(
            name = "CURRENT_TIME",
            group = GROUP,
            bare = true,
            description = "Current time in the broker's time zone.",
            examples = {"CURRENT_TIME = CAST(CURRENT_TIMESTAMP AS TIME)"})
    public static Value currentTime(EsqlEnvironment environment) {
        return new TimeValue(environment.now().toLocalTime());
    }

    @EsqlFunction(
            name = "CURRENT_TIMESTAMP",
            group = GROUP,
            bare = true,
            description = "Current date and time in the broker's time zone.",
            examples = {"CURRENT_TIMESTAMP = CURRENT_TIMESTAMP"})
    public static Value currentTimestamp(EsqlEnvironment environment) {
        return new TimestampValue(environment.now().toLocalDateTime());
    }

    @EsqlFunction(
            name = "CURRENT_GMTDATE",
            group = GROUP,
            bare = true,
            description = "Current date in UTC (GMT).",
            examples = {
                "EXTRACT(DAY FROM CURRENT_GMTDATE) = EXTRACT(DAY FROM CURRENT_GMTTIMESTAMP)"
            })
    public static Value currentGmtDate(EsqlEnvironment environment) {
        return new DateValue(gmt(environment).toLocalDate());
    }

    @EsqlFunction(
            name = "CURRENT_GMTTIME",
            group = GROUP,
            bare = true,
            description = "Current time in UTC (GMT).",
            examples = {"CURRENT_GMTTIME = CAST(CURRENT_GMTTIMESTAMP AS GMTTIME)"})
    public static Value currentGmtTime(EsqlEnvironment environment) {
        return new GmtTimeValue(gmt(environment).toLocalTime());
    }

    @EsqlFunction(
            name = "CURRENT_GMTTIMESTAMP",
            group = GROUP,
            bare = true,
            description = "Current date and time in UTC (GMT).",
            examples = {"CURRENT_GMTTIMESTAMP = CURRENT_GMTTIMESTAMP"})
    public static Value currentGmtTimestamp(EsqlEnvironment environment) {
        return new GmtTimestampValue(gmt(environment).toLocalDateTime());
    }

    @EsqlFunction(
            name = "LOCAL_TIMEZONE",
            group = GROUP,
            bare = true,
            description =
                    """
                    Offset of the broker's time zone from UTC (GMT), as an INTERVAL HOUR TO \
                    MINUTE. It is positive east of Greenwich.\
                    """,
            examples = {
                "(LOCAL_TIMEZONE BETWEEN INTERVAL '-18:00' HOUR TO MINUTE AND INTERVAL '18:00' HOUR"
                        + " TO MINUTE) = TRUE"
            })
    public static Value localTimezone(EsqlEnvironment environment) {
        int seconds = environment.now().getOffset().getTotalSeconds();
        return new IntervalValue(0, BigDecimal.valueOf(seconds), "HOUR TO MINUTE");
    }

    @EsqlFunction(
            name = "EXTRACT",
            group = GROUP,
            syntax = "EXTRACT(field FROM d)",
            description =
                    """
                    A part of a date, time, timestamp or interval. YEAR, MONTH, DAY, HOUR and \
                    MINUTE are INTEGER, SECOND is FLOAT. Dates also have DAYOFYEAR, DAYOFWEEK \
                    (Sunday is 1), WEEKOFYEAR, WEEKOFMONTH, QUARTEROFYEAR, ISLEAPYEAR (BOOLEAN), \
                    and DAYS, WEEKS, MONTHS and QUARTERS, which count from the start of year 1. \
                    All numbers start at 1. A week starts on Sunday.\
                    """,
            examples = {
                "EXTRACT(YEAR FROM DATE '2000-02-29') = 2000",
                "EXTRACT(SECOND FROM TIME '10:11:12.5') = 12.5",
                "EXTRACT(HOUR FROM TIMESTAMP '2000-02-29 10:11:12') = 10",
                "EXTRACT(DAYS FROM DATE '2000-02-29') = 730179",
                "EXTRACT(WEEKS FROM DATE '2000-02-29') = 104312",
                "EXTRACT(MONTHS FROM DATE '2000-02-29') = 23990",
                "EXTRACT(QUARTERS FROM DATE '2000-02-29') = 7997",
                "EXTRACT(DAYOFYEAR FROM DATE '2000-02-29') = 60",
                "EXTRACT(DAYOFWEEK FROM DATE '2000-02-29') = 3",
                "EXTRACT(WEEKOFYEAR FROM DATE '2000-02-29') = 10",
                "EXTRACT(WEEKOFMONTH FROM DATE '2000-02-29') = 5",
                "EXTRACT(QUARTEROFYEAR FROM DATE '2000-02-29') = 1",
                "EXTRACT(ISLEAPYEAR FROM DATE '2000-02-29') = TRUE",
                "EXTRACT(MINUTE FROM INTERVAL '2:30' HOUR TO MINUTE) = 30"
            })
    public static @Nullable Value extract(Value field, Value d) {
        if (anyNull(field, d)) {
            return null;
        }
        String name = Arguments.text("EXTRACT", field).toUpperCase(Locale.ROOT);
        Value found =
                switch (d) {
                    case DateValue(LocalDate date) -> ofDate(name, date);
                    case TimestampValue(LocalDateTime t) -> ofTimestamp(name, t);
                    case GmtTimestampValue(LocalDateTime t) -> ofTimestamp(name, t);
                    case TimeValue(LocalTime t) -> ofTime(name, t);
                    case GmtTimeValue(LocalTime t) -> ofTime(name, t);
                    case IntervalValue i -> ofInterval(name, i);
                    default ->
                            throw EsqlErrors.argumentType(
                                    "EXTRACT", "a date, time, timestamp or interval", d);
                };
        if (found == null) {
            throw EsqlErrors.argument("EXTRACT", EsqlErrors.typed(d) + " has no " + name);
        }
        return found;
    }

    private static @Nullable Value ofTimestamp(String field, LocalDateTime timestamp) {
        Value found = ofDate(field, timestamp.toLocalDate());
        return found == null ? ofTime(field, timestamp.toLocalTime()) : found;
    }

    private static @Nullable Value ofDate(String field, LocalDate date) {
        long days = date.toEpochDay() - DAY_BEFORE_YEAR_1;
        return switch (field) {
            case "YEAR" -> Value.of(date.getYear());
            case "MONTH" -> Value.of(date.getMonthValue());
            case "DAY" -> Value.of(date.getDayOfMonth());
            case "DAYS" -> Value.of(days);
            case "WEEKS" -> Value.of(days / 7 + 1); // the first day of year 1 was a Monday
            case "MONTHS" -> Value.of((date.getYear() - 1) * 12L + date.getMonthValue());
            case "QUARTERS" ->
                    Value.of((date.getYear() - 1) * 4L + date.get(IsoFields.QUARTER_OF_YEAR));
            case "DAYOFYEAR" -> Value.of(date.getDayOfYear());
            case "DAYOFWEEK" -> Value.of(date.getDayOfWeek().getValue() % 7 + 1);
            case "WEEKOFYEAR" -> Value.of(date.get(WEEKS.weekOfYear()));
            case "WEEKOFMONTH" -> Value.of(date.get(WEEKS.weekOfMonth()));
            case "QUARTEROFYEAR" -> Value.of(date.get(IsoFields.QUARTER_OF_YEAR));
            case "ISLEAPYEAR" -> Value.of(date.isLeapYear());
            default -> null;
        };
    }

    private static @Nullable Value ofTime(String field, LocalTime time) {
        return switch (field) {
            case "HOUR" -> Value.of(time.getHour());
            case "MINUTE" -> Value.of(time.getMinute());
            case "SECOND" -> new FloatValue(time.getSecond() + time.getNano() / 1e9);
            default -> null;
        };
    }

    private static @Nullable Value ofInterval(String field, IntervalValue interval) {
        BigDecimal part = Intervals.field(interval, field);
        if (part == null) {
            return null;
        }
        return field.equals("SECOND")
                ? new FloatValue(part.doubleValue())
                : Value.of(part.longValue());
    }
}
