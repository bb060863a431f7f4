package io.millrace.parsers.bytes;

import static io.millrace.parsers.bytes.Words.broadcast;
import static io.millrace.parsers.bytes.Words.firstByte;

import static java.lang.Math.abs;
import static java.lang.Math.min;

import io.millrace.engine.message.ByteSink;

/**
 * Conversion of decimal digits of one byte each, with eight digits at a time in a long. The digits
 * are the ten consecutive bytes that begin with the digit zero.
 */
public final class Digits {

    /** Maximum number of digits such that every number fits into a long. */
    public static final int MAX_COUNT = 18;

    private static final long HIGHS = 0x8080808080808080L;

    /**
     * Value to be added to bytes below 128, so that the highest bit of each byte is set if the byte
     * is greater than 9.
     */
    private static final long ABOVE_NINE = 0x7676767676767676L;

    /**
     * Result of {@link #pointed} if the range contains characters other than digits and a decimal
     * point.
     */
    public static final long NONE = Long.MIN_VALUE;

    private static final int SCALE_BITS = 5;

    /** Maximum integer up to which a double represents every integer. */
    private static final long MAX_EXACT = 1L << 53;

    /** The powers of ten that a double represents exactly. */
    private static final double[] EXACT_TENS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22
    };

    private static final long[] TENS = new long[MAX_COUNT + 1];

    static {
        TENS[0] = 1;
        for (int i = 1; i < TENS.length; i++) {
            TENS[i] = TENS[i - 1] * 10;
        }
    }

    private Digits() {}

    /** Returns the number of consecutive digits between two positions. */
    public static int run(byte[] bytes, int from, int to, int zero) {
        int at = from;
        if ((zero & 0xF) == 0) {
            for (; at < to && at + 8 <= bytes.length; at += 8) {
                long others = nonDigits(Words.at(bytes, at) ^ broadcast(zero));
                if (others != 0) {
                    return min(to, at + firstByte(others)) - from;
                }
            }
        }
        while (at < to && isDigit(bytes[at], zero)) {
            at++;
        }
        return min(at, to) - from;
    }

    /**
     * Reads up to eight digits between two positions in one step. {@link #count} and {@link
     * #number} return the number of digits and their value. The number of digits is 0 if fewer than
     * eight bytes follow in the array. After eight digits, more digits can follow.
     */
    public static long readDigits(byte[] bytes, int from, int to, int zero) {
        if (from + 8 > bytes.length || from >= to || (zero & 0xF) != 0) {
            return 0;
        }
        long values = Words.at(bytes, from) ^ broadcast(zero);
        int count = min(to - from, firstByte(nonDigits(values)));
        // Other bytes are shifted out, in two steps because no shift moves all eight bytes.
        int half = 4 * (8 - count);
        return (long) count << Integer.SIZE | eight(values << half << half);
    }

    /** Returns the number of digits in a result of {@link #readDigits}. */
    public static int count(long some) {
        return (int) (some >>> Integer.SIZE);
    }

    /** Returns the value of the digits in a result of {@link #readDigits}. */
    public static long number(long some) {
        return some & 0xFFFFFFFFL;
    }

    /**
     * Reads a complete number of at most sixteen characters, with at most one decimal point, in two
     * steps of eight bytes. {@link #unscaled} and {@link #scale} return the parts of the result.
     *
     * @param zeros digit zero, whose lowest four bits must be zero, {@linkplain Words#eightTimes
     *     eight times}
     * @param points decimal point XOR digit zero, eight times
     * @return {@link #NONE} for other characters, for more digits, if no digit precedes the decimal
     *     point, and if too few bytes of the array (8 or 16) precede {@code to}
     */
    public static long pointed(byte[] bytes, int from, int to, long zeros, long points) {
        int length = to - from;
        if (length > 16 || length <= 0 || to < (length > 8 ? 16 : 8)) {
            return NONE;
        }
        long low = Words.at(bytes, to - 8) ^ zeros;
        if (length > 8) {
            long high = Words.at(bytes, to - 16) ^ zeros;
            return pointed(high & -1L << 8 * (16 - length), low, points, length);
        }
        low &= -1L << 8 * (8 - length);
        long point = first(low ^ points);
        if (point == 0) {
            return nonDigits(low) == 0 ? eight(low) << SCALE_BITS : NONE;
        }
        long digits = without(low, point);
        boolean leads = scale(point, 1) == length;
        return nonDigits(digits) == 0 && !leads
                ? eight(digits) << SCALE_BITS | scale(point, 0)
                : NONE;
    }

    private static long pointed(long high, long low, long points, int length) {
        long point = first(low ^ points);
        if (point != 0) {
            long digits = without(low, point);
            return (nonDigits(digits) | nonDigits(high)) == 0
                    ? eight(high) * TENS[7] + eight(digits) << SCALE_BITS | scale(point, 0)
                    : NONE;
        }
        point = first(high ^ points);
        long digits = point == 0 ? high : without(high, point);
        boolean leads = point != 0 && scale(point, 9) == length;
        return (nonDigits(digits) | nonDigits(low)) == 0 && !leads
                ? eight(digits) * TENS[8] + eight(low) << SCALE_BITS
                        | (point == 0 ? 0 : scale(point, 8))
                : NONE;
    }

    /** Returns the digits of a result of {@link #pointed} as an integer. */
    public static long unscaled(long pointed) {
        return pointed >> SCALE_BITS;
    }

    /** Returns the number of digits after the decimal point in a result of {@link #pointed}. */
    public static int scale(long pointed) {
        return (int) pointed & (1 << SCALE_BITS) - 1;
    }

    private static long scale(long point, int more) {
        return more + (Long.numberOfLeadingZeros(point) >>> 3);
    }

    /** Removes the decimal point from digits: the digits before it move by one byte. */
    private static long without(long digits, long point) {
        long before = (point >>> 7) - 1;
        return digits & ~(before << 8 | 0xFF) | (digits & before) << 8;
    }

    /** Returns a mask with the highest bit of the first byte that is zero; 0 if no byte is zero. */
    private static long first(long x) {
        return Long.lowestOneBit(Words.zero(x));
    }

    /** Returns a mask with the highest bit of each byte that is greater than 9. */
    private static long nonDigits(long values) {
        return ((values & ~HIGHS) + ABOVE_NINE | values) & HIGHS;
    }

    private static boolean isDigit(byte b, int zero) {
        int digit = (b & 0xFF) - zero;
        return digit >= 0 && digit <= 9;
    }

    /**
     * Returns the value of digits.
     *
     * @param count number of digits, at most {@link #MAX_COUNT}; all bytes must be digits
     */
    public static long value(byte[] bytes, int from, int count, int zero) {
        long number = 0;
        int at = from;
        int left = count;
        if ((zero & 0xF) == 0) {
            while (left > 0 && at + 8 <= bytes.length) {
                int some = min(8, left);
                long values = Words.at(bytes, at) ^ broadcast(zero);
                // Other bytes are shifted out, and zeros are shifted in before the digits.
                number = number * TENS[some] + eight(values << 8 * (8 - some));
                at += some;
                left -= some;
            }
        }
        for (; left > 0; left--) {
            number = number * 10 + (bytes[at++] & 0xFF) - zero;
        }
        return number;
    }

    /**
     * Converts eight digits, the first digit in the lowest byte, by joining neighbours to pairs,
     * then pairs to groups of four.
     */
    private static long eight(long digits) {
        long pairs = digits * (10 * (1L << 8) + 1) >>> 8 & 0x00FF00FF00FF00FFL;
        long fours = pairs * (100 * (1L << 16) + 1) >>> 16 & 0x0000FFFF0000FFFFL;
        return fours * (10_000 * (1L << 32) + 1) >>> 32;
    }

    /** Appends digits to a number. */
    public static long join(long number, long further, int digits) {
        return number * TENS[digits] + further;
    }

    /**
     * Whether a double represents both the digits and the power of ten of the divisor exactly, so
     * that their quotient is the double nearest to the number.
     *
     * @param scale number of digits after the decimal point
     */
    public static boolean isExact(long unscaled, int scale) {
        boolean whole = unscaled >= -MAX_EXACT && unscaled <= MAX_EXACT;
        return whole && scale >= 0 && scale < EXACT_TENS.length;
    }

    /** Returns the value of digits with a decimal point for which {@link #isExact} is true. */
    public static double quotient(long unscaled, int scale) {
        return unscaled / EXACT_TENS[scale];
    }

    /** Maximum number of digits after the decimal point for {@link #exact}. */
    private static final int MAX_SCALE = 6;

    /** Upper limit of numbers that have at most sixteen characters with sign and decimal point. */
    private static final long SHORT_NUMBER_LIMIT = TENS[14];

    /**
     * Returns the shortest digits that represent a number, in the form of {@link #pointed}; a
     * negative result for negative numbers.
     *
     * @return {@link #NONE} for numbers with too many digits and for numbers below 1
     */
    public static long exact(double number) {
        double size = abs(number);
        for (int scale = 0; size >= 1 && scale <= MAX_SCALE; scale++) {
            double shifted = size * EXACT_TENS[scale];
            if (shifted >= SHORT_NUMBER_LIMIT) {
                return NONE;
            }
            // The product is rounded. If the exact value is an integer, it is the nearest integer.
            long unscaled = (long) (shifted + 0.5);
            if (quotient(unscaled, scale) == size) {
                return (number < 0 ? -unscaled : unscaled) << SCALE_BITS | scale;
            }
        }
        return NONE;
    }

    /** Returns the digits of an integer, as {@link #exact(double)} does. */
    public static long exact(long number) {
        return number != 0 && number < SHORT_NUMBER_LIMIT && number > -SHORT_NUMBER_LIMIT
                ? number << SCALE_BITS
                : NONE;
    }

    /** Writes an {@link #exact} number, with the bytes of a code page for these characters. */
    public static void write(long exact, ByteSink out, int zero, int minus, int point) {
        long number = unscaled(exact);
        int after = scale(exact);
        long low = 0;
        long high = 0;
        int count = 0;
        long rest = abs(number);
        // Writes from the last character to the first, which becomes the lowest byte.
        for (boolean pointed = after == 0; rest > 0 || !pointed; count++) {
            int next = point;
            if (pointed || count < after) {
                next = zero + (int) (rest % 10);
                rest /= 10;
            } else {
                pointed = true;
            }
            high = high << 8 | low >>> 56;
            low = low << 8 | next & 0xFF;
        }
        if (number < 0) {
            high = high << 8 | low >>> 56;
            low = low << 8 | minus & 0xFF;
            count++;
        }
        out.low(low, min(count, 8), true);
        if (count > 8) {
            out.low(high, count - 8, true);
        }
    }
}
