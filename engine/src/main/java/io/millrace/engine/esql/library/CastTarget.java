package io.millrace.engine.esql.library;

import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.ValueType;
import io.millrace.engine.message.format.DatetimeFormat;
import io.millrace.engine.message.format.FormatCache;
import io.millrace.engine.message.format.NumberFormat;
import io.millrace.engine.message.format.PatternException;

import java.util.Objects;
import java.util.Optional;

/**
 * What a CAST, or the declaration of a variable, asks for. Immutable: one whose clauses are
 * literals is made once per program, and its FORMAT is then compiled only once; clauses that are
 * expressions are put in at run time.
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
    private final String pattern;
    private final int ccsid;
    private final int encoding;

    /** Compiled when first used; several threads may do so at once, with the same result. */
    private DatetimeFormat datetimeFormat;

    private NumberFormat numberFormat;

    private CastTarget(
            ValueType type,
            int precision,
            int scale,
            String qualifier,
            String pattern,
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

    /** A type without precision, qualifier or clauses. */
    public static CastTarget of(ValueType type) {
        return PLAIN[type.ordinal()];
    }

    /**
     * {@code DECIMAL(precision, scale)}.
     *
     * @param precision 1 to 34
     * @param scale negative for digits before the point that are rounded to 0
     */
    public static CastTarget decimal(int precision, int scale) {
        return new CastTarget(ValueType.DECIMAL, precision, scale, "", null, NOT_GIVEN, NOT_GIVEN);
    }

    /**
     * {@code INTERVAL qualifier}.
     *
     * @param qualifier capitals, for example {@code DAY TO SECOND}; empty for none
     */
    public static CastTarget interval(String qualifier) {
        return new CastTarget(
                ValueType.INTERVAL, NOT_GIVEN, NOT_GIVEN, qualifier, null, NOT_GIVEN, NOT_GIVEN);
    }

    /** FORMAT. NULL is as if it were not written. */
    public CastTarget withFormat(Value value) {
        if (value == null) {
            return this;
        }
        if (value.type() != ValueType.CHARACTER) {
            throw EsqlErrors.argumentType("CAST", "a CHARACTER as FORMAT", value);
        }
        return new CastTarget(type, precision, scale, qualifier, value.text(), ccsid, encoding);
    }

    /** CCSID. NULL is as if it were not written. */
    public CastTarget withCcsid(Value number) {
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

    /** ENCODING. NULL is as if it were not written. */
    public CastTarget withEncoding(Value number) {
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
     * Says what is wrong with a FORMAT that is a literal; empty where it can be used with this
     * target. A pattern for text may be one of a date or of a number.
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

    /** Whether casting a value of the same type changes nothing. */
    boolean isPlain() {
        return precision < 0 && qualifier.isEmpty();
    }

    DatetimeFormat datetimeFormat() {
        if (datetimeFormat == null) {
            datetimeFormat = DATETIMES.of(pattern);
        }
        return datetimeFormat;
    }

    NumberFormat numberFormat() {
        if (numberFormat == null) {
            numberFormat = NUMBERS.of(pattern);
        }
        return numberFormat;
    }

    /** As a program writes it, without the clauses. */
    @Override
    public String toString() {
        if (type == ValueType.INTERVAL && !qualifier.isEmpty()) {
            return type + " " + qualifier;
        }
        return precision < 0 ? type.name() : type + "(" + precision + "," + scale + ")";
    }
}
