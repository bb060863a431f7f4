package io.millrace.engine.esql.plain;

import static io.millrace.engine.error.ErrorCode.ESQL_CAST;
import static io.millrace.engine.error.ErrorCode.ESQL_DIVIDE_BY_ZERO;
import static io.millrace.engine.error.ErrorCode.ESQL_OPERANDS;
import static io.millrace.engine.error.ErrorCode.ESQL_OVERFLOW;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.library.CastTarget;
import io.millrace.engine.esql.library.Casts;
import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.esql.library.Operators;
import io.millrace.engine.esql.program.Expression.Arithmetic;
import io.millrace.engine.esql.program.Expression.Comparison;
import io.millrace.engine.esql.program.ScalarType;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.engine.message.Value.BooleanValue;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.DateValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.Value.IntervalValue;
import io.millrace.engine.message.Value.TimestampValue;
import io.millrace.engine.message.ValueType;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/** What can be done with values. Java's null is NULL, and UNKNOWN. */
final class PlainValues {

    private static final MathContext DIGITS = new MathContext(34, RoundingMode.HALF_EVEN);
    private static final BigDecimal MIN_COUNT = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MAX_COUNT = BigDecimal.valueOf(Long.MAX_VALUE);

    private PlainValues() {}

    // Arithmetic

    static Value calculate(Arithmetic.Operator operator, Value a, Value b) {
        if (a == null || b == null) {
            return null;
        }
        if (operator == Arithmetic.Operator.CONCATENATE) {
            return concatenate(a, b);
        }
        if (!a.type().isNumeric() || !b.type().isNumeric()) {
            return ofDates(operator, a, b);
        }
        if (operator == Arithmetic.Operator.DIVIDE && isZero(b)) {
            throw new PlainFailure(ESQL_DIVIDE_BY_ZERO);
        }
        if (a.type() == ValueType.INTEGER && b.type() == ValueType.INTEGER) {
            return integer(operator, BigInteger.valueOf(whole(a)), BigInteger.valueOf(whole(b)));
        }
        if (a.type() == ValueType.FLOAT || b.type() == ValueType.FLOAT) {
            return real(operator, real(a), real(b));
        }
        BigDecimal x = decimal(a);
        BigDecimal y = decimal(b);
        BigDecimal result =
                switch (operator) {
                    case ADD -> x.add(y);
                    case SUBTRACT -> x.subtract(y);
                    case MULTIPLY -> x.multiply(y);
                    default -> x.divide(y, DIGITS);
                };
        return new DecimalValue(result.round(DIGITS));
    }

    private static Value integer(Arithmetic.Operator operator, BigInteger a, BigInteger b) {
        BigInteger result =
                switch (operator) {
                    case ADD -> a.add(b);
                    case SUBTRACT -> a.subtract(b);
                    case MULTIPLY -> a.multiply(b);
                    default -> a.divide(b);
                };
        if (result.bitLength() > 63) {
            throw new PlainFailure(ESQL_OVERFLOW);
        }
        return Value.of(result.longValue());
    }

    private static Value real(Arithmetic.Operator operator, double a, double b) {
        double result =
                switch (operator) {
                    case ADD -> a + b;
                    case SUBTRACT -> a - b;
                    case MULTIPLY -> a * b;
                    default -> a / b;
                };
        if (Double.isInfinite(result) && Double.isFinite(a) && Double.isFinite(b)) {
            throw new PlainFailure(ESQL_OVERFLOW);
        }
        return new FloatValue(result);
    }

    private static Value concatenate(Value a, Value b) {
        if (a instanceof CharacterValue(String x) && b instanceof CharacterValue(String y)) {
            return Value.of(x + y);
        }
        if (a instanceof BlobValue(Bytes x) && b instanceof BlobValue(Bytes y)) {
            return Value.of(Bytes.of(java.util.HexFormat.of().parseHex(x.hex() + y.hex())));
        }
        throw new PlainFailure(ESQL_OPERANDS);
    }

    /** Dates and intervals have a form of their own; texts and truths are never calculated with. */
    private static Value ofDates(Arithmetic.Operator operator, Value a, Value b) {
        if (!isDateOrNumber(a) || !isDateOrNumber(b)) {
            throw new PlainFailure(ESQL_OPERANDS);
        }
        try {
            return switch (operator) {
                case ADD -> Operators.add(a, b);
                case SUBTRACT -> Operators.subtract(a, b);
                case MULTIPLY -> Operators.multiply(a, b);
                default -> Operators.divide(a, b);
            };
        } catch (MillraceException e) {
            throw PlainFailure.of(e);
        }
    }

    private static boolean isDateOrNumber(Value v) {
        return v.type().isNumeric() || v.type().isDatetime() || v.type() == ValueType.INTERVAL;
    }

    static Value negate(Value a) {
        return switch (a) {
            case null -> null;
            case IntegerValue _ ->
                    integer(
                            Arithmetic.Operator.SUBTRACT,
                            BigInteger.ZERO,
                            BigInteger.valueOf(whole(a)));
            case FloatValue(double d) -> new FloatValue(-d);
            case DecimalValue(BigDecimal d) -> new DecimalValue(d.negate());
            case IntervalValue i -> Operators.negate(i);
            default -> throw new PlainFailure(ESQL_OPERANDS);
        };
    }

    private static boolean isZero(Value v) {
        return v.type() == ValueType.FLOAT ? real(v) == 0 : decimal(v).signum() == 0;
    }

    private static long whole(Value v) {
        return ((IntegerValue) v).value();
    }

    private static double real(Value v) {
        return v instanceof FloatValue(double d) ? d : decimal(v).doubleValue();
    }

    private static BigDecimal decimal(Value v) {
        return v instanceof DecimalValue(BigDecimal d) ? d : BigDecimal.valueOf(whole(v));
    }

    // Comparison

    /** Whether a comparison is TRUE; null for UNKNOWN. */
    static Boolean compare(Comparison.Operator operator, Value a, Value b) {
        if (a == null || b == null) {
            return null;
        }
        Integer order = order(a, b);
        if (order == null) {
            return operator == Comparison.Operator.NOT_EQUAL;
        }
        return switch (operator) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
        };
    }

    static Boolean equal(Value a, Value b) {
        return compare(Comparison.Operator.EQUAL, a, b);
    }

    /** Null where one is NaN. */
    private static Integer order(Value a, Value b) {
        if (a instanceof CharacterValue(String x)) {
            if (b instanceof CharacterValue(String y)) {
                return withoutBlanks(x).compareTo(withoutBlanks(y));
            }
            return order(asOther(x, b), b);
        }
        if (b instanceof CharacterValue(String y)) {
            return order(a, asOther(y, a));
        }
        if (a.type().isNumeric() && b.type().isNumeric()) {
            if (a.type() != ValueType.FLOAT && b.type() != ValueType.FLOAT) {
                return decimal(a).compareTo(decimal(b));
            }
            double x = real(a);
            double y = real(b);
            return Double.isNaN(x) || Double.isNaN(y) ? null : x < y ? -1 : x > y ? 1 : 0;
        }
        return switch (a) {
            case BooleanValue(boolean x) when b instanceof BooleanValue(boolean y) ->
                    Boolean.compare(x, y);
            case BlobValue(Bytes x) when b instanceof BlobValue(Bytes y) ->
                    x.hex().compareTo(y.hex());
            case DateValue(var x) when b instanceof DateValue(var y) -> x.compareTo(y);
            case TimestampValue(var x) when b instanceof TimestampValue(var y) -> x.compareTo(y);
            case DateValue(var x) when b instanceof TimestampValue(var y) ->
                    x.atStartOfDay().compareTo(y);
            case TimestampValue(var x) when b instanceof DateValue(var y) ->
                    x.compareTo(y.atStartOfDay());
            case IntervalValue x when b instanceof IntervalValue y ->
                    Operators.testLess(x, y) > 0 ? -1 : Operators.testEqual(x, y) > 0 ? 0 : 1;
            default -> throw new PlainFailure(ESQL_OPERANDS);
        };
    }

    private static String withoutBlanks(String text) {
        return text.replaceAll(" +$", "");
    }

    /** A text is compared as what it is compared with. */
    private static Value asOther(String text, Value other) {
        if (other.type() == ValueType.INTEGER) {
            BigDecimal number = number(text);
            if (number == null) {
                throw new PlainFailure(ESQL_CAST);
            }
            return new DecimalValue(number);
        }
        return cast(Value.of(text), ScalarType.of(other.type()));
    }

    /** The number that a text says; null where it says none. */
    static BigDecimal number(String text) {
        String digits = text.strip();
        return digits.matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?")
                ? new BigDecimal(digits)
                : null;
    }

    // Logic

    /** Null for UNKNOWN. */
    static Boolean truth(Value v) {
        return switch (v) {
            case null -> null;
            case BooleanValue(boolean b) -> b;
            default -> throw new PlainFailure(ESQL_OPERANDS);
        };
    }

    static Value value(Boolean truth) {
        return truth == null ? null : Value.of(truth.booleanValue());
    }

    static Boolean not(Boolean a) {
        return a == null ? null : !a;
    }

    static Boolean and(Boolean a, Boolean b) {
        return is(a, false) || is(b, false) ? Boolean.FALSE : a == null || b == null ? null : true;
    }

    static Boolean or(Boolean a, Boolean b) {
        return not(and(not(a), not(b)));
    }

    static boolean is(Boolean truth, boolean requested) {
        return truth != null && truth == requested;
    }

    /** LIKE: {@code %} is any text, {@code _} any character. */
    static Boolean like(Value text, Value pattern, Value escape) {
        if (escape == null || text == null && escape.type() == ValueType.CHARACTER) {
            checkEscape(escape);
            return null;
        }
        checkEscape(escape);
        if (pattern == null) {
            return null;
        }
        if (text instanceof CharacterValue(String t)
                && pattern instanceof CharacterValue(String p)) {
            return like(t, p, escape.text().charAt(0));
        }
        throw new PlainFailure(ESQL_OPERANDS);
    }

    private static void checkEscape(Value escape) {
        if (escape != null
                && (escape.type() != ValueType.CHARACTER || escape.text().length() != 1)) {
            throw new PlainFailure(ESQL_OPERANDS);
        }
    }

    private static boolean like(String text, String pattern, char escape) {
        if (pattern.isEmpty()) {
            return text.isEmpty();
        }
        char first = pattern.charAt(0);
        if (first == escape && pattern.length() > 1) {
            return !text.isEmpty()
                    && text.charAt(0) == pattern.charAt(1)
                    && like(text.substring(1), pattern.substring(2), escape);
        }
        if (first == '%') {
            return like(text, pattern.substring(1), escape)
                    || !text.isEmpty() && like(text.substring(1), pattern, escape);
        }
        return !text.isEmpty()
                && (first == '_' || first == text.charAt(0))
                && like(text.substring(1), pattern.substring(1), escape);
    }

    static boolean isNumber(Value v) {
        return switch (v) {
            case null -> false;
            case FloatValue(double d) -> Double.isFinite(d);
            case CharacterValue(String s) -> number(s) != null;
            default -> v.type().isNumeric();
        };
    }

    // Casts

    /**
     * As an assignment does, or a CAST without clauses. Between numbers, texts and truths it is our
     * own; other types have a form that the library knows.
     */
    static Value cast(Value v, ScalarType target) {
        boolean isPlain = target.precision() < 0 && target.qualifier().isEmpty();
        if (v == null || v.type() == target.type() && isPlain) {
            return v;
        }
        boolean isOwn =
                v.type().isNumeric()
                        || v.type() == ValueType.CHARACTER
                        || v.type() == ValueType.BOOLEAN;
        if (isOwn && isPlain) {
            switch (target.type()) {
                case BOOLEAN:
                    return toBoolean(v);
                case INTEGER:
                    return toInteger(v);
                case DECIMAL:
                    return toDecimal(v);
                case CHARACTER:
                    return Value.of(v.type() == ValueType.DECIMAL ? v.text() : EsqlErrors.show(v));
                default:
                    break;
            }
        }
        return libraryCast(new Value[] {v}, target(target));
    }

    static CastTarget target(ScalarType type) {
        if (type.type() == ValueType.DECIMAL && type.precision() > 0) {
            return CastTarget.decimal(type.precision(), Math.max(0, type.scale()));
        }
        return type.type() == ValueType.INTERVAL
                ? CastTarget.interval(type.qualifier())
                : CastTarget.of(type.type());
    }

    static Value libraryCast(Value[] parts, CastTarget target) {
        try {
            return Casts.castParts(parts, target, null);
        } catch (MillraceException e) {
            throw PlainFailure.of(e);
        }
    }

    private static Value toBoolean(Value v) {
        if (v instanceof CharacterValue(String s)) {
            String word = s.strip();
            if (word.equals("1") || word.equalsIgnoreCase("TRUE")) {
                return BooleanValue.TRUE;
            }
            if (word.equals("0") || word.equalsIgnoreCase("FALSE")) {
                return BooleanValue.FALSE;
            }
            if (word.equalsIgnoreCase("UNKNOWN")) {
                return null;
            }
        }
        throw new PlainFailure(ESQL_CAST);
    }

    private static Value toInteger(Value v) {
        if (v instanceof CharacterValue(String s) && s.strip().matches("0[xX][0-9a-fA-F]{1,16}")) {
            return Value.of(Long.parseUnsignedLong(s.strip().substring(2), 16));
        }
        BigDecimal number = exactly(v);
        boolean isText = v.type() == ValueType.CHARACTER;
        if (isText && number.stripTrailingZeros().scale() > 0) {
            throw new PlainFailure(ESQL_CAST);
        }
        if (number.compareTo(MIN_COUNT) < 0 || number.compareTo(MAX_COUNT) > 0) {
            throw new PlainFailure(ESQL_OVERFLOW);
        }
        return Value.of(number.longValue());
    }

    private static Value toDecimal(Value v) {
        BigDecimal number =
                v instanceof FloatValue(double d)
                        ? new BigDecimal(Double.toString(finite(d)))
                                .round(new MathContext(15, RoundingMode.HALF_EVEN))
                                .stripTrailingZeros()
                        : exactly(v);
        return new DecimalValue(number.round(DIGITS));
    }

    private static BigDecimal exactly(Value v) {
        BigDecimal number =
                switch (v) {
                    case FloatValue(double d) -> new BigDecimal(finite(d));
                    case CharacterValue(String s) -> number(s);
                    case IntegerValue _, DecimalValue _ -> decimal(v);
                    default -> null;
                };
        if (number == null) {
            throw new PlainFailure(ESQL_CAST);
        }
        return number;
    }

    private static double finite(double d) {
        if (!Double.isFinite(d)) {
            throw new PlainFailure(ESQL_CAST);
        }
        return d;
    }
}
