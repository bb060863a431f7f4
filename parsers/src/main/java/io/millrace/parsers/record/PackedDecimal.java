package io.millrace.parsers.record;

import static io.millrace.parsers.record.Numbers.tooLong;

import static java.lang.Math.max;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Value;

import java.math.BigInteger;

/**
 * Packed decimals: two digits in each byte, and the sign in the last nibble. A, C, E and F are read
 * as plus, B and D as minus (IBM Enterprise COBOL, z/Architecture Principles of Operation).
 *
 * @param positive sign of non-negative numbers: 0xC or 0xF
 */
record PackedDecimal(Numbers numbers, int positive) implements ValueCodec {

    /** Maximum number of digits such that every number fits into a long. */
    private static final int LONG_DIGITS = 18;

    private static final int MINUS = 0xD;
    private static final int NO_SIGN = 0xF;

    @Override
    public Value read(byte[] bytes, int from, int to, Wire wire) {
        int digits = (to - from) * 2 - 1;
        boolean reversed = wire.packedReversed();
        int sign = bytes[reversed ? from : to - 1] & 0xF;
        boolean negative = sign == MINUS || sign == 0xB;
        if (sign < 0xA || negative && !numbers.signed()) {
            throw new FieldException(
                    numbers.signed()
                            ? "a packed decimal whose last half byte is a sign (A to F)"
                            : "an unsigned packed decimal whose last half byte is A, C, E or F");
        }
        int leading = max(0, digits - LONG_DIGITS);
        long high = 0;
        long low = 0;
        BigInteger head = null;
        for (int i = 0; i < digits; i++) {
            int at = reversed ? to - 1 - (i >> 1) : from + (i >> 1);
            int digit = (i & 1) == 0 ? bytes[at] >> 4 & 0xF : bytes[at] & 0xF;
            if (digit > 9) {
                throw new FieldException(
                        "a packed decimal, whose half bytes before the last are digits");
            }
            if (i < leading) {
                high = high * 10 + digit;
                if ((i + 1) % LONG_DIGITS == 0 || i + 1 == leading) {
                    head = join(head, high, (i % LONG_DIGITS) + 1);
                    high = 0;
                }
            } else {
                low = low * 10 + digit;
            }
        }
        if (head == null || head.signum() == 0) {
            return numbers.value(negative ? -low : low);
        }
        BigInteger all = join(head, low, LONG_DIGITS);
        return numbers.value(negative ? all.negate() : all);
    }

    private static BigInteger join(BigInteger head, long tail, int digits) {
        BigInteger end = BigInteger.valueOf(tail);
        return head == null ? end : head.multiply(BigInteger.TEN.pow(digits)).add(end);
    }

    @Override
    public void write(Value value, ByteSink out, int length, Wire wire) {
        boolean negative;
        String digits;
        if (numbers.isFast(value)) {
            long number = numbers.fast(value);
            negative = number < 0;
            digits = Long.toString(number);
            digits = negative ? digits.substring(1) : digits;
        } else {
            BigInteger unscaled = numbers.unscaled(value);
            negative = unscaled.signum() < 0;
            digits = unscaled.abs().toString();
        }
        int room = length * 2 - 1;
        if (digits.length() > room) {
            throw tooLong(value, "a packed decimal of " + room + " digits");
        }
        byte[] packed = new byte[length];
        for (int i = 0; i < digits.length(); i++) {
            int place = room - digits.length() + i;
            packed[place >> 1] |= (byte) (digits.charAt(i) - '0' << ((place & 1) == 0 ? 4 : 0));
        }
        packed[length - 1] |= (byte) (!numbers.signed() ? NO_SIGN : negative ? MINUS : positive);
        if (wire.packedReversed()) {
            for (int i = length - 1; i >= 0; i--) {
                out.write(packed[i]);
            }
        } else {
            out.write(packed);
        }
    }
}
