package io.millrace.engine.message.format;

import org.jspecify.annotations.Nullable;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;

/**
 * A date and time that a pattern read from a text or writes to one.
 *
 * @param date the date; null if the value to write is a time of day only
 * @param time the time of day; midnight if there is none
 * @param zone the zone of date and time; null if the text did not specify one
 */
public record Moment(@Nullable LocalDate date, LocalTime time, @Nullable ZoneId zone) {

    /** Source of date fields that are not specified: the first moment of 1970. */
    public static final LocalDate EPOCH = LocalDate.of(1970, 1, 1);

    /** Returns the same instant in another zone; without a zone, the same date and time. */
    public LocalDateTime in(ZoneId other) {
        LocalDateTime own = (date == null ? EPOCH : date).atTime(time);
        return zone == null ? own : own.atZone(zone).withZoneSameInstant(other).toLocalDateTime();
    }
}
