package io.millrace.engine.esql.library.function;

import static io.millrace.engine.esql.library.function.Arguments.anyNull;
import static io.millrace.engine.esql.library.function.Arguments.number;

import io.millrace.engine.esql.EsqlFunction;
import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.FloatValue;

import org.jspecify.annotations.Nullable;

import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;

/**
 * Functions for roots, logarithms and trigonometry. The result is a FLOAT, or NULL if an argument
 * is NULL.
 */
public final class MathFunctions {

    private static final String GROUP = "Numeric functions";

    private MathFunctions() {}

    private static @Nullable Value calculated(
            String function,
            @Nullable Value x,
            DoublePredicate domain,
            String expected,
            DoubleUnaryOperator calculation) {
        if (x == null) {
            return null;
        }
        double number = number(function, x);
        if (!domain.test(number)) {
            throw EsqlErrors.argument(
                    function, "expected a number " + expected + ", found " + EsqlErrors.show(x));
        }
        double result = calculation.applyAsDouble(number);
        if (Double.isInfinite(result) && Double.isFinite(number)) {
            throw EsqlErrors.overflow(function + "(" + EsqlErrors.show(x) + ")", "FLOAT");
        }
        return new FloatValue(result);
    }

    private static @Nullable Value calculated(
            String function, Value x, DoubleUnaryOperator calculation) {
        return calculated(function, x, d -> true, "", calculation);
    }

    @EsqlFunction(
            name = "ACOS",
            group = GROUP,
            description = "Arc cosine in radians.",
            examples = {"ACOS(1) = 0"})
    public static @Nullable Value acos(Value x) {
        return calculated("ACOS", x, d -> d >= -1 && d <= 1, "from -1 to 1", Math::acos);
    }

    @EsqlFunction(
            name = "ASIN",
            group = GROUP,
            description = "Arc sine in radians.",
            examples = {"ASIN(0) = 0"})
    public static @Nullable Value asin(Value x) {
        return calculated("ASIN", x, d -> d >= -1 && d <= 1, "from -1 to 1", Math::asin);
    }

    @EsqlFunction(
            name = "ATAN",
            group = GROUP,
            description = "Arc tangent in radians.",
            examples = {"ATAN(0) = 0"})
    public static @Nullable Value atan(Value x) {
        return calculated("ATAN", x, Math::atan);
    }

    @EsqlFunction(
            name = "COS",
            group = GROUP,
            description = "Cosine of an angle in radians.",
            examples = {"COS(0) = 1"})
    public static @Nullable Value cos(Value x) {
        return calculated("COS", x, Math::cos);
    }

    @EsqlFunction(
            name = "COSH",
            group = GROUP,
            description = "Hyperbolic cosine.",
            examples = {"COSH(0) = 1"})
    public static @Nullable Value cosh(Value x) {
        return calculated("COSH", x, Math::cosh);
    }

    @EsqlFunction(
            name = "COT",
            group = GROUP,
            description = "Cotangent of an angle in radians.",
            examples = {"ROUND(COT(1), 4) = 0.6421"})
    public static @Nullable Value cot(Value x) {
        return calculated("COT", x, d -> d != 0, "other than 0", d -> 1 / Math.tan(d));
    }

    @EsqlFunction(
            name = "DEGREES",
            group = GROUP,
            description = "Converts an angle from radians to degrees.",
            examples = {"DEGREES(0) = 0", "ROUND(DEGREES(3.14159265358979), 4) = 180"})
    public static @Nullable Value degrees(Value x) {
        return calculated("DEGREES", x, Math::toDegrees);
    }

    @EsqlFunction(
            name = "EXP",
            group = GROUP,
            description = "e raised to the power x.",
            examples = {"EXP(0) = 1"})
    public static @Nullable Value exp(Value x) {
        return calculated("EXP", x, Math::exp);
    }

    @EsqlFunction(
            name = "LOG10",
            group = GROUP,
            description = "Logarithm to base 10.",
            examples = {"LOG10(1000) = 3"})
    public static @Nullable Value log10(Value x) {
        return calculated("LOG10", x, d -> d > 0, "greater than 0", Math::log10);
    }

    @EsqlFunction(
            name = "RADIANS",
            group = GROUP,
            description = "Converts an angle from degrees to radians.",
            examples = {"ROUND(RADIANS(180), 4) = 3.1416"})
    public static @Nullable Value radians(Value x) {
        return calculated("RADIANS", x, Math::toRadians);
    }

    @EsqlFunction(
            name = "SIN",
            group = GROUP,
            description = "Sine of an angle in radians.",
            examples = {"SIN(0) = 0"})
    public static @Nullable Value sin(Value x) {
        return calculated("SIN", x, Math::sin);
    }

    @EsqlFunction(
            name = "SINH",
            group = GROUP,
            description = "Hyperbolic sine.",
            examples = {"SINH(0) = 0"})
    public static @Nullable Value sinh(Value x) {
        return calculated("SINH", x, Math::sinh);
    }

    @EsqlFunction(
            name = "SQRT",
            group = GROUP,
            description = "Square root.",
            examples = {"SQRT(16) = 4"})
    public static @Nullable Value sqrt(Value x) {
        return calculated("SQRT", x, d -> d >= 0, "of 0 or more", Math::sqrt);
    }

    @EsqlFunction(
            name = "TAN",
            group = GROUP,
            description = "Tangent of an angle in radians.",
            examples = {"TAN(0) = 0"})
    public static @Nullable Value tan(Value x) {
        return calculated("TAN", x, Math::tan);
    }

    @EsqlFunction(
            name = "TANH",
            group = GROUP,
            description = "Hyperbolic tangent.",
            examples = {"TANH(0) = 0"})
    public static @Nullable Value tanh(Value x) {
        return calculated("TANH", x, Math::tanh);
    }

    @EsqlFunction(
            name = "LN",
            aliases = "LOG",
            group = GROUP,
            description = "Natural logarithm.",
            examples = {"LN(1) = 0", "LOG(1) = 0"})
    public static @Nullable Value ln(Value x) {
        return calculated("LN", x, d -> d > 0, "greater than 0", Math::log);
    }

    @EsqlFunction(
            name = "ATAN2",
            group = GROUP,
            description = "Angle of the point (x, y) in radians.",
            examples = {"ATAN2(0, 1) = 0", "ROUND(ATAN2(1, 1), 4) = 0.7854"})
    public static @Nullable Value atan2(Value y, Value x) {
        return anyNull(y, x)
                ? null
                : new FloatValue(Math.atan2(number("ATAN2", y), number("ATAN2", x)));
    }
}
