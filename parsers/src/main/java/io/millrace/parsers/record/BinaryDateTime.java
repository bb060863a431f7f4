package io.millrace.parsers.record;

import static java.time.temporal.ChronoField.DAY_OF_MONTH;
import static java.time.temporal.ChronoField.HOUR_OF_DAY;
import static java.time.temporal.ChronoField.MILLI_OF_SECOND;
import static java.time.temporal.ChronoField.MINUTE_OF_HOUR;
import static java.time.temporal.ChronoField.MONTH_OF_YEAR;
import static java.time.temporal.ChronoField.SECOND_OF_MINUTE;
import static java.time.temporal.ChronoField.YEAR;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.format.Moment;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.ValueRange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

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

    /** The letters of {@link #FIELDS}. */
    private static final String LETTERS = "yMdHmsS";

    private static final List<ChronoField> FIELDS =
            List.of(
                    YEAR,
                    MONTH_OF_YEAR,
                    DAY_OF_MONTH,
                    HOUR_OF_DAY,
                    MINUTE_OF_HOUR,
                    SECOND_OF_MINUTE,
                    MILLI_OF_SECOND);

    private static final ValueRange YEARS = ValueRange.of(1, 9_999);

    /** The values of fields that no part specifies. */
    private static final LocalDateTime DEFAULTS = Moment.EPOCH.atStartOfDay();

    /**
     * An integer.
     *
     * @param field index of its field; negative for bytes that are ignored
     * @param added number that is added to the value of the bytes
     */
    record Part(int field, int bytes, int added) {}

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
            throw rejected(pattern == null ? "found none" : "found '" + pattern + "'");
        }
        var parts = new ArrayList<Part>();
        var seen = new HashSet<Integer>();
        for (int at = 0; at < pattern.length(); ) {
            char letter = pattern.charAt(at);
            int field = LETTERS.indexOf(letter);
            if (field < 0 && letter != 'X') {
                throw rejected("found '" + letter + "'");
            }
            int from = at;
            while (at < pattern.length() && pattern.charAt(at) == letter) {
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
                    field < 0
                            ? digits == at
                            : (bytes <= 2 || bytes == MAX_BYTES) && seen.add(field);
            if (!right || added.isEmpty() || added.length() > MAX_ADDED_DIGITS) {
                throw rejected("found '" + pattern.substring(from, at) + "'");
            }
            parts.add(new Part(field, bytes, Integer.parseInt(added)));
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
        long[] found = {1970, 1, 1, 0, 0, 0, 0};
        int at = from;
        for (Part part : parts) {
            if (part.field >= 0) {
                Value number = integer(part).read(bytes, at, at + part.bytes, wire);
                found[part.field] = ((IntegerValue) number).value() + part.added;
            }
            at += part.bytes;
        }
        for (int i = 0; i < found.length; i++) {
            ValueRange range = i == 0 ? YEARS : FIELDS.get(i).range();
            boolean counts = !strict && i > 0 && found[i] >= 0 && found[i] <= 999;
            if (!range.isValidValue(found[i]) && !counts) {
                throw new FieldException(
                        "a binary date or time of the pattern %s, whose %s is %d to %d, found %d"
                                .formatted(
                                        pattern,
                                        LETTERS.charAt(i),
                                        range.getMinimum(),
                                        range.getMaximum(),
                                        found[i]));
            }
        }
        return kind.value(time(found));
    }

    private LocalDateTime time(long[] found) {
        if (!strict) {
            LocalDateTime counted = DEFAULTS;
            for (int i = 0; i < found.length; i++) {
                ChronoField field = FIELDS.get(i);
                counted = counted.plus(found[i] - DEFAULTS.getLong(field), field.getBaseUnit());
            }
            if (!YEARS.isValidValue(counted.getYear())) {
                throw new FieldException("a point in time of the years 1 to 9999");
            }
            return counted;
        }
        try {
            return LocalDateTime.of(
                    (int) found[0],
                    (int) found[1],
                    (int) found[2],
                    (int) found[3],
                    (int) found[4],
                    (int) found[5],
                    (int) found[6] * NANOS_PER_MILLI);
        } catch (DateTimeException e) {
            throw new FieldException("a day that its month has, found " + found[2]);
        }
    }

    @Override
    public void write(Value value, ByteSink out, int length, Wire wire) {
        Moment moment = kind.moment(value);
        LocalDateTime time = moment.date().atTime(moment.time());
        for (Part part : parts) {
            if (part.field < 0) {
                for (int i = 0; i < part.bytes; i++) {
                    out.write(0);
                }
            } else {
                int number = time.get(FIELDS.get(part.field));
                integer(part).write(Value.of(number - part.added), out, part.bytes, wire);
            }
        }
    }
}
