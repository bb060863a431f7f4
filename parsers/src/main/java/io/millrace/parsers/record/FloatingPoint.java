package io.millrace.parsers.record;

import static io.millrace.parsers.model.DefaultEncoding.FloatFormat.IEEE_REVERSED;
import static io.millrace.parsers.model.DefaultEncoding.FloatFormat.S390;
import static io.millrace.parsers.record.Numbers.decimal;
import static io.millrace.parsers.record.Numbers.tooLong;

import static java.lang.Math.abs;
import static java.lang.Math.floorDiv;
import static java.lang.Math.getExponent;
import static java.lang.Math.rint;
import static java.lang.Math.scalb;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.FloatValue;

/** Floating point numbers of 4 or 8 bytes, IEEE 754 or hexadecimal of System/390. */
record FloatingPoint() implements ValueCodec {

    /** Bias of a hexadecimal exponent. */
    private static final int EXCESS = 64;

    @Override
    public Value read(byte[] bytes, int from, int to, Wire wire) {
        return new FloatValue(real(bytes, from, to - from, wire));
    }

    static double real(byte[] bytes, int from, int size, Wire wire) {
        boolean reversed = wire.floats() == IEEE_REVERSED;
        long bits = BinaryInteger.bits(bytes, from, size, reversed);
        return wire.floats() == S390
                ? hexadecimal(bits, size)
                : size == 4 ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
    }

    private static double hexadecimal(long bits, int size) {
        int fractionBits = size * 8 - 8;
        long fraction = bits & (1L << fractionBits) - 1;
        int exponent = (int) (bits >>> fractionBits & 0x7F) - EXCESS;
        double value = scalb((double) fraction, 4 * exponent - fractionBits);
        boolean negative = (bits >>> (size * 8 - 1) & 1) != 0;
        return negative ? -value : value;
    }

    @Override
    public void write(Value value, ByteSink out, int length, Wire wire) {
        double number = value instanceof FloatValue(double d) ? d : decimal(value).doubleValue();
        long bits;
        if (wire.floats() == S390) {
            bits = hexadecimal(number, length, value);
        } else if (length == 4) {
            float single = (float) number;
            if (Float.isInfinite(single) && !Double.isInfinite(number)) {
                throw tooLong(value, "a floating point number of 4 bytes");
            }
            bits = Float.floatToIntBits(single) & 0xFFFFFFFFL;
        } else {
            bits = Double.doubleToLongBits(number);
        }
        out.low(bits, length, wire.floats() == IEEE_REVERSED);
    }

    private static long hexadecimal(double number, int size, Value value) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            throw tooLong(value, "a number, which hexadecimal floating point can hold");
        }
        if (number == 0) {
            return 0;
        }
        int fractionBits = size * 8 - 8;
        int exponent = floorDiv(getExponent(number) + 4, 4);
        double scaled = rint(scale(abs(number), fractionBits - 4 * exponent));
        long fraction = (long) scaled;
        if (fraction >>> fractionBits != 0) {
            fraction >>>= 4;
            exponent++;
        }
        if (exponent + EXCESS < 0) {
            return 0;
        }
        if (exponent + EXCESS > 0x7F) {
            throw tooLong(value, "a hexadecimal floating point number below 7.2E75");
        }
        long sign = number < 0 ? 1L << (size * 8 - 1) : 0;
        return sign | (long) (exponent + EXCESS) << fractionBits | fraction;
    }

    /** Scales in two steps, because a single step can exceed the range of exponents. */
    private static double scale(double number, int power) {
        return scalb(scalb(number, power / 2), power - power / 2);
    }
}
