package io.millrace.parsers.model;

import io.millrace.engine.message.Bytes;

import java.util.Objects;

/**
 * Byte values of TRUE and FALSE; both have the same length, 1 to 4 bytes.
 *
 * @param nullValue null if there is none
 */
public record BooleanBytes(Bytes trueValue, Bytes falseValue, Bytes nullValue) {

    public static final BooleanBytes DEFAULTS =
            new BooleanBytes(
                    Bytes.of(new byte[] {0, 0, 0, 1}), Bytes.of(new byte[] {0, 0, 0, 0}), null);

    public BooleanBytes {
        Objects.requireNonNull(trueValue);
        Objects.requireNonNull(falseValue);
    }

    public int length() {
        return trueValue.length();
    }
}
