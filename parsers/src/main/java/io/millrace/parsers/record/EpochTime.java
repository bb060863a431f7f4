package io.millrace.parsers.record;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.format.Moment;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;

/** Points in time as a binary count of seconds or milliseconds since 1970 in UTC. */
record EpochTime(DateTimeKind kind, boolean millis, BinaryInteger integer) implements ValueCodec {

    private static final int MILLIS_PER_SECOND = 1_000;

    static EpochTime of(DateTimeKind kind, boolean millis) {
        return new EpochTime(kind, millis, new BinaryInteger(new Numbers(0, false, true)));
    }

    @Override
    public Value read(byte[] bytes, int from, int to, Wire wire) {
        long count = ((Value.IntegerValue) integer.read(bytes, from, to, wire)).value();
        try {
            Instant instant = millis ? Instant.ofEpochMilli(count) : Instant.ofEpochSecond(count);
            LocalDateTime time = LocalDateTime.ofInstant(instant, kind.zone());
            if (time.getYear() >= 1 && time.getYear() <= 9_999) {
                return kind.value(time);
            }
        } catch (DateTimeException e) {
            // Reported below, as years out of range are.
        }
        throw new FieldException("a point in time of the years 1 to 9999");
    }

    @Override
    public void write(Value value, ByteSink out, int length, Wire wire) {
        Moment moment = kind.moment(value);
        Instant instant = moment.date().atTime(moment.time()).atZone(moment.zone()).toInstant();
        long count =
                millis
                        ? instant.getEpochSecond() * MILLIS_PER_SECOND
                                + instant.getNano() / 1_000_000
                        : instant.getEpochSecond();
        integer.write(Value.of(count), out, length, wire);
    }
}
