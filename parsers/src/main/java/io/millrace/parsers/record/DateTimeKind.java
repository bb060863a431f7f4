package io.millrace.parsers.record;

import static io.millrace.engine.message.format.Moment.EPOCH;
import static io.millrace.parsers.record.Numbers.tooLong;

import static java.time.ZoneOffset.UTC;

import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.DateValue;
import io.millrace.engine.message.Value.GmtTimeValue;
import io.millrace.engine.message.Value.GmtTimestampValue;
import io.millrace.engine.message.Value.TimeValue;
import io.millrace.engine.message.Value.TimestampValue;
import io.millrace.engine.message.format.CalendarRules;
import io.millrace.engine.message.format.DatetimeFormat;
import io.millrace.engine.message.format.Moment;
import io.millrace.engine.message.format.PatternException;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.DateTimeRules;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.WeekFields;

/**
 * Dates and times of one of XML Schema's types, in a model's time zone: TIMESTAMP for {@code
 * dateTime}, TIME for {@code time}, DATE for the others.
 */
record DateTimeKind(BaseType type, ZoneId zone) {

    private static final DatetimeFormat ISO = DatetimeFormat.compile("I");

    static DateTimeKind of(BaseType type, DateTimeRules rules) {
        ZoneId specified = rules.timeZone().isEmpty() ? UTC : ZoneId.of(rules.timeZone());
        ZoneId used =
                rules.daylightSaving()
                        ? specified
                        : specified.getRules().getStandardOffset(Instant.now());
        return new DateTimeKind(type, used);
    }

    /** Returns a model's rules for weeks and for two-digit years. */
    static CalendarRules calendar(DateTimeRules rules) {
        return new CalendarRules(
                rules.centuryWindow(),
                DayOfWeek.of(rules.firstDayOfWeek()),
                WeekFields.of(DayOfWeek.of(rules.firstDayOfWeek()), rules.daysInFirstWeek()),
                rules.strictChecking());
    }

    /** Returns the default pattern of strings: the format of XML Schema. */
    String pattern() {
        return switch (type) {
            case DATE_TIME -> "yyyy-MM-dd'T'HH:mm:ss";
            case TIME -> "HH:mm:ss";
            case G_YEAR -> "yyyy";
            case G_YEAR_MONTH -> "yyyy-MM";
            case G_MONTH -> "--MM";
            case G_MONTH_DAY -> "--MM-dd";
            case G_DAY -> "---dd";
            default -> "yyyy-MM-dd";
        };
    }

    /** Returns the default pattern of digits without separators. */
    String digits() {
        return pattern().replaceAll("'T'|[-:]", "");
    }

    Value value(Moment moment) {
        return value(moment.in(zone));
    }

    Value value(LocalDateTime time) {
        return switch (type) {
            case DATE_TIME -> new TimestampValue(time);
            case TIME -> new TimeValue(time.toLocalTime());
            default -> new DateValue(time.toLocalDate());
        };
    }

    /** Returns a value as a point in time. Missing parts are taken from 1970-01-01 00:00:00. */
    Moment moment(Value value) {
        return switch (value) {
            case TimestampValue(LocalDateTime t) -> at(t);
            case GmtTimestampValue(LocalDateTime t) ->
                    at(t.atOffset(UTC).atZoneSameInstant(zone).toLocalDateTime());
            case DateValue(LocalDate d) -> at(d.atStartOfDay());
            case TimeValue(LocalTime t) -> at(t.atDate(EPOCH));
            case GmtTimeValue(LocalTime t) ->
                    at(t.atDate(EPOCH).atOffset(UTC).atZoneSameInstant(zone).toLocalDateTime());
            case CharacterValue(String text) -> at(read(text, value).in(zone));
            default -> throw tooLong(value, "a date or time");
        };
    }

    private Moment at(LocalDateTime time) {
        return new Moment(time.toLocalDate(), time.toLocalTime(), zone);
    }

    private static Moment read(String text, Value value) {
        try {
            return ISO.parse(text.strip());
        } catch (PatternException e) {
            throw tooLong(value, "a date or time");
        }
    }
}
