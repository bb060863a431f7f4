package io.millrace.parsers.model;

import io.millrace.engine.message.Bytes;

/**
 * Byte values of TRUE and FALSE; both have the same length, 1 to 4 bytes.
 *
 * @param nullValue null if there is none
 */
public record BooleanBytes(
        @Key("booleanTrueValue") Bytes trueValue,
        @Key("booleanFalseValue") Bytes falseValue,
        @Key("booleanNullValue") Bytes nullValue) {

    public static final BooleanBytes DEFAULTS =
            new BooleanBytes(
                    Bytes.of(new byte[] {0, 0, 0, 1}), Bytes.of(new byte[] {0, 0, 0, 0}), null);

    public int length() {
        return trueValue.length();
    }
}
