package io.millrace.engine.message.format;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;

/**
 * What a pattern read from a text, or is to write.
 *
 * @param date null where the value that is to be written is a time of day alone
 * @param time midnight where there is none
 * @param zone where the date and time hold; null where the text did not say
 */
public record Moment(LocalDate date, LocalTime time, ZoneId zone) {

    /** What is not said is that of the first moment of 1970. */
    public static final LocalDate EPOCH = LocalDate.of(1970, 1, 1);

    /** The same instant in another zone; the same date and time where it says no zone. */
    public LocalDateTime in(ZoneId other) {
        LocalDateTime own = (date == null ? EPOCH : date).atTime(time);
        return zone == null ? own : own.atZone(zone).withZoneSameInstant(other).toLocalDateTime();
    }
}
