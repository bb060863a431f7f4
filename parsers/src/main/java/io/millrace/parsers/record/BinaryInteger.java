package io.millrace.parsers.record;

import static io.millrace.parsers.record.Numbers.tooLong;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Value;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.util.Arrays;

/** Binary integers of 1 to 16 bytes in two's complement, in the byte order of the message. */
record BinaryInteger(Numbers numbers) implements ValueCodec {

    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, BIG_ENDIAN);

    /** Whether all values are INTEGERs in two's complement. */
    boolean isPlain() {
        return numbers.signed() && !numbers.decimal() && numbers.point() == 0;
    }

    /** Returns the value of an integer that is {@link #isPlain}. */
    static long plain(byte[] bytes, int from, int size, Wire wire) {
        if (size == 4) {
            int bits = (int) INT.get(bytes, from);
            return wire.integersReversed() ? Integer.reverseBytes(bits) : bits;
        }
        int shift = 64 - size * 8;
        return bits(bytes, from, size, wire.integersReversed()) << shift >> shift;
    }

    @Override
    public Value read(byte[] bytes, int from, int to, Wire wire) {
        int size = to - from;
        if (size > Long.BYTES) {
            return numbers.value(large(bytes, from, to, wire));
        }
        if (isPlain()) {
            return Value.of(plain(bytes, from, size, wire));
        }
        long value = bits(bytes, from, size, wire.integersReversed());
        if (!numbers.signed()) {
            return size == 8 && value < 0
                    ? numbers.value(new BigInteger(Long.toUnsignedString(value)))
                    : numbers.value(value);
        }
        int shift = 64 - size * 8;
        return numbers.value(value << shift >> shift);
    }

    /** Returns an integer of more than 8 bytes. */
    private BigInteger large(byte[] bytes, int from, int to, Wire wire) {
        byte[] magnitude = Arrays.copyOfRange(bytes, from, to);
        if (wire.integersReversed()) {
            reverse(magnitude);
        }
        return numbers.signed() ? new BigInteger(magnitude) : new BigInteger(1, magnitude);
    }

    private static void reverse(byte[] bytes) {
        for (int i = 0, j = bytes.length - 1; i < j; i++, j--) {
            byte b = bytes[i];
            bytes[i] = bytes[j];
            bytes[j] = b;
        }
    }

    /** Returns the bits of a number of up to 8 bytes; bits above its size are zero. */
    static long bits(byte[] bytes, int from, int size, boolean reversed) {
        if (size == 4) {
            int bits = (int) INT.get(bytes, from);
            return (reversed ? Integer.reverseBytes(bits) : bits) & 0xFFFFFFFFL;
        }
        if (size == 8) {
            long bits = (long) LONG.get(bytes, from);
            return reversed ? Long.reverseBytes(bits) : bits;
        }
        long bits = 0;
        for (int i = 0; i < size; i++) {
            bits = bits << 8 | bytes[reversed ? from + size - 1 - i : from + i] & 0xFF;
        }
        return bits;
    }

    @Override
    public void write(Value value, ByteSink out, int length, Wire wire) {
        if (length > Long.BYTES) {
            writeLarge(value, out, length, wire);
            return;
        }
        long number;
        if (numbers.isFast(value)) {
            number = numbers.fast(value);
        } else {
            BigInteger unscaled = numbers.unscaled(value);
            if (unscaled.bitLength() > (numbers.signed() ? 63 : 64)) {
                throw tooLarge(value, length);
            }
            number = unscaled.longValue();
            if (length == 8) {
                put(number, out, length, wire);
                return;
            }
            if (number < 0 && unscaled.signum() > 0) {
                throw tooLarge(value, length);
            }
        }
        int bits = length * 8 - (numbers.signed() ? 1 : 0);
        boolean fits = length == 8 || number >> bits == (number < 0 ? -1 : 0);
        if (!fits) {
            throw tooLarge(value, length);
        }
        put(number, out, length, wire);
    }

    /** Writes an integer of more than 8 bytes. */
    private void writeLarge(Value value, ByteSink out, int length, Wire wire) {
        BigInteger unscaled = numbers.unscaled(value);
        if (unscaled.bitLength() > length * 8 - (numbers.signed() ? 1 : 0)) {
            throw tooLarge(value, length);
        }
        byte[] bytes = new byte[length];
        byte[] digits = unscaled.toByteArray();
        int used = Math.min(digits.length, length);
        Arrays.fill(bytes, (byte) (unscaled.signum() < 0 ? 0xFF : 0));
        System.arraycopy(digits, digits.length - used, bytes, length - used, used);
        if (wire.integersReversed()) {
            reverse(bytes);
        }
        out.write(bytes);
    }

    private FieldException tooLarge(Value value, int length) {
        String kind = numbers.signed() ? "a" : "an unsigned";
        return tooLong(value, kind + " binary integer of " + length + " bytes");
    }

    private static void put(long number, ByteSink out, int length, Wire wire) {
        out.low(number, length, wire.integersReversed());
    }
}
