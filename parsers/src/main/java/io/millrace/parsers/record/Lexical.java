package io.millrace.parsers.record;

import static io.millrace.parsers.bytes.Digits.isExact;
import static io.millrace.parsers.bytes.Digits.quotient;
import static io.millrace.parsers.model.BaseType.HEX_BINARY;
import static io.millrace.parsers.record.Numbers.decimal;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.format.DatetimeFormat;
import io.millrace.engine.message.format.PatternException;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.DateTimeRules;
import io.millrace.parsers.model.Preset;

import java.math.BigDecimal;
import java.util.Base64;
import java.util.HexFormat;

/**
 * A reader of values in the notation of XML Schema: default values, fixed values and similar values
 * in models.
 */
public final class Lexical {

    /**
     * Maximum number of characters of a number. The time that Java needs for longer numbers grows
     * quadratically.
     */
    private static final int MAX_NUMBER = 1_000;

    /** Maximum number of characters such that every number fits into a long. */
    private static final int MAX_DIGITS = 18;

    private Lexical() {}

    /**
     * Returns the default for a missing value; null if there is none.
     *
     * @param preset default or fixed value in the model; null if there is none
     * @throws FieldException if the string is not a value of the type
     */
    public static Value preset(BaseType type, Preset preset, DateTimeRules rules) {
        if (preset == null) {
            return null;
        }
        try {
            return value(type, preset.text(), rules);
        } catch (FieldException e) {
            throw new FieldException(
                    "the default or fixed value '" + preset.text() + "' is not " + e.getMessage());
        }
    }

    /**
     * Returns the value of a string in a model.
     *
     * @throws FieldException if the string is not a value of the type
     */
    public static Value value(BaseType type, String text, DateTimeRules rules) {
        try {
            return switch (type.kind()) {
                case TEXT -> Value.of(text);
                case TRUTH -> truth(text.strip());
                case NUMBER -> number(type, text.strip());
                case FLOATING -> new FloatValue(floating(text.strip()));
                case BINARY ->
                        Value.of(
                                Bytes.of(
                                        type == HEX_BINARY
                                                ? HexFormat.of().parseHex(text.strip())
                                                : Base64.getDecoder().decode(withoutWhite(text))));
                case DATETIME -> dateTime(type, text.strip(), rules);
            };
        } catch (IllegalArgumentException | ArithmeticException | PatternException e) {
            throw new FieldException("a value of the type " + type.word());
        }
    }

    private static String withoutWhite(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            if (" \t\r\n".indexOf(text.charAt(i)) < 0) {
                out.append(text.charAt(i));
            }
        }
        return out.toString();
    }

    private static Value truth(String text) {
        return switch (text) {
            case "true", "1" -> Value.of(true);
            case "false", "0" -> Value.of(false);
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static double floating(String text) {
        double few = parseFewDigits(text);
        if (few >= 0) {
            return few;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean numeric = c >= '0' && c <= '9' || "+-.eE".indexOf(c) >= 0;
            if (!numeric && !text.equals("NaN") && !text.endsWith("INF")) {
                throw new IllegalArgumentException(text);
            }
        }
        return switch (text) {
            case "INF" -> Double.POSITIVE_INFINITY;
            case "-INF" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    /**
     * Returns the number for a short string of digits with at most one decimal point between them;
     * a negative number for other strings.
     */
    private static double parseFewDigits(String text) {
        int length = text.length();
        if (length > MAX_DIGITS) {
            return -1;
        }
        long digits = 0;
        int point = -1;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                digits = digits * 10 + c - '0';
            } else if (c == '.' && i > 0 && i < length - 1 && point < 0) {
                point = i;
            } else {
                return -1;
            }
        }
        int scale = point < 0 ? 0 : length - 1 - point;
        return length > 0 && isExact(digits, scale) ? quotient(digits, scale) : -1;
    }

    private static Value number(BaseType type, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean sign = i == 0 && (c == '+' || c == '-');
            boolean point = c == '.' && !type.isWhole();
            if (!sign && !point && (c < '0' || c > '9') || i > MAX_NUMBER) {
                throw new IllegalArgumentException(text);
            }
        }
        if (type.isInteger() && text.length() <= MAX_DIGITS) {
            return Value.of(Long.parseLong(text));
        }
        BigDecimal number = new BigDecimal(text);
        return type.isInteger()
                ? Value.of(number.longValueExact())
                : new DecimalValue(
                        type.isWhole() ? new BigDecimal(number.toBigIntegerExact()) : number);
    }

    private static Value dateTime(BaseType type, String text, DateTimeRules rules) {
        DateTimeKind kind = DateTimeKind.of(type, rules);
        String pattern =
                switch (type) {
                    case DATE_TIME, DATE, TIME -> "I";
                    default -> kind.pattern();
                };
        return kind.value(DatetimeFormat.compile(pattern).parse(text));
    }

    /** Whether two values are equal, regardless of their notation and scale. */
    static boolean same(Value a, Value b) {
        if (a instanceof CharacterValue(String x) && b instanceof CharacterValue(String y)) {
            return x.stripTrailing().equals(y.stripTrailing());
        }
        boolean numbers = isNumber(a) && isNumber(b);
        return numbers ? decimal(a).compareTo(decimal(b)) == 0 : a.equals(b);
    }

    private static boolean isNumber(Value value) {
        return value instanceof IntegerValue
                || value instanceof DecimalValue
                || value instanceof FloatValue(double d)
                        && !Double.isNaN(d)
                        && !Double.isInfinite(d);
    }
}
