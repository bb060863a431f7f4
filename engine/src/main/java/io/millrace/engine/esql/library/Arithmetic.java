package io.millrace.engine.esql.library;

import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.Value.IntervalValue;

import java.math.BigDecimal;

/**
 * The operations {@code + - * /} on values that are not NULL. If one operand is a FLOAT, the result
 * is a FLOAT. Otherwise, if one operand is a DECIMAL, the result is a DECIMAL.
 */
enum Arithmetic {
    ADD("add", "+") {
        @Override
        long integers(long a, long b) {
            return Math.addExact(a, b);
        }

        @Override
        double floats(double a, double b) {
            return a + b;
        }

        @Override
        BigDecimal decimals(BigDecimal a, BigDecimal b) {
            return a.add(b, Numbers.DECIMAL);
        }

        @Override
        Value others(Value a, Value b) {
            if (a instanceof IntervalValue x && b instanceof IntervalValue y) {
                return sum(x, y, this);
            }
            if (b instanceof IntervalValue interval && a.type().isDatetime()) {
                return Datetimes.plus(a, interval, 1);
            }
            return a instanceof IntervalValue interval && b.type().isDatetime()
                    ? Datetimes.plus(b, interval, 1)
                    : super.others(a, b);
        }
    },
    SUBTRACT("subtract", "-") {
        @Override
        long integers(long a, long b) {
            return Math.subtractExact(a, b);
        }

        @Override
        double floats(double a, double b) {
            return a - b;
        }

        @Override
        BigDecimal decimals(BigDecimal a, BigDecimal b) {
            return a.subtract(b, Numbers.DECIMAL);
        }

        @Override
        Value others(Value a, Value b) {
            if (a instanceof IntervalValue x && b instanceof IntervalValue y) {
                return sum(x, Datetimes.negate(y), this);
            }
            if (a.type().isDatetime() && b instanceof IntervalValue interval) {
                return Datetimes.plus(a, interval, -1);
            }
            return a.type().isDatetime() && b.type().isDatetime()
                    ? Datetimes.difference(a, b, null)
                    : super.others(a, b);
        }
    },
    MULTIPLY("multiply", "*") {
        @Override
        long integers(long a, long b) {
            return Math.multiplyExact(a, b);
        }

        @Override
        double floats(double a, double b) {
            return a * b;
        }

        @Override
        BigDecimal decimals(BigDecimal a, BigDecimal b) {
            return a.multiply(b, Numbers.DECIMAL);
        }

        @Override
        Value others(Value a, Value b) {
            if (a instanceof IntervalValue interval && b.type().isNumeric()) {
                return scaled(interval, b, this);
            }
            return b instanceof IntervalValue interval && a.type().isNumeric()
                    ? scaled(interval, a, this)
                    : super.others(a, b);
        }
    },
    DIVIDE("divide", "/") {
        @Override
        long integers(long a, long b) {
            if (a == Long.MIN_VALUE && b == -1) {
                throw new ArithmeticException();
            }
            return a / b;
        }

        @Override
        double floats(double a, double b) {
            return a / b;
        }

        @Override
        BigDecimal decimals(BigDecimal a, BigDecimal b) {
            return a.divide(b, Numbers.DECIMAL);
        }

        @Override
        Value others(Value a, Value b) {
            return a instanceof IntervalValue interval && b.type().isNumeric()
                    ? scaled(interval, b, this)
                    : super.others(a, b);
        }
    };

    private final String verb;
    private final String sign;

    Arithmetic(String verb, String sign) {
        this.verb = verb;
        this.sign = sign;
    }

    abstract long integers(long a, long b);

    abstract double floats(double a, double b);

    abstract BigDecimal decimals(BigDecimal a, BigDecimal b);

    /** Returns the result for operands that are not both numbers. */
    Value others(Value a, Value b) {
        throw EsqlErrors.arithmetic(verb, a, b);
    }

    final Value of(Value a, Value b) {
        if (!a.type().isNumeric() || !b.type().isNumeric()) {
            return others(a, b);
        }
        if (this == DIVIDE && Numbers.signum(b) == 0) {
            throw EsqlErrors.divideByZero(a, b);
        }
        try {
            if (a instanceof IntegerValue(long x) && b instanceof IntegerValue(long y)) {
                return IntegerValue.of(integers(x, y));
            }
            if (a instanceof FloatValue || b instanceof FloatValue) {
                return finite(a, b);
            }
            Value result = Numbers.decimal(decimals(Numbers.asDecimal(a), Numbers.asDecimal(b)));
            if (result != null) {
                return result;
            }
        } catch (ArithmeticException e) {
            // An error is reported below, as for a DECIMAL whose exponent is out of range.
        }
        boolean integers = a instanceof IntegerValue && b instanceof IntegerValue;
        throw EsqlErrors.overflow(shown(a, b), integers ? "INTEGER" : "DECIMAL");
    }

    private Value finite(Value a, Value b) {
        double x = Numbers.asDouble(a);
        double y = Numbers.asDouble(b);
        double result = floats(x, y);
        if (Double.isInfinite(result) && Double.isFinite(x) && Double.isFinite(y)) {
            throw EsqlErrors.overflow(shown(a, b), "FLOAT");
        }
        return new FloatValue(result);
    }

    private String shown(Value a, Value b) {
        return EsqlErrors.show(a) + " " + sign + " " + EsqlErrors.show(b);
    }

    private static Value sum(IntervalValue a, IntervalValue b, Arithmetic operation) {
        if (Intervals.isMonths(a) != Intervals.isMonths(b)) {
            throw EsqlErrors.operands(operation.verb, a, b);
        }
        try {
            return new IntervalValue(
                    Math.addExact(a.months(), b.months()),
                    a.seconds().add(b.seconds(), Numbers.DECIMAL),
                    Intervals.merge(a.qualifier(), b.qualifier()));
        } catch (ArithmeticException e) {
            throw EsqlErrors.overflow(operation.shown(a, b), "INTERVAL");
        }
    }

    private static Value scaled(IntervalValue interval, Value factor, Arithmetic operation) {
        if (operation == DIVIDE && Numbers.signum(factor) == 0) {
            throw EsqlErrors.divideByZero(interval, factor);
        }
        if (factor instanceof FloatValue(double d) && !Double.isFinite(d)) {
            throw EsqlErrors.operands(operation.verb, interval, factor);
        }
        BigDecimal number = Numbers.asDecimal(factor);
        BigDecimal length =
                Intervals.isMonths(interval)
                        ? BigDecimal.valueOf(interval.months())
                        : interval.seconds();
        try {
            BigDecimal result = operation.decimals(length, number);
            if (result.precision() - result.scale() > 18) {
                throw new ArithmeticException();
            }
            return Intervals.isMonths(interval)
                    ? Intervals.ofMonths(result.longValue(), interval.qualifier())
                    : Intervals.ofSeconds(result, interval.qualifier());
        } catch (ArithmeticException e) {
            throw EsqlErrors.overflow(operation.shown(interval, factor), "INTERVAL");
        }
    }
}
