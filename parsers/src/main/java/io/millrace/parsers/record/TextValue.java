package io.millrace.parsers.record;

import static io.millrace.parsers.record.Numbers.tooLong;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;
import io.millrace.parsers.model.PaddingRule.Justification;

/**
 * Strings: padding is removed on input, and added on output.
 *
 * @param truncate whether a string that is too long is truncated on output
 */
record TextValue(Padding padding, boolean truncate) implements ValueCodec {

    TextValue(Padding padding) {
        this(padding, false);
    }

    @Override
    public Value read(byte[] bytes, int from, int to, Wire wire) {
        return Value.of(text(bytes, from, to, wire));
    }

    String text(byte[] bytes, int from, int to, Wire wire) {
        if (padding.isNone()) {
            return wire.text().decode(bytes, from, to);
        }
        int end = padding.end(bytes, from, to, wire);
        int begin = padding.begin(bytes, from, end, wire);
        return wire.text().decode(bytes, begin, end);
    }

    @Override
    public void write(Value value, ByteSink out, int length, Wire wire) {
        byte[] bytes = encoded(text(value), wire);
        if (length < 0) {
            out.write(bytes);
            return;
        }
        if (bytes.length > length) {
            bytes = trimmed(bytes, wire);
        }
        if (bytes.length > length && truncate) {
            bytes = new Bytes(bytes, 0, wire.text().wholeCharacters(bytes, length)).toArray();
        }
        if (bytes.length > length) {
            throw tooLong(value, "a string of at most " + length + " bytes");
        }
        if (padding.justification() == Justification.NOT_APPLICABLE && bytes.length < length) {
            throw tooLong(value, "a string of exactly " + length + " bytes");
        }
        padding.write(bytes, out, length, wire);
    }

    /** Writes a string with a length in characters of one or more bytes. */
    void writeCharacters(Value value, ByteSink out, int count, Wire wire) {
        String text = text(value);
        int found = wire.text().characters(text);
        if (found > count) {
            text = padding.justification() == Justification.RIGHT ? text : text.stripTrailing();
            found = wire.text().characters(text);
        }
        if (found > count && truncate) {
            text = text.substring(0, text.offsetByCodePoints(0, count));
            found = count;
        }
        if (found > count) {
            throw tooLong(value, "a string of at most " + count + " characters");
        }
        byte[] bytes = encoded(text, wire);
        int room = (count - found) * padding.unit(wire).length;
        padding.write(bytes, out, bytes.length + room, wire);
    }

    private byte[] trimmed(byte[] bytes, Wire wire) {
        int end = padding.end(bytes, 0, bytes.length, wire);
        return new Bytes(bytes, padding.begin(bytes, 0, end, wire), end).toArray();
    }

    static byte[] encoded(String text, Wire wire) {
        byte[] bytes = wire.text().encode(text);
        if (bytes == null) {
            throw FieldException.character(
                    "characters of the coded character set "
                            + wire.text().charset().name()
                            + ", found "
                            + unknown(text, wire)
                            + Numbers.shown(Value.of(text)));
        }
        return bytes;
    }

    /** Returns the first character of a string that the coded character set does not contain. */
    private static String unknown(String text, Wire wire) {
        return text.codePoints()
                .filter(c -> wire.text().encode(c) == null)
                .mapToObj(c -> "%s (U+%04X) in ".formatted(Character.toString(c), c))
                .findFirst()
                .orElse("");
    }

    private static String text(Value value) {
        return value.text();
    }
}
