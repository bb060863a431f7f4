package io.millrace.parsers.record;

import static io.millrace.engine.message.ValueType.CHARACTER;
import static io.millrace.engine.message.ValueType.FLOAT;
import static io.millrace.engine.message.ValueType.INTEGER;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.ValueType;
import io.millrace.parsers.bytes.Digits;

/**
 * The encoding of a field's value, including NULL. Immutable; created by {@link FieldCodecs} from a
 * model.
 */
public final class FieldCodec {

    // The usual codecs are called through their class, which is faster than a call of the
    // interface.
    private static final int TEXT = 0;
    private static final int PLAIN_INTEGER = 1;
    private static final int FLOATING_POINT = 2;
    private static final int TEXT_NUMBER = 3;
    private static final int PACKED_DECIMAL = 4;
    private static final int EXTERNAL_DECIMAL = 5;
    private static final int OTHER = 6;

    private final ValueCodec codec;
    private final int kind;

    /** Representation of NULL; null if the field cannot be NULL. */
    private final NullCode nulls;

    FieldCodec(ValueCodec codec, NullCode nulls) {
        this.codec = codec;
        kind = kind(codec);
        this.nulls = nulls;
    }

    private static int kind(ValueCodec codec) {
        return switch (codec) {
            case TextValue _ -> TEXT;
            case BinaryInteger integer -> integer.isPlain() ? PLAIN_INTEGER : OTHER;
            case FloatingPoint _ -> FLOATING_POINT;
            case TextNumber _ -> TEXT_NUMBER;
            case PackedDecimal _ -> PACKED_DECIMAL;
            case ExternalDecimal _ -> EXTERNAL_DECIMAL;
            default -> OTHER;
        };
    }

    /**
     * Reads a field.
     *
     * @return null for NULL
     * @throws FieldException if the bytes are not a value of the field
     */
    public Value read(byte[] bytes, int from, int to, Wire wire) {
        return nulls == null ? value(bytes, from, to, wire) : valueOrNull(bytes, from, to, wire);
    }

    private Value valueOrNull(byte[] bytes, int from, int to, Wire wire) {
        if (nulls.isNull(bytes, from, to, wire)) {
            return null;
        }
        Value value = value(bytes, from, to, wire);
        boolean isNull =
                nulls instanceof NullCode.Logical(Value nothing, _) && Lexical.same(value, nothing);
        return isNull ? null : value;
    }

    private Value value(byte[] bytes, int from, int to, Wire wire) {
        return switch (kind) {
            case TEXT -> ((TextValue) codec).read(bytes, from, to, wire);
            case PLAIN_INTEGER -> Value.of(BinaryInteger.plain(bytes, from, to - from, wire));
            case FLOATING_POINT -> new FloatValue(FloatingPoint.real(bytes, from, to - from, wire));
            case TEXT_NUMBER -> ((TextNumber) codec).read(bytes, from, to, wire);
            case PACKED_DECIMAL -> ((PackedDecimal) codec).read(bytes, from, to, wire);
            case EXTERNAL_DECIMAL -> ((ExternalDecimal) codec).read(bytes, from, to, wire);
            default -> codec.read(bytes, from, to, wire);
        };
    }

    /**
     * Returns the type of all values of a field that can be read directly: INTEGER by {@link
     * #integer}, FLOAT by {@link #real}, CHARACTER by {@link #text}.
     *
     * @return null if only {@link #read} can read the field
     */
    public ValueType plain() {
        return nulls != null
                ? null
                : switch (kind) {
                    case TEXT -> CHARACTER;
                    case PLAIN_INTEGER -> INTEGER;
                    case FLOATING_POINT -> FLOAT;
                    default -> null;
                };
    }

    /** Reads a field with the {@link #plain} type INTEGER. */
    public long integer(byte[] bytes, int from, int size, Wire wire) {
        return BinaryInteger.plain(bytes, from, size, wire);
    }

    /** Reads a field with the {@link #plain} type FLOAT. */
    public double real(byte[] bytes, int from, int size, Wire wire) {
        return FloatingPoint.real(bytes, from, size, wire);
    }

    /**
     * Returns the padding byte after strings if {@link TextCode#filled} can read the field instead
     * of {@link #text}; negative for other fields.
     */
    public int fill(Wire wire) {
        return kind == TEXT ? ((TextValue) codec).padding().trailingFill(wire) : -1;
    }

    /** Reads a field with the {@link #plain} type CHARACTER. */
    public String text(byte[] bytes, int from, int to, Wire wire) {
        return ((TextValue) codec).text(bytes, from, to, wire);
    }

    /**
     * Returns the type of a value between delimiters: {@link #text} reads CHARACTER; {@link
     * #digits} reads most values of INTEGER and FLOAT.
     *
     * @return null if only {@link #read} can read the field
     */
    public ValueType marked() {
        if (nulls != null) {
            return null;
        }
        return kind == TEXT
                ? CHARACTER
                : codec instanceof TextNumber number ? number.marked() : null;
    }

    /**
     * Returns a {@link #marked} number in the form of {@link Digits#pointed}, with the sign of the
     * value.
     *
     * @return {@link Digits#NONE} if only {@link #read} can read the value
     */
    public long digits(byte[] bytes, int from, int to, Wire wire) {
        return ((TextNumber) codec).digits(bytes, from, to, wire);
    }

    /**
     * Writes a field.
     *
     * @param value value to write; null for NULL
     * @param length number of bytes of the field; negative for as many as needed
     * @throws FieldException if the value has the wrong type or does not fit
     */
    public void write(Value value, ByteSink out, int length, Wire wire) {
        if (value == null) {
            if (nulls == null) {
                throw new FieldException(
                        "a value, found NULL, but the field has no representation of NULL");
            }
            nulls.write(out, length, wire);
            return;
        }
        switch (kind) {
            case TEXT -> ((TextValue) codec).write(value, out, length, wire);
            case PLAIN_INTEGER -> ((BinaryInteger) codec).write(value, out, length, wire);
            case FLOATING_POINT -> ((FloatingPoint) codec).write(value, out, length, wire);
            case TEXT_NUMBER -> ((TextNumber) codec).write(value, out, length, wire);
            case PACKED_DECIMAL -> ((PackedDecimal) codec).write(value, out, length, wire);
            case EXTERNAL_DECIMAL -> ((ExternalDecimal) codec).write(value, out, length, wire);
            default -> codec.write(value, out, length, wire);
        }
    }

    /** Writes a field with a length in characters. */
    public void writeCharacters(Value value, ByteSink out, int count, Wire wire) {
        ValueCodec plain = codec instanceof TextCodecs.Trimmed trimmed ? trimmed.codec() : codec;
        if (value == null || !(plain instanceof TextValue text)) {
            write(value, out, count * wire.text().unit(), wire);
        } else {
            text.writeCharacters(value, out, count, wire);
        }
    }

    /** Whether NULL can be written. */
    public boolean hasNull() {
        return nulls != null;
    }
}
