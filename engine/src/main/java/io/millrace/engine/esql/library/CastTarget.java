package io.millrace.engine.esql.library;

import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.ValueType;
import io.millrace.engine.message.format.DatetimeFormat;
import io.millrace.engine.message.format.FormatCache;
import io.millrace.engine.message.format.NumberFormat;
import io.millrace.engine.message.format.PatternException;

import org.jspecify.annotations.Nullable;

import java.util.Objects;
import java.util.Optional;

/**
 * The target type and clauses of a CAST or of a variable declaration. Immutable. A target with
 * literal clauses is created once per program, so a literal FORMAT is compiled only once. Clauses
 * that are expressions are added at run time.
 */
public final class CastTarget {

    static final int NOT_GIVEN = -1;

    private static final FormatCache<DatetimeFormat> DATETIMES =
            new FormatCache<>(DatetimeFormat::compile);
    private static final FormatCache<NumberFormat> NUMBERS =
            new FormatCache<>(NumberFormat::compile);
    private static final CastTarget[] PLAIN = new CastTarget[ValueType.values().length];

    static {
        for (ValueType type : ValueType.values()) {
            PLAIN[type.ordinal()] =
                    new CastTarget(type, NOT_GIVEN, NOT_GIVEN, "", null, NOT_GIVEN, NOT_GIVEN);
        }
    }

    private final ValueType type;
    private final int precision;
    private final int scale;
    private final String qualifier;
    private final @Nullable String pattern;
    private final int ccsid;
    private final int encoding;

    /**
     * Format, compiled when it is first used. Concurrent threads can compile the same format, with
     * equal results.
     */
    private @Nullable DatetimeFormat datetimeFormat;

    private @Nullable NumberFormat numberFormat;

    private CastTarget(
            ValueType type,
            int precision,
            int scale,
            String qualifier,
            @Nullable String pattern,
            int ccsid,
            int encoding) {
        this.type = Objects.requireNonNull(type);
        this.precision = precision;
        this.scale = scale;
        this.qualifier = Objects.requireNonNull(qualifier);
        this.pattern = pattern;
        this.ccsid = ccsid;
        this.encoding = encoding;
    }

    /** Returns a target for a type without precision, qualifier or clauses. */
    public static CastTarget of(ValueType type) {
        return PLAIN[type.ordinal()];
    }

    /**
     * Returns a target for {@code DECIMAL(precision, scale)}.
     *
     * @param precision 1 to 34
     * @param scale number of decimal places; a negative scale is the number of digits before the
     *     decimal point that are rounded to 0
     */
    public static CastTarget decimal(int precision, int scale) {
        return new CastTarget(ValueType.DECIMAL, precision, scale, "", null, NOT_GIVEN, NOT_GIVEN);
    }

    /**
     * Returns a target for {@code INTERVAL qualifier}.
     *
     * @param qualifier qualifier in upper case, for example {@code DAY TO SECOND}; empty if omitted
     */
    public static CastTarget interval(String qualifier) {
        return new CastTarget(
                ValueType.INTERVAL, NOT_GIVEN, NOT_GIVEN, qualifier, null, NOT_GIVEN, NOT_GIVEN);
    }

    /** Returns this target with a FORMAT. NULL has the same effect as an omitted FORMAT. */
    public CastTarget withFormat(@Nullable Value value) {
        if (value == null) {
            return this;
        }
        if (value.type() != ValueType.CHARACTER) {
            throw EsqlErrors.argumentType("CAST", "a CHARACTER as FORMAT", value);
        }
        return new CastTarget(type, precision, scale, qualifier, value.text(), ccsid, encoding);
    }

    /** Returns this target with a CCSID. NULL has the same effect as an omitted CCSID. */
    public CastTarget withCcsid(@Nullable Value number) {
        return number == null
                ? this
                : new CastTarget(
                        type,
                        precision,
                        scale,
                        qualifier,
                        pattern,
                        number("CCSID", number),
                        encoding);
    }

    /** Returns this target with an ENCODING. NULL has the same effect as an omitted ENCODING. */
    public CastTarget withEncoding(@Nullable Value number) {
        return number == null
                ? this
                : new CastTarget(
                        type,
                        precision,
                        scale,
                        qualifier,
                        pattern,
                        ccsid,
                        number("ENCODING", number));
    }

    private static int number(String clause, Value value) {
        if (value instanceof IntegerValue(long n) && n >= 0 && n <= Integer.MAX_VALUE) {
            return (int) n;
        }
        throw EsqlErrors.argumentType("CAST", "a positive INTEGER as " + clause, value);
    }

    /**
     * Returns the error of a FORMAT that is a literal; empty if the FORMAT is valid for this
     * target. For a cast to CHARACTER, a date pattern or a number pattern is valid.
     */
    public Optional<String> formatProblem(String literal) {
        Optional<String> asDatetime = problem(() -> DatetimeFormat.compile(literal));
        if (type.isDatetime()) {
            return asDatetime;
        }
        Optional<String> asNumber = problem(() -> NumberFormat.compile(literal));
        return switch (type) {
            case INTEGER, FLOAT, DECIMAL -> asNumber;
            case CHARACTER ->
                    asDatetime.isEmpty() || asNumber.isEmpty() ? Optional.empty() : asDatetime;
            default -> Optional.of("FORMAT cannot be used with " + type);
        };
    }

    private static Optional<String> problem(Runnable compilation) {
        try {
            compilation.run();
            return Optional.empty();
        } catch (PatternException e) {
            return Optional.of(e.getMessage());
        }
    }

    public ValueType type() {
        return type;
    }

    int precision() {
        return precision;
    }

    int scale() {
        return scale;
    }

    String qualifier() {
        return qualifier;
    }

    boolean hasFormat() {
        return pattern != null;
    }

    boolean hasCharset() {
        return ccsid != NOT_GIVEN || encoding != NOT_GIVEN;
    }

    int ccsid() {
        return ccsid;
    }

    int encoding() {
        return encoding;
    }

    /** Whether a cast does not change a value that already has the target type. */
    boolean isPlain() {
        return precision < 0 && qualifier.isEmpty();
    }

    DatetimeFormat datetimeFormat() {
        if (datetimeFormat == null) {
            datetimeFormat = DATETIMES.of(Objects.requireNonNull(pattern));
        }
        return datetimeFormat;
    }

    NumberFormat numberFormat() {
        if (numberFormat == null) {
            numberFormat = NUMBERS.of(Objects.requireNonNull(pattern));
        }
        return numberFormat;
    }

    /** Returns the type as written in a program, without the clauses. */
    @Override
    public String toString() {
        if (type == ValueType.INTERVAL && !qualifier.isEmpty()) {
            return type + " " + qualifier;
        }
        return precision < 0 ? type.name() : type + "(" + precision + "," + scale + ")";
    }
}
