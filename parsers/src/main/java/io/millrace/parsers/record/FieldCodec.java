package io.millrace.parsers.record;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Value;

/**
 * A field's value: how it is written, NULL included. Immutable; made by {@link FieldCodecs} from a
 * model.
 */
public final class FieldCodec {

    private final ValueCodec codec;

    /** Null where the field cannot be NULL. */
    private final NullCode nulls;

    FieldCodec(ValueCodec codec, NullCode nulls) {
        this.codec = codec;
        this.nulls = nulls;
    }

    /**
     * Reads a field.
     *
     * @return null for NULL
     * @throws FieldException where the bytes are no value of the field
     */
    public Value read(byte[] bytes, int from, int to, Wire wire) {
        if (nulls == null) {
            return value(bytes, from, to, wire);
        }
        if (nulls.isNull(bytes, from, to, wire)) {
            return null;
        }
        Value value = value(bytes, from, to, wire);
        boolean isNull =
                nulls instanceof NullCode.Logical(Value nothing, _) && Lexical.same(value, nothing);
        return isNull ? null : value;
    }

    /**
     * The usual codecs are called as what they are, which costs less than through the interface.
     */
    private Value value(byte[] bytes, int from, int to, Wire wire) {
        if (codec instanceof TextValue text) {
            return text.read(bytes, from, to, wire);
        }
        if (codec instanceof BinaryInteger integer) {
            return integer.read(bytes, from, to, wire);
        }
        if (codec instanceof FloatingPoint floating) {
            return floating.read(bytes, from, to, wire);
        }
        if (codec instanceof TextNumber number) {
            return number.read(bytes, from, to, wire);
        }
        if (codec instanceof PackedDecimal packed) {
            return packed.read(bytes, from, to, wire);
        }
        if (codec instanceof ExternalDecimal external) {
            return external.read(bytes, from, to, wire);
        }
        return codec.read(bytes, from, to, wire);
    }

    /**
     * Writes a field.
     *
     * @param value null for NULL
     * @param length the field's bytes; negative for as many as needed
     * @throws FieldException where the value is of another kind, or does not fit
     */
    public void write(Value value, ByteSink out, int length, Wire wire) {
        if (value == null) {
            if (nulls == null) {
                throw new FieldException(
                        "a value, found NULL, which the field has no way to write");
            }
            nulls.write(out, length, wire);
            return;
        }
        codec.write(value, out, length, wire);
    }

    /** Writes a field whose length is counted in characters. */
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
