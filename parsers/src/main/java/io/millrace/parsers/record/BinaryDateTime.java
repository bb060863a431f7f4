package io.millrace.parsers.record;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.format.Moment;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Dates and times as consecutive binary integers, such as a C program's {@code struct tm} (IBM
 * topic ad09295). A pattern has a letter for each byte: {@code y M d H m s S} once, twice or four
 * times, followed by {@code +n} if n must be added to the value of the bytes; {@code X} for a byte
 * that is ignored.
 *
 * @param strict whether a day that does not exist in its month is an error; otherwise it is a day
 *     of the next month
 */
record BinaryDateTime(DateTimeKind kind, List<Part> parts, String pattern, boolean strict)
        implements ValueCodec {

    /** Unit of a part of the pattern, with its default value if no part specifies the unit. */
    enum Unit {
        YEAR('y', 1970, 1, 9_999),
        MONTH('M', 1, 1, 12),
        DAY('d', 1, 1, 31),
        HOUR('H', 0, 0, 23),
        MINUTE('m', 0, 0, 59),
        SECOND('s', 0, 0, 59),
        MILLISECOND('S', 0, 0, 999),
        ANYTHING('X', 0, 0, 0);

        private final char letter;
        private final int standard;
        private final int least;
        private final int most;

        Unit(char letter, int standard, int least, int most) {
            this.letter = letter;
            this.standard = standard;
            this.least = least;
            this.most = most;
        }

        static Unit of(char letter) {
            for (Unit unit : values()) {
                if (unit.letter == letter) {
                    return unit;
                }
            }
            throw rejected("found '" + letter + "'");
        }
    }

    /**
     * An integer in a binary date or time.
     *
     * @param added number to be added to the value of the bytes
     */
    record Part(Unit unit, int bytes, int added) {}

    private static final int NANOS_PER_MILLI = 1_000_000;
    private static final int MAX_BYTES = 4;
    private static final int MAX_LETTERS = 1_000;
    private static final int MAX_ADDED_DIGITS = 6;

    private static final BinaryInteger UNSIGNED = integer(false);
    private static final BinaryInteger SIGNED = integer(true);

    private static BinaryInteger integer(boolean signed) {
        return new BinaryInteger(new Numbers(0, false, signed));
    }

    /**
     * Reads a pattern.
     *
     * @throws FieldException if it is invalid
     */
    static BinaryDateTime of(DateTimeKind kind, String pattern, boolean strict) {
        if (pattern == null || pattern.isEmpty() || pattern.length() > MAX_LETTERS) {
            throw rejected(pattern == null ? "none is there" : "found '" + pattern + "'");
        }
        List<Part> parts = new ArrayList<>();
        Set<Unit> seen = EnumSet.noneOf(Unit.class);
        for (int at = 0; at < pattern.length(); ) {
            Unit unit = Unit.of(pattern.charAt(at));
            int from = at;
            while (at < pattern.length() && pattern.charAt(at) == unit.letter) {
                at++;
            }
            int bytes = at - from;
            int digits = at;
            if (at < pattern.length() && pattern.charAt(at) == '+') {
                do {
                    at++;
                } while (at < pattern.length() && Character.isDigit(pattern.charAt(at)));
            }
            String added = digits == at ? "0" : pattern.substring(digits + 1, at);
            boolean right =
                    unit == Unit.ANYTHING
                            ? digits == at
                            : (bytes <= 2 || bytes == MAX_BYTES) && seen.add(unit);
            if (!right || added.isEmpty() || added.length() > MAX_ADDED_DIGITS) {
                throw rejected("found '" + pattern.substring(from, at) + "'");
            }
            parts.add(new Part(unit, bytes, Integer.parseInt(added)));
        }
        return new BinaryDateTime(kind, List.copyOf(parts), pattern, strict);
    }

    private static FieldException rejected(String found) {
        return new FieldException(
                """
                a binary date or time needs a dateTimeFormat of the letters y M d H m s S, each \
                once, twice or four times, and X; \
                """
                        + found);
    }

    /** Returns the number of bytes of a value. */
    int size() {
        return parts.stream().mapToInt(Part::bytes).sum();
    }

    private static BinaryInteger integer(Part part) {
        return part.bytes == MAX_BYTES ? SIGNED : UNSIGNED;
    }

    @Override
    public Value read(byte[] bytes, int from, int to, Wire wire) {
        long[] found = new long[Unit.values().length];
        for (Unit unit : Unit.values()) {
            found[unit.ordinal()] = unit.standard;
        }
        int at = from;
        for (Part part : parts) {
            if (part.unit != Unit.ANYTHING) {
                Value number = integer(part).read(bytes, at, at + part.bytes, wire);
                found[part.unit.ordinal()] = ((IntegerValue) number).value() + part.added;
            }
            at += part.bytes;
        }
        for (Unit unit : Unit.values()) {
            long number = found[unit.ordinal()];
            boolean counts = !strict && unit != Unit.YEAR && number >= 0 && number <= 999;
            if ((number < unit.least || number > unit.most) && !counts) {
                throw new FieldException(
                        "a binary date or time of the pattern "
                                + pattern
                                + ", whose "
                                + unit.letter
                                + " is "
                                + unit.least
                                + " to "
                                + unit.most
                                + ", found "
                                + number);
            }
        }
        return kind.value(time(found));
    }

    private LocalDateTime time(long[] found) {
        int year = (int) found[0];
        int nanos = (int) found[6] * NANOS_PER_MILLI;
        if (!strict) {
            LocalDateTime counted =
                    LocalDateTime.of(year, 1, 1, 0, 0)
                            .plusMonths(found[1] - 1)
                            .plusDays(found[2] - 1)
                            .plusHours(found[3])
                            .plusMinutes(found[4])
                            .plusSeconds(found[5])
                            .plusNanos(nanos);
            if (counted.getYear() < Unit.YEAR.least || counted.getYear() > Unit.YEAR.most) {
                throw new FieldException("a point in time of the years 1 to 9999");
            }
            return counted;
        }
        try {
            return LocalDateTime.of(
                    year,
                    (int) found[1],
                    (int) found[2],
                    (int) found[3],
                    (int) found[4],
                    (int) found[5],
                    nanos);
        } catch (DateTimeException e) {
            throw new FieldException("a day that its month has, found " + found[2]);
        }
    }

    @Override
    public void write(Value value, ByteSink out, int length, Wire wire) {
        Moment moment = kind.moment(value);
        LocalDateTime time = moment.date().atTime(moment.time());
        for (Part part : parts) {
            int number =
                    switch (part.unit) {
                        case YEAR -> time.getYear();
                        case MONTH -> time.getMonthValue();
                        case DAY -> time.getDayOfMonth();
                        case HOUR -> time.getHour();
                        case MINUTE -> time.getMinute();
                        case SECOND -> time.getSecond();
                        case MILLISECOND -> time.getNano() / NANOS_PER_MILLI;
                        case ANYTHING -> 0;
                    };
            if (part.unit == Unit.ANYTHING) {
                for (int i = 0; i < part.bytes; i++) {
                    out.write(0);
                }
            } else {
                integer(part).write(Value.of(number - part.added), out, part.bytes, wire);
            }
        }
    }
}
