package io.millrace.parsers.record;

import static io.millrace.parsers.record.Numbers.tooLong;
import static io.millrace.parsers.record.TextValue.encoded;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.format.DatetimeFormat;
import io.millrace.engine.message.format.PatternException;

/** Dates and times as strings in a pattern. */
record TextDateTime(DateTimeKind kind, DatetimeFormat format, Padding padding)
        implements ValueCodec {

    @Override
    public Value read(byte[] bytes, int from, int to, Wire wire) {
        int end = padding.end(bytes, from, to, wire);
        int begin = padding.begin(bytes, from, end, wire);
        return parse(kind, format, wire.text().decode(bytes, begin, end));
    }

    static Value parse(DateTimeKind kind, DatetimeFormat format, String text) {
        try {
            return kind.value(format.parse(text));
        } catch (PatternException e) {
            throw new FieldException(
                    "a date or time of the pattern " + format + " (" + e.getMessage() + ")");
        }
    }

    @Override
    public void write(Value value, ByteSink out, int length, Wire wire) {
        byte[] bytes = encoded(print(kind, format, value), wire);
        if (length >= 0 && bytes.length > length) {
            throw tooLong(value, "a date or time of " + length + " bytes in the pattern " + format);
        }
        padding.write(bytes, out, length < 0 ? bytes.length : length, wire);
    }

    static String print(DateTimeKind kind, DatetimeFormat format, Value value) {
        try {
            return format.print(kind.moment(value), true);
        } catch (PatternException e) {
            throw tooLong(
                    value,
                    "a date or time for the pattern " + format + " (" + e.getMessage() + ")");
        }
    }
}
