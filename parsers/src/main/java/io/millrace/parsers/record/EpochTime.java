package io.millrace.parsers.record;

import static java.time.ZoneOffset.UTC;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.format.DatetimeFormat;
import io.millrace.engine.message.format.Moment;
import io.millrace.engine.message.format.PatternException;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;

/**
 * Points in time as a binary count of seconds or milliseconds.
 *
 * @param epoch start of the count, in seconds since 1970 (UTC)
 */
record EpochTime(DateTimeKind kind, boolean millis, long epoch, BinaryInteger integer)
        implements ValueCodec {

    private static final int MILLIS_PER_SECOND = 1_000;
    private static final DatetimeFormat EPOCH = DatetimeFormat.compile("yyyy-MM-dd'T'HH:mm ZZZ");

    /**
     * @param epoch start of the count, for example {@code 2000-01-01T00:00 +00:00}; null for 1970
     */
    static EpochTime of(DateTimeKind kind, boolean millis, String epoch) {
        BinaryInteger integer = new BinaryInteger(new Numbers(0, false, true));
        if (epoch == null) {
            return new EpochTime(kind, millis, 0, integer);
        }
        try {
            LocalDateTime begin = EPOCH.parse(epoch).in(UTC);
            return new EpochTime(kind, millis, begin.toEpochSecond(UTC), integer);
        } catch (PatternException e) {
            throw new FieldException(
                    """
                    the dateTimeFormat of a count of seconds or milliseconds must specify its \
                    start, for example 2000-01-01T00:00 +00:00; found '\
                    """
                            + epoch
                            + "'");
        }
    }

    @Override
    public Value read(byte[] bytes, int from, int to, Wire wire) {
        long count = ((IntegerValue) integer.read(bytes, from, to, wire)).value();
        try {
            Instant instant = millis ? Instant.ofEpochMilli(count) : Instant.ofEpochSecond(count);
            LocalDateTime time = LocalDateTime.ofInstant(instant.plusSeconds(epoch), kind.zone());
            if (time.getYear() >= 1 && time.getYear() <= 9_999) {
                return kind.value(time);
            }
        } catch (DateTimeException e) {
            // The error is reported below, like years outside the range.
        }
        throw new FieldException("a point in time of the years 1 to 9999");
    }

    @Override
    public void write(Value value, ByteSink out, int length, Wire wire) {
        Moment moment = kind.moment(value);
        Instant instant = moment.date().atTime(moment.time()).atZone(moment.zone()).toInstant();
        long seconds = instant.getEpochSecond() - epoch;
        long count = millis ? seconds * MILLIS_PER_SECOND + instant.getNano() / 1_000_000 : seconds;
        integer.write(Value.of(count), out, length, wire);
    }
}
