package io.millrace.engine.esql.library.function;

import static io.millrace.engine.esql.library.function.Arguments.anyNull;
import static io.millrace.engine.esql.library.function.Arguments.exact;
import static io.millrace.engine.esql.library.function.Arguments.number;

import io.millrace.engine.esql.EsqlFunction;
import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.esql.library.Numbers;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.IntegerValue;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/** Functions on numbers: size, rounding and bits. The result is NULL if an argument is NULL. */
public final class NumericFunctions {

    private static final String GROUP = "Numeric functions";
    private static final int MAX_PLACES = 400;

    private NumericFunctions() {}

    @EsqlFunction(
            name = "ABS",
            aliases = "ABSVAL",
            group = GROUP,
            description = "Absolute value of a number. The type does not change.",
            examples = {"ABS(-3) = 3", "ABS(-3.5) = 3.5"})
    public static @Nullable Value abs(Value x) {
        return switch (x) {
            case null -> null;
            case IntegerValue(long n) when n == Long.MIN_VALUE ->
                    throw EsqlErrors.overflow("ABS(" + n + ")", "INTEGER");
            case IntegerValue(long n) -> Value.of(Math.abs(n));
            case FloatValue(double d) -> new FloatValue(Math.abs(d));
            case DecimalValue(BigDecimal d) -> new DecimalValue(d.abs());
            default -> throw EsqlErrors.argumentType("ABS", "a number", x);
        };
    }

    @EsqlFunction(
            name = "SIGN",
            group = GROUP,
            description = "-1 for a negative number, 0 for zero, 1 for a positive number.",
            examples = {"SIGN(-3.5) = -1", "SIGN(0) = 0", "SIGN(7) = 1"})
    public static @Nullable Value sign(@Nullable Value x) {
        if (x == null) {
            return null;
        }
        number("SIGN", x);
        return Value.of(Numbers.signum(x));
    }

    @EsqlFunction(
            name = "CEIL",
            aliases = "CEILING",
            group = GROUP,
            description =
                    "Smallest integer that is not less than the number. The type does not change.",
            examples = {"CEIL(1.2) = 2", "CEILING(-1.2) = -1", "CEIL(3) = 3"})
    public static @Nullable Value ceil(@Nullable Value x) {
        return x == null ? null : rounded("CEIL", x, 0, RoundingMode.CEILING);
    }

    @EsqlFunction(
            name = "FLOOR",
            group = GROUP,
            description =
                    "Largest integer that is not greater than the number. The type does not"
                            + " change.",
            examples = {"FLOOR(1.8) = 1", "FLOOR(-1.2) = -2"})
    public static @Nullable Value floor(@Nullable Value x) {
        return x == null ? null : rounded("FLOOR", x, 0, RoundingMode.FLOOR);
    }

    @EsqlFunction(
            name = "ROUND",
            group = GROUP,
            syntax =
                    "ROUND(x, p [MODE ROUND_UP | ROUND_DOWN | ROUND_CEILING | ROUND_FLOOR |"
                            + " ROUND_HALF_UP | ROUND_HALF_EVEN | ROUND_HALF_DOWN])",
            description =
                    """
                    The number rounded to p decimal places. A negative p rounds digits before the \
                    decimal point. The type does not change. The default mode is ROUND_HALF_EVEN.\
                    """,
            examples = {
                "ROUND(27.75, 2) = 27.75",
                "ROUND(27.75, 1) = 27.8",
                "ROUND(27.75, 0) = 28",
                "ROUND(27.75, -1) = 30",
                "ROUND(2.5, 0) = 2",
                "ROUND(2.5, 0 MODE ROUND_HALF_UP) = 3",
                "ROUND(-2.1, 0 MODE ROUND_UP) = -3",
                "ROUND(12345, -2) = 12300"
            })
    public static @Nullable Value round(Value x, Value places) {
        return anyNull(x, places)
                ? null
                : rounded("ROUND", x, Arguments.offset("ROUND", places), RoundingMode.HALF_EVEN);
    }

    public static @Nullable Value round(Value x, Value places, Value mode) {
        return anyNull(x, places, mode)
                ? null
                : rounded(
                        "ROUND",
                        x,
                        Arguments.offset("ROUND", places),
                        mode(Arguments.text("ROUND", mode)));
    }

    private static RoundingMode mode(String name) {
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "ROUND_UP" -> RoundingMode.UP;
            case "ROUND_DOWN" -> RoundingMode.DOWN;
            case "ROUND_CEILING" -> RoundingMode.CEILING;
            case "ROUND_FLOOR" -> RoundingMode.FLOOR;
            case "ROUND_HALF_UP" -> RoundingMode.HALF_UP;
            case "ROUND_HALF_EVEN" -> RoundingMode.HALF_EVEN;
            case "ROUND_HALF_DOWN" -> RoundingMode.HALF_DOWN;
            default ->
                    throw EsqlErrors.argument(
                            "ROUND",
                            "MODE must be a rounding mode such as ROUND_HALF_UP, found " + name);
        };
    }

    @EsqlFunction(
            name = "TRUNCATE",
            group = GROUP,
            description =
                    """
                    The number truncated to p decimal places. A negative p truncates digits \
                    before the decimal point. The type does not change.\
                    """,
            examples = {
                "TRUNCATE(27.79, 1) = 27.7",
                "TRUNCATE(-27.79, 0) = -27",
                "TRUNCATE(27.79, -1) = 20"
            })
    public static @Nullable Value truncate(Value x, Value places) {
        return anyNull(x, places)
                ? null
                : rounded("TRUNCATE", x, Arguments.offset("TRUNCATE", places), RoundingMode.DOWN);
    }

    private static Value rounded(String function, Value x, int places, RoundingMode mode) {
        return switch (x) {
            case IntegerValue(long n) -> places >= 0 ? x : integer(function, n, places, mode);
            case FloatValue(double d) ->
                    Double.isFinite(d) && Math.abs(places) <= MAX_PLACES
                            ? new FloatValue(
                                    scaled(Numbers.asDecimal(x), places, mode).doubleValue())
                            : places > 0 || !Double.isFinite(d) ? x : new FloatValue(0);
            case DecimalValue(BigDecimal d) ->
                    new DecimalValue(
                            places < -MAX_PLACES ? BigDecimal.ZERO : scaled(d, places, mode));
            default -> throw EsqlErrors.argumentType(function, "a number", x);
        };
    }

    private static BigDecimal scaled(BigDecimal number, int places, RoundingMode mode) {
        if (places >= number.scale()) {
            return number;
        }
        // An even smaller number would have the same result, but its digits would fill the memory.
        boolean tiny = (long) number.precision() - number.scale() + places < -1;
        BigDecimal same = tiny ? BigDecimal.valueOf(number.signum(), places + 2) : number;
        BigDecimal cut = same.setScale(places, mode);
        return places < 0 ? cut.setScale(0) : cut;
    }

    private static Value integer(String function, long n, int places, RoundingMode mode) {
        try {
            return Value.of(
                    places < -MAX_PLACES
                            ? 0
                            : BigDecimal.valueOf(n).setScale(places, mode).longValueExact());
        } catch (ArithmeticException e) {
            throw EsqlErrors.overflow(function + "(" + n + ", " + places + ")", "INTEGER");
        }
    }

    @EsqlFunction(
            name = "MOD",
            group = GROUP,
            description = "Remainder of a division. It has the sign of the dividend.",
            examples = {"MOD(7, 3) = 1", "MOD(-7, 3) = -1", "MOD(7.5, 2) = 1.5"})
    public static @Nullable Value mod(Value dividend, Value divisor) {
        if (anyNull(dividend, divisor)) {
            return null;
        }
        number("MOD", divisor);
        if (Numbers.signum(divisor) == 0) {
            throw EsqlErrors.divideByZero(dividend, divisor);
        }
        if (dividend instanceof IntegerValue(long a) && divisor instanceof IntegerValue(long b)) {
            return Value.of(b == -1 ? 0 : a % b);
        }
        if (dividend instanceof FloatValue || divisor instanceof FloatValue) {
            return new FloatValue(number("MOD", dividend) % number("MOD", divisor));
        }
        number("MOD", dividend);
        BigDecimal a = Numbers.asDecimal(dividend);
        BigDecimal b = Numbers.asDecimal(divisor);
        if (Math.abs((long) a.precision() - a.scale() - b.precision() + b.scale()) > MAX_PLACES) {
            throw EsqlErrors.overflow(
                    "MOD(" + EsqlErrors.show(dividend) + ", " + EsqlErrors.show(divisor) + ")",
                    "DECIMAL");
        }
        return new DecimalValue(a.remainder(b));
    }

    @EsqlFunction(
            name = "POWER",
            group = GROUP,
            description =
                    """
                    A number raised to a power: an INTEGER if both arguments are INTEGER and the \
                    power is not negative; otherwise a FLOAT.\
                    """,
            examples = {"POWER(2, 10) = 1024", "POWER(2, -1) = 0.5", "POWER(2.25, 0.5) = 1.5"})
    public static @Nullable Value power(Value x, Value y) {
        if (anyNull(x, y)) {
            return null;
        }
        if (x instanceof IntegerValue(long base)
                && y instanceof IntegerValue(long exponent)
                && exponent >= 0) {
            return Value.of(power(base, exponent));
        }
        double result = Math.pow(number("POWER", x), number("POWER", y));
        if (Double.isNaN(result) || Double.isInfinite(result)) {
            throw EsqlErrors.overflow(
                    "POWER(" + EsqlErrors.show(x) + ", " + EsqlErrors.show(y) + ")", "FLOAT");
        }
        return new FloatValue(result);
    }

    private static long power(long base, long exponent) {
        try {
            long result = 1;
            long factor = base;
            for (long left = exponent; left > 0; left >>= 1) {
                if ((left & 1) == 1) {
                    result = Math.multiplyExact(result, factor);
                }
                boolean unit = factor == 0 || factor == 1 || factor == -1;
                factor =
                        left == 1 || unit && factor >= 0
                                ? factor
                                : Math.multiplyExact(factor, factor);
            }
            return result;
        } catch (ArithmeticException e) {
            throw EsqlErrors.overflow("POWER(" + base + ", " + exponent + ")", "INTEGER");
        }
    }

    @EsqlFunction(
            name = "RAND",
            group = GROUP,
            description = "A FLOAT between 0 and 1. The same seed always gives the same number.",
            examples = {"(RAND() BETWEEN 0 AND 1) = TRUE", "RAND(7) = RAND(7)"})
    public static Value rand() {
        return new FloatValue(ThreadLocalRandom.current().nextDouble());
    }

    public static @Nullable Value rand(@Nullable Value seed) {
        return seed == null ? null : new FloatValue(new Random(exact("RAND", seed)).nextDouble());
    }

    @EsqlFunction(
            name = "BITAND",
            group = GROUP,
            syntax = "BITAND(a, b, ...)",
            description = "Bitwise AND of two or more INTEGERs.",
            examples = {"BITAND(12, 7) = 4", "BITAND(15, 7, 5) = 5"})
    public static @Nullable Value bitAnd(Value a, Value b, Value... more) {
        if (anyNull(a, b) || anyNull(more)) {
            return null;
        }
        long bits = exact("BITAND", a) & exact("BITAND", b);
        for (Value c : more) {
            bits &= exact("BITAND", c);
        }
        return Value.of(bits);
    }

    @EsqlFunction(
            name = "BITOR",
            group = GROUP,
            syntax = "BITOR(a, b, ...)",
            description = "Bitwise OR of two or more INTEGERs.",
            examples = {"BITOR(12, 7) = 15", "BITOR(1, 2, 4) = 7"})
    public static @Nullable Value bitOr(Value a, Value b, Value... more) {
        if (anyNull(a, b) || anyNull(more)) {
            return null;
        }
        long bits = exact("BITOR", a) | exact("BITOR", b);
        for (Value c : more) {
            bits |= exact("BITOR", c);
        }
        return Value.of(bits);
    }

    @EsqlFunction(
            name = "BITXOR",
            group = GROUP,
            syntax = "BITXOR(a, b, ...)",
            description = "Bitwise exclusive OR of two or more INTEGERs.",
            examples = {"BITXOR(12, 7) = 11"})
    public static @Nullable Value bitXor(Value a, Value b, Value... more) {
        if (anyNull(a, b) || anyNull(more)) {
            return null;
        }
        long bits = exact("BITXOR", a) ^ exact("BITXOR", b);
        for (Value c : more) {
            bits ^= exact("BITXOR", c);
        }
        return Value.of(bits);
    }

    @EsqlFunction(
            name = "BITNOT",
            group = GROUP,
            description = "Bitwise NOT of an INTEGER.",
            examples = {"BITNOT(7) = -8"})
    public static @Nullable Value bitNot(@Nullable Value a) {
        return a == null ? null : Value.of(~exact("BITNOT", a));
    }
}
