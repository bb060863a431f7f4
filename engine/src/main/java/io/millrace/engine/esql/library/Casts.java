package io.millrace.engine.esql.library;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BitValue;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.engine.message.Value.BooleanValue;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.Value.IntervalValue;
import io.millrace.engine.message.ValueType;
import io.millrace.engine.message.format.PatternException;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * Explicit and implicit casts (WMQI ESQL reference, CAST function). A cast of NULL returns NULL.
 *
 * <p>A cast from DATE or TIME to TIMESTAMP adds the current time or date of the environment. If the
 * environment is null, the system clock is used.
 */
public final class Casts {

    /** Result of {@link #tryCast} if the cast failed. Must be compared by identity. */
    private static final Value FAILED = new CharacterValue("CAST failed");

    private static final BigDecimal INTEGER_LIMIT = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final int INTEGER_BITS = 64;

    private Casts() {}

    /**
     * Performs {@code CAST(value AS target)}, or an assignment to a variable declared with the
     * target's type.
     */
    public static @Nullable Value cast(
            @Nullable Value value, CastTarget target, @Nullable EsqlEnvironment environment) {
        if (value == null || value.type() == target.type() && target.isPlain()) {
            return value;
        }
        try {
            Value result =
                    switch (target.type()) {
                        case BOOLEAN -> toBoolean(value);
                        case INTEGER -> toInteger(value, target);
                        case FLOAT -> toFloat(value, target);
                        case DECIMAL -> toDecimal(value, target);
                        case CHARACTER -> TextCasts.toCharacter(value, target);
                        case BLOB -> TextCasts.toBlob(value, target);
                        case BIT -> toBit(value, target);
                        case INTERVAL -> toInterval(value, target);
                        default -> DatetimeCasts.cast(value, target, environment);
                    };
            if (result != null || isUnknownText(value, target)) {
                return result;
            }
        } catch (PatternException e) {
            throw EsqlErrors.cast(value, target.toString(), e.getMessage());
        }
        throw EsqlErrors.cast(value, target.toString(), "");
    }

    /**
     * Performs {@code CAST(value AS INTEGER)} without a FORMAT, CCSID or ENCODING.
     *
     * @return 0 for NULL
     */
    public static long integer(Value value, CastTarget target, EsqlEnvironment environment) {
        if (value instanceof IntegerValue(long number)) {
            return number;
        }
        if (value instanceof CharacterValue(String text) && Numbers.isPlainInteger(text)) {
            return Numbers.plainInteger(text);
        }
        return cast(value, target, environment) instanceof IntegerValue(long number) ? number : 0;
    }

    /**
     * Performs a CAST of several values: DATE (y, m, d), TIME (h, m, s), TIMESTAMP (date, time) or
     * (y, m, d, h, m, s), INTERVAL.
     */
    public static @Nullable Value castParts(
            Value[] parts, CastTarget target, EsqlEnvironment environment) {
        if (parts.length == 1) {
            return cast(parts[0], target, environment);
        }
        for (Value part : parts) {
            if (part == null) {
                return null;
            }
        }
        return target.type() == ValueType.INTERVAL
                ? interval(parts, target)
                : DatetimeCasts.cast(parts, target);
    }

    /**
     * Performs {@link #cast}, but returns FAILED instead of throwing an exception. For CAST ...
     * DEFAULT.
     */
    public static @Nullable Value tryCast(
            Value value, CastTarget target, @Nullable EsqlEnvironment environment) {
        try {
            return cast(value, target, environment);
        } catch (MillraceException e) {
            return failed(e);
        }
    }

    /**
     * Performs {@link #castParts}, but returns FAILED instead of throwing an exception. For CAST
     * ... DEFAULT.
     */
    public static @Nullable Value tryCastParts(
            Value[] parts, CastTarget target, EsqlEnvironment environment) {
        try {
            return castParts(parts, target, environment);
        } catch (MillraceException e) {
            return failed(e);
        }
    }

    /** Whether a value is the result of a failed cast. */
    public static boolean isFailed(@Nullable Value value) {
        return value == FAILED;
    }

    private static Value failed(MillraceException e) {
        if (e.code() == ErrorCode.ESQL_CAST
                || e.code() == ErrorCode.BAD_CCSID
                || e.code() == ErrorCode.ESQL_OVERFLOW) {
            return FAILED;
        }
        throw e;
    }

    /** Whether a value is the string UNKNOWN, which is the only string that is cast to NULL. */
    private static boolean isUnknownText(Value value, CastTarget target) {
        return target.type() == ValueType.BOOLEAN
                && value instanceof CharacterValue(String text)
                && text.strip().equalsIgnoreCase("UNKNOWN");
    }

    // Casts to one type; the result is null if the cast does not exist or the string is invalid

    private static @Nullable Value toBoolean(Value value) {
        if (!(value instanceof CharacterValue(String text))) {
            return null;
        }
        return switch (text.strip().toUpperCase(Locale.ROOT)) {
            case "TRUE", "1" -> BooleanValue.TRUE;
            case "FALSE", "0" -> BooleanValue.FALSE;
            default -> null;
        };
    }

    private static @Nullable Value toInteger(Value value, CastTarget target) {
        return switch (value) {
            case FloatValue(double d) when Double.isFinite(d) ->
                    truncated(value, new BigDecimal(d));
            case DecimalValue(BigDecimal d) -> truncated(value, d);
            case CharacterValue(String text) -> toInteger(value, text, target);
            case BlobValue(Bytes b) when b.length() <= Long.BYTES ->
                    IntegerValue.of(integer(b, target.encoding()));
            case BitValue b when b.length() <= INTEGER_BITS ->
                    IntegerValue.of(Long.parseUnsignedLong("0" + b.text(), 2));
            case IntervalValue i -> {
                BigDecimal number = Intervals.number(i);
                yield number == null ? null : truncated(value, number);
            }
            default -> null;
        };
    }

    /** Casts to INTEGER. A string is rejected if it has a fraction that is not zero. */
    private static @Nullable Value toInteger(Value value, String text, CastTarget target) {
        if (target.hasFormat()) {
            return whole(value, target.numberFormat().parse(text));
        }
        Long read = Numbers.parseInteger(text);
        if (read != null) {
            return IntegerValue.of(read);
        }
        BigDecimal number = Numbers.parseDecimal(text);
        return number == null ? null : whole(value, number);
    }

    private static @Nullable Value whole(Value value, BigDecimal number) {
        boolean fraction = number.signum() != 0 && number.stripTrailingZeros().scale() > 0;
        return fraction ? null : truncated(value, number);
    }

    /** Returns the number without its fraction (WMQI ESQL reference, "ESQL FLOAT data type"). */
    private static Value truncated(Value value, BigDecimal number) {
        if (number.abs().compareTo(INTEGER_LIMIT) > 0
                && !number.equals(BigDecimal.valueOf(Long.MIN_VALUE))) {
            throw EsqlErrors.overflow("CAST(" + EsqlErrors.show(value) + " AS INTEGER)", "INTEGER");
        }
        return IntegerValue.of(number.scale() > INTEGER_BITS * 2 ? 0 : number.longValue());
    }

    private static long integer(Bytes bytes, int encoding) {
        boolean reversed = encoding != CastTarget.NOT_GIVEN && (encoding & 0xF) == 2;
        long number = 0;
        for (int i = 0; i < bytes.length(); i++) {
            number = number << 8 | bytes.at(reversed ? bytes.length() - 1 - i : i) & 0xFF;
        }
        return number;
    }

    private static @Nullable Value toFloat(Value value, CastTarget target) {
        return switch (value) {
            case IntegerValue(long n) -> new FloatValue(n);
            case DecimalValue(BigDecimal d) -> finite(value, d);
            case IntervalValue i -> {
                BigDecimal number = Intervals.number(i);
                yield number == null ? null : finite(value, number);
            }
            case CharacterValue(String text) when target.hasFormat() ->
                    finite(value, target.numberFormat().parse(text));
            case CharacterValue(String text) -> {
                Double read = Numbers.parseFloat(text);
                yield read == null ? null : new FloatValue(read);
            }
            default -> null;
        };
    }

    private static Value finite(Value value, BigDecimal number) {
        double result = number.doubleValue();
        if (Double.isInfinite(result)) {
            throw EsqlErrors.overflow("CAST(" + EsqlErrors.show(value) + " AS FLOAT)", "FLOAT");
        }
        return new FloatValue(result);
    }

    /** Returns a DECIMAL. NaN and the infinite numbers exist only as FLOAT and remain so. */
    private static @Nullable Value toDecimal(Value value, CastTarget target) {
        BigDecimal number =
                switch (value) {
                    case IntegerValue(long n) -> BigDecimal.valueOf(n);
                    case DecimalValue(BigDecimal d) -> d;
                    case FloatValue(double d) when Double.isFinite(d) -> Numbers.rounded(d);
                    case IntervalValue i -> Intervals.number(i);
                    case CharacterValue(String text) when target.hasFormat() ->
                            target.numberFormat().parse(text);
                    case CharacterValue(String text) -> Numbers.parseDecimal(text);
                    default -> null;
                };
        return number == null ? notFinite(value) : sized(value, number, target);
    }

    private static @Nullable Value notFinite(Value value) {
        if (value instanceof CharacterValue(String text)) {
            Double number = Numbers.parseFloat(text);
            return number == null || Double.isFinite(number) ? null : new FloatValue(number);
        }
        return value instanceof FloatValue ? value : null;
    }

    /**
     * Returns the number rounded half-even to the scale. Fails with an overflow if the result has
     * more digits than the precision.
     */
    private static @Nullable Value sized(Value value, BigDecimal number, CastTarget target) {
        BigDecimal sized = number;
        boolean sane = (long) number.precision() - number.scale() <= Numbers.DECIMAL.getPrecision();
        if (target.precision() >= 0) {
            sane &= digits(number, target.scale()) <= target.precision();
            sized = sane ? scaled(number, target) : number;
            if (!sane || sized.signum() != 0 && sized.precision() > target.precision()) {
                throw EsqlErrors.overflow(
                        "CAST(" + EsqlErrors.show(value) + " AS " + target + ")",
                        target.toString());
            }
        }
        return Numbers.decimal(sized);
    }

    /** Returns the approximate number of digits of a number that is rounded to a scale. */
    private static long digits(BigDecimal number, int scale) {
        return number.signum() == 0 ? 0 : (long) number.precision() - number.scale() + scale;
    }

    /**
     * Returns the number rounded to the target's scale. A number less than half of the last digit
     * becomes 0, without calculating all digits of its scale.
     */
    private static BigDecimal scaled(BigDecimal number, CastTarget target) {
        return digits(number, target.scale()) < 0 || number.signum() == 0
                ? BigDecimal.valueOf(0, Math.clamp(target.scale(), 0, target.precision()))
                : number.setScale(target.scale(), RoundingMode.HALF_EVEN);
    }

    private static @Nullable Value toBit(Value value, CastTarget target) {
        return switch (value) {
            case IntegerValue(long n) -> {
                String digits = Long.toBinaryString(n);
                yield StringUnits.bits("0".repeat(INTEGER_BITS - digits.length()) + digits);
            }
            case BlobValue(Bytes b) -> bits(b);
            case CharacterValue(String text) when target.hasCharset() ->
                    bits(TextCasts.encoded(value, text, target));
            case CharacterValue(String text) -> {
                String digits = TextCasts.unquoted(text, 'B');
                yield digits.chars().allMatch(c -> c == '0' || c == '1')
                        ? StringUnits.bits(digits)
                        : null;
            }
            default -> null;
        };
    }

    private static Value bits(Bytes bytes) {
        StringBuilder digits = new StringBuilder(bytes.length() * 8);
        for (int i = 0; i < bytes.length(); i++) {
            digits.append(Integer.toBinaryString(bytes.at(i) & 0xFF | 0x100), 1, 9);
        }
        return StringUnits.bits(digits.toString());
    }

    /** Returns the bytes of a number, most significant byte first. */
    static Bytes bytes(long number) {
        return Bytes.of(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    }

    private static @Nullable Value toInterval(Value value, CastTarget target) {
        return switch (value) {
            case IntervalValue i ->
                    target.qualifier().isEmpty() ? i : Intervals.requalify(i, target.qualifier());
            case CharacterValue(String text) -> Intervals.parse(text, target.qualifier());
            case IntegerValue(long n) ->
                    Intervals.ofNumber(BigDecimal.valueOf(n), target.qualifier());
            case DecimalValue(BigDecimal d) -> Intervals.ofNumber(d, target.qualifier());
            case FloatValue(double d) when Double.isFinite(d) ->
                    Intervals.ofNumber(Numbers.rounded(d), target.qualifier());
            default -> null;
        };
    }

    /** Returns an interval from one number for each field of the qualifier. */
    private static Value interval(Value[] parts, CastTarget target) {
        IntervalValue sum = null;
        String[] fields = Intervals.fields(target.qualifier());
        for (int i = 0; i < parts.length && parts.length == fields.length; i++) {
            Value field = toInterval(parts[i], CastTarget.interval(fields[i]));
            if (field == null) {
                throw EsqlErrors.cast(parts[i], "INTERVAL " + fields[i], "");
            }
            sum = (IntervalValue) (sum == null ? field : Operators.add(sum, field));
        }
        Value result = sum == null ? null : Intervals.requalify(sum, target.qualifier());
        if (result == null) {
            throw DatetimeCasts.parts(parts, target, fields.length + " values, one for each field");
        }
        return result;
    }
}
