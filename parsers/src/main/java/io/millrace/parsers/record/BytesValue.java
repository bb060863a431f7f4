package io.millrace.parsers.record;

import static io.millrace.parsers.record.Numbers.tooLong;

import static java.lang.Math.max;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.engine.message.Value.CharacterValue;

import java.util.HexFormat;

/** Bytes without conversion; shorter ones are padded with zeros. */
record BytesValue() implements ValueCodec {

    private static final byte[] ZERO = {0};

    @Override
    public Value read(byte[] bytes, int from, int to, Wire wire) {
        return Value.of(new Bytes(bytes, from, to));
    }

    @Override
    public void write(Value value, ByteSink out, int length, Wire wire) {
        Bytes bytes = bytes(value);
        if (length >= 0 && bytes.length() > length) {
            throw tooLong(value, "at most " + length + " bytes");
        }
        out.write(bytes);
        Padding.fill(ZERO, max(0, length - bytes.length()), out);
    }

    /** Returns the bytes of a BLOB, or of hexadecimal digits. */
    static Bytes bytes(Value value) {
        return switch (value) {
            case BlobValue(Bytes blob) -> blob;
            case CharacterValue(String text) -> {
                try {
                    yield Bytes.of(HexFormat.of().parseHex(text.strip()));
                } catch (IllegalArgumentException e) {
                    throw tooLong(value, "a BLOB, or hexadecimal digits");
                }
            }
            default -> throw tooLong(value, "a BLOB");
        };
    }
}
