package io.millrace.parsers.record;

import static io.millrace.parsers.bytes.Digits.isExact;
import static io.millrace.parsers.bytes.Digits.quotient;
import static io.millrace.parsers.bytes.Digits.scale;
import static io.millrace.parsers.model.BaseType.BASE64_BINARY;
import static io.millrace.parsers.model.BaseType.DATE_TIME;
import static io.millrace.parsers.model.BaseType.DECIMAL;
import static io.millrace.parsers.model.BaseType.FLOAT;
import static io.millrace.parsers.model.BaseType.G_DAY;
import static io.millrace.parsers.model.BaseType.G_MONTH;
import static io.millrace.parsers.model.BaseType.G_MONTH_DAY;
import static io.millrace.parsers.model.BaseType.G_YEAR;
import static io.millrace.parsers.model.BaseType.G_YEAR_MONTH;
import static io.millrace.parsers.model.BaseType.HEX_BINARY;
import static io.millrace.parsers.model.XmlField.Encoding.BASE64;
import static io.millrace.parsers.model.XmlField.Encoding.HEX;
import static io.millrace.parsers.record.Numbers.decimal;
import static io.millrace.parsers.record.Numbers.isShortest;
import static io.millrace.parsers.record.Numbers.tooLong;

import static java.lang.Math.abs;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.format.DatetimeFormat;
import io.millrace.engine.message.format.PatternException;
import io.millrace.parsers.bytes.Digits;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.BooleanStrings;
import io.millrace.parsers.model.DateTimeRules;
import io.millrace.parsers.model.XmlField.Encoding;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Conversion between values of one type and their strings in XML messages. The strings have the
 * form of XML Schema unless the model specifies another form. Immutable; safe to use from several
 * threads.
 *
 * @param format pattern of the value; null if the form of XML Schema applies and is not a pattern
 * @param patterned whether the model specifies the pattern
 */
public record SchemaText(
        BaseType type,
        BooleanStrings booleans,
        Encoding encoding,
        DateTimeKind kind,
        DatetimeFormat format,
        boolean patterned) {

    private static final int MAX_LENGTH = 400;
    private static final String ZONE = "(Z|[+-][0-9]{2}:[0-9]{2})?";
    private static final String DATE = "[0-9]{4}-[0-9]{2}-[0-9]{2}";
    private static final String TIME = "[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9}[0-9]*)?";

    private static final Map<BaseType, Pattern> FORMS =
            Map.of(
                    DATE_TIME,
                    Pattern.compile(DATE + "T" + TIME + ZONE),
                    BaseType.DATE,
                    Pattern.compile(DATE + ZONE),
                    BaseType.TIME,
                    Pattern.compile(TIME + ZONE),
                    G_YEAR,
                    Pattern.compile("[0-9]{4}" + ZONE),
                    G_YEAR_MONTH,
                    Pattern.compile("[0-9]{4}-[0-9]{2}" + ZONE),
                    G_MONTH,
                    Pattern.compile("--[0-9]{2}(--)?" + ZONE),
                    G_MONTH_DAY,
                    Pattern.compile("--[0-9]{2}-[0-9]{2}" + ZONE),
                    G_DAY,
                    Pattern.compile("---[0-9]{2}" + ZONE));

    private static final DatetimeFormat ISO = DatetimeFormat.compile("I");

    /**
     * Returns the conversion for a type.
     *
     * @param encoding encoding of bytes; null for the type's default
     * @param pattern pattern of dates and times; null for XML Schema's form
     * @throws FieldException if the pattern is invalid
     */
    public static SchemaText of(
            BaseType type,
            BooleanStrings booleans,
            Encoding encoding,
            DateTimeRules rules,
            String pattern) {
        Encoding own = type == HEX_BINARY ? HEX : BASE64;
        Encoding used = encoding == null ? own : encoding;
        if (type.kind() != BaseType.Kind.DATETIME) {
            return new SchemaText(type, booleans, used, null, null, false);
        }
        DateTimeKind kind = DateTimeKind.of(type, rules);
        String form = pattern != null ? pattern : isPartial(type) ? kind.pattern() : null;
        try {
            DatetimeFormat format =
                    form == null
                            ? null
                            : DatetimeFormat.compile(form, DateTimeKind.calendar(rules));
            return new SchemaText(type, booleans, used, kind, format, pattern != null);
        } catch (PatternException e) {
            throw new FieldException(e.getMessage());
        }
    }

    private static boolean isPartial(BaseType type) {
        return switch (type) {
            case G_YEAR, G_YEAR_MONTH, G_MONTH, G_MONTH_DAY, G_DAY -> true;
            default -> false;
        };
    }

    /**
     * Returns the value of a string.
     *
     * @throws FieldException if the string is not a value of the type; the message contains what
     *     was expected
     */
    public Value read(String text) {
        return switch (type.kind()) {
            case TEXT -> Value.of(text);
            case TRUTH -> truth(text.strip());
            case BINARY -> Value.of(bytes(text));
            case DATETIME -> dateTime(text.strip());
            default -> Lexical.value(type, text, DateTimeRules.DEFAULTS);
        };
    }

    /** Whether {@link #read(long)} reads numbers of this type. */
    public boolean takesDigits() {
        return type.isInteger() || type == DECIMAL || type.kind() == BaseType.Kind.FLOATING;
    }

    /**
     * Returns the value of a number that was read directly from bytes.
     *
     * @param digits number in the form of {@link Digits#pointed}; the last character is a digit
     * @return null if the value cannot be determined from the number alone
     */
    public Value read(long digits) {
        if (digits == Digits.NONE) {
            return null;
        }
        long unscaled = Digits.unscaled(digits);
        int scale = scale(digits);
        if (type.isInteger()) {
            return scale == 0 ? Value.of(unscaled) : null;
        }
        if (type == DECIMAL) {
            return new DecimalValue(BigDecimal.valueOf(unscaled, scale));
        }
        return isExact(unscaled, scale) ? new FloatValue(quotient(unscaled, scale)) : null;
    }

    private Value truth(String text) {
        return text.equals(booleans.trueValue())
                ? Value.of(true)
                : text.equals(booleans.falseValue())
                        ? Value.of(false)
                        : Lexical.value(type, text, DateTimeRules.DEFAULTS);
    }

    private Bytes bytes(String text) {
        BaseType written = encoding == HEX ? HEX_BINARY : BASE64_BINARY;
        return ((BlobValue) Lexical.value(written, text, DateTimeRules.DEFAULTS)).value();
    }

    private Value dateTime(String text) {
        if (patterned) {
            return TextDateTime.parse(kind, format, text);
        }
        if (!FORMS.get(type).matcher(text).matches()) {
            throw new FieldException("a value of the type " + type.word());
        }
        try {
            return isPartial(type)
                    ? kind.value(format.parse(withoutZone(text)))
                    : kind.value(ISO.parse(text));
        } catch (PatternException e) {
            throw new FieldException(
                    "a value of the type " + type.word() + " (" + e.getMessage() + ")");
        }
    }

    /**
     * Returns a string without its time zone, because date types have no time zone in a message
     * tree.
     */
    private String withoutZone(String text) {
        int length =
                switch (type) {
                    case G_YEAR, G_MONTH -> 4;
                    case G_DAY -> 5;
                    default -> 7;
                };
        return text.substring(0, length);
    }

    /**
     * Returns the string for a value.
     *
     * @throws FieldException if it is not a value of the type; the message contains what was
     *     expected and found
     */
    public String write(Value value) {
        return switch (type.kind()) {
            case TEXT -> value.text();
            case TRUTH -> truth(value) ? booleans.trueValue() : booleans.falseValue();
            case NUMBER -> number(value);
            case FLOATING -> floating(value);
            case BINARY -> encoded(value);
            case DATETIME ->
                    format == null ? schema(value) : TextDateTime.print(kind, format, value);
        };
    }

    private boolean truth(Value value) {
        return switch (value) {
            case Value.BooleanValue(boolean truth) -> truth;
            case CharacterValue(String text) when isTruth(text.strip()) ->
                    truth(text.strip()).equals(Value.of(true));
            case IntegerValue(long number) when number == 0 || number == 1 -> number == 1;
            default -> throw tooLong(value, "true or false");
        };
    }

    private boolean isTruth(String text) {
        return text.equals(booleans.trueValue())
                || text.equals(booleans.falseValue())
                || List.of("true", "false", "1", "0").contains(text);
    }

    private String number(Value value) {
        if (value instanceof IntegerValue) {
            return value.text();
        }
        if (value instanceof CharacterValue(String text)
                && isShortest(text)
                && (!type.isWhole() || text.indexOf('.') < 0)) {
            return text;
        }
        BigDecimal number = decimal(value);
        if (abs((long) number.precision() - number.scale()) > MAX_LENGTH
                || abs((long) number.scale()) > MAX_LENGTH) {
            throw new FieldException("a number of at most " + MAX_LENGTH + " digits");
        }
        return (type.isWhole() ? number.setScale(0, RoundingMode.HALF_UP) : number).toPlainString();
    }

    private String floating(Value value) {
        if (!(value instanceof FloatValue(double number))) {
            return number(value);
        }
        return Double.isNaN(number)
                ? "NaN"
                : Double.isInfinite(number)
                        ? number > 0 ? "INF" : "-INF"
                        : type == FLOAT && (double) (float) number == number
                                ? Float.toString((float) number)
                                : Double.toString(number);
    }

    private String encoded(Value value) {
        byte[] bytes =
                switch (value) {
                    case BlobValue(Bytes blob) -> blob.toArray();
                    case CharacterValue(String text) -> bytes(value, text).toArray();
                    default -> throw tooLong(value, "a BLOB");
                };
        return encoding == HEX
                ? HexFormat.of().withUpperCase().formatHex(bytes)
                : Base64.getEncoder().encodeToString(bytes);
    }

    private Bytes bytes(Value value, String text) {
        try {
            return bytes(text);
        } catch (FieldException e) {
            throw tooLong(value, "a BLOB");
        }
    }

    /** Returns the form of XML Schema, with all digits of the second. */
    private String schema(Value value) {
        LocalDateTime time = kind.moment(value).in(kind.zone());
        if (time.getYear() < 1 || time.getYear() > 9_999) {
            throw tooLong(value, "a date of the years 1 to 9999");
        }
        return switch (type) {
            case DATE -> time.toLocalDate().toString();
            case TIME -> time(time.toLocalTime());
            default -> time.toLocalDate() + "T" + time(time.toLocalTime());
        };
    }

    private static String time(LocalTime time) {
        String seconds =
                "%02d:%02d:%02d".formatted(time.getHour(), time.getMinute(), time.getSecond());
        if (time.getNano() == 0) {
            return seconds;
        }
        String fraction = "%09d".formatted(time.getNano());
        int end = fraction.length();
        while (fraction.charAt(end - 1) == '0') {
            end--;
        }
        return seconds + "." + fraction.substring(0, end);
    }
}
