package io.millrace.engine.parser;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import java.math.BigDecimal;
import java.util.HexFormat;

/**
 * A reader of header fields with values that a program can set. Values are cast if the cast loses
 * nothing; other values fail with WRITE_FAILED.
 */
public final class HeaderFields {

    private HeaderFields() {}

    /**
     * Returns the path of an element for messages: the names from the top of the tree, separated by
     * dots.
     */
    public static String path(Element element) {
        StringBuilder path = new StringBuilder(element.name());
        for (Element e = element.parent(); e != null; e = e.parent()) {
            path.insert(0, e.name() + ".");
        }
        return path.toString();
    }

    /**
     * Returns a 32-bit integer: an INTEGER, or a DECIMAL, FLOAT or CHARACTER with an integer value.
     */
    public static int integer(Element field) {
        Value value = field.value();
        try {
            return switch (value) {
                case Value.IntegerValue(long number) -> Math.toIntExact(number);
                case Value.DecimalValue(BigDecimal number) -> number.intValueExact();
                case Value.FloatValue(double number) -> BigDecimal.valueOf(number).intValueExact();
                case Value.CharacterValue(String text) -> Integer.parseInt(text.strip());
                case Value.BooleanValue(boolean truth) -> truth ? 1 : 0;
                case null, default -> throw wrong(field, "a 32-bit integer");
            };
        } catch (ArithmeticException | NumberFormatException e) {
            throw wrong(field, "a 32-bit integer");
        }
    }

    /**
     * Returns a string without padding.
     *
     * @param length maximum number of characters of the field
     */
    public static String text(Element field, int length) {
        Value value = field.value();
        if (value == null || value instanceof Value.BlobValue) {
            throw wrong(field, "a string of at most " + length + " characters");
        }
        String text = value.text().stripTrailing();
        if (text.length() > length) {
            throw wrong(field, "a string of at most " + length + " characters");
        }
        return text;
    }

    /**
     * Returns the bytes of a BLOB, or of a CHARACTER with hexadecimal digits. The bytes must not
     * exceed the length of the field.
     */
    public static Bytes bytes(Element field, int length) {
        Value value = field.value();
        Bytes bytes;
        try {
            bytes =
                    switch (value) {
                        case Value.BlobValue(Bytes b) -> b;
                        case Value.CharacterValue(String text) ->
                                Bytes.of(HexFormat.of().parseHex(text.strip()));
                        case null, default ->
                                throw wrong(field, "a BLOB of at most " + length + " bytes");
                    };
        } catch (IllegalArgumentException e) {
            throw wrong(field, "a BLOB of at most " + length + " bytes");
        }
        if (bytes.length() > length) {
            throw wrong(field, "a BLOB of at most " + length + " bytes");
        }
        return bytes;
    }

    /** Returns a string padded with blanks to the length of a field. */
    public static String padded(String text, int length) {
        return text.length() >= length ? text : text + " ".repeat(length - text.length());
    }

    /** Returns the exception for an invalid field value. */
    public static MillraceException wrong(Element field, String expected) {
        Value value = field.value();
        String found = value == null ? "NULL" : value.type() + " '" + shortened(value.text()) + "'";
        return ParseErrors.unwritable(path(field), "found " + found + ", expected " + expected);
    }

    private static String shortened(String text) {
        return text.length() > 80 ? text.substring(0, 80) + "..." : text;
    }
}
