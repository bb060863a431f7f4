package io.millrace.engine.message.format;

import org.jspecify.annotations.Nullable;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;

/**
 * A date and time that a pattern reads from a string or writes to a string.
 *
 * @param date date; null if the value to write is only a time of day
 * @param time time of day; midnight if there is none
 * @param zone zone of date and time; null if the string does not specify a zone
 */
public record Moment(@Nullable LocalDate date, LocalTime time, @Nullable ZoneId zone) {

    /** Source of unspecified date fields: the first day of 1970. */
    public static final LocalDate EPOCH = LocalDate.of(1970, 1, 1);

    /** Returns the same instant in another zone. Without a zone, returns the same date and time. */
    public LocalDateTime in(ZoneId other) {
        LocalDateTime own = (date == null ? EPOCH : date).atTime(time);
        return zone == null ? own : own.atZone(zone).withZoneSameInstant(other).toLocalDateTime();
    }
}
