package io.millrace.parsers.record;

import static io.millrace.parsers.model.PaddingRule.Justification.LEFT;
import static io.millrace.parsers.model.PaddingRule.Justification.NOT_APPLICABLE;
import static io.millrace.parsers.model.PaddingRule.Justification.RIGHT;

import io.millrace.engine.message.ByteSink;
import io.millrace.parsers.model.FillCharacter;
import io.millrace.parsers.model.PaddingRule.Justification;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The padding of strings to the length of the field, and the removal of padding. */
record Padding(Justification justification, FillCharacter fill) {

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Whether values are never padded. */
    boolean isNone() {
        return justification == NOT_APPLICABLE;
    }

    /** Returns the bytes of one padding character. */
    byte[] unit(Wire wire) {
        if (fill.isByte()) {
            return new byte[] {(byte) fill.codePoint()};
        }
        byte[] bytes = wire.text().encode(fill.codePoint());
        if (bytes == null) {
            throw new FieldException("a padding character that " + wire.text().charset() + " has");
        }
        return bytes;
    }

    /** Returns the padding character if it has one byte; otherwise a negative number. */
    private int single(Wire wire) {
        return fill.isByte() ? fill.codePoint() : wire.text().single(fill.codePoint());
    }

    /**
     * Returns the padding character if it has one byte and is written after the value; otherwise a
     * negative number.
     */
    int trailingFill(Wire wire) {
        return justification == LEFT ? single(wire) : -1;
    }

    /** Returns the start of the value, after the padding before it. */
    int begin(byte[] bytes, int from, int to, Wire wire) {
        if (justification != RIGHT) {
            return from;
        }
        int single = single(wire);
        if (single >= 0) {
            int first = from;
            while (first < to && bytes[first] == (byte) single) {
                first++;
            }
            return first;
        }
        byte[] unit = unit(wire);
        int at = from;
        while (at + unit.length <= to && is(bytes, at, unit)) {
            at += unit.length;
        }
        return at;
    }

    /** Returns the end of the value, before the padding after it. */
    int end(byte[] bytes, int from, int to, Wire wire) {
        if (justification != LEFT) {
            return to;
        }
        int at = to;
        int single = single(wire);
        if (single >= 0) {
            return filledFrom(bytes, from, to, single);
        }
        byte[] unit = unit(wire);
        while (at - unit.length >= from && is(bytes, at - unit.length, unit)) {
            at -= unit.length;
        }
        return at;
    }

    /**
     * Returns the start of the padding bytes at the end of a range. Eight bytes are compared in one
     * step.
     */
    static int filledFrom(byte[] bytes, int from, int to, int single) {
        int at = to;
        if (at - from >= 8 && bytes[at - 1] == (byte) single) {
            long eight = single * 0x0101010101010101L;
            while (at - from >= 8 && (long) LONG.get(bytes, at - 8) == eight) {
                at -= 8;
            }
        }
        while (at > from && bytes[at - 1] == (byte) single) {
            at--;
        }
        return at;
    }

    /** Whether a range contains only padding. */
    boolean isAll(byte[] bytes, int from, int to, Wire wire) {
        return isAll(bytes, from, to, unit(wire));
    }

    static boolean isAll(byte[] bytes, int from, int to, byte[] unit) {
        if ((to - from) % unit.length != 0 || to == from) {
            return false;
        }
        for (int at = from; at < to; at += unit.length) {
            if (!is(bytes, at, unit)) {
                return false;
            }
        }
        return true;
    }

    private static boolean is(byte[] bytes, int at, byte[] unit) {
        for (int i = 0; i < unit.length; i++) {
            if (bytes[at + i] != unit[i]) {
                return false;
            }
        }
        return true;
    }

    /** Writes a value of at most {@code length} bytes and its padding. */
    void write(byte[] value, ByteSink out, int length, Wire wire) {
        int room = length - value.length;
        if (justification == RIGHT) {
            fill(unit(wire), room, out);
            out.write(value);
        } else {
            out.write(value);
            fill(unit(wire), room, out);
        }
    }

    /** Writes padding. */
    static void fill(byte[] unit, int room, ByteSink out) {
        if (room == 0) {
            return;
        }
        if (room % unit.length != 0) {
            throw new FieldException(
                    "a length that its padding character of " + unit.length + " bytes can fill up");
        }
        for (int i = room / unit.length; i > 0; i--) {
            out.write(unit);
        }
    }
}
