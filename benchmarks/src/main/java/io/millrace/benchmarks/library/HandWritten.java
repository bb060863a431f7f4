package io.millrace.benchmarks.library;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A handwritten reader and writer for this record only, in one code page and encoding. The peer
 * rejects truncated records and invalid text, as a reader of external messages must.
 */
final class HandWritten implements RecordPeer.Work {

    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle DOUBLE =
            MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.BIG_ENDIAN);

    private static final int TEXT = 12;
    private static final int FLOATS = Fields.EACH * TEXT;
    private static final int INTEGERS = FLOATS + Fields.EACH * 8;
    private static final int FILLER = INTEGERS + Fields.EACH * 4;

    @Override
    public Fields.Source open(byte[] message) {
        if (message.length < FILLER) {
            throw new IllegalArgumentException(
                    "a record must have at least "
                            + FILLER
                            + " bytes (found "
                            + message.length
                            + ")");
        }
        return new Fields.Source() {
            @Override
            public String text(int index) {
                return index == Fields.LAST
                        ? HandWritten.text(message, FILLER, message.length)
                        : HandWritten.text(message, index * TEXT, (index + 1) * TEXT);
            }

            @Override
            public double real(int index) {
                return (double) DOUBLE.get(message, FLOATS + (index - Fields.EACH) * 8);
            }

            @Override
            public long integer(int index) {
                return (int) INT.get(message, INTEGERS + (index - 2 * Fields.EACH) * 4);
            }
        };
    }

    private static String text(byte[] message, int from, int to) {
        int end = to;
        while (end > from && message[end - 1] == ' ') {
            end--;
        }
        String text = new String(message, from, end - from, StandardCharsets.UTF_8);
        if (text.indexOf('\uFFFD') >= 0) {
            throw new IllegalArgumentException("invalid UTF-8 from byte " + from + " to " + end);
        }
        return text;
    }

    @Override
    public byte[] write(Fields fields, int size) {
        byte[] filler = fields.texts[Fields.EACH].getBytes(StandardCharsets.UTF_8);
        byte[] out = new byte[FILLER + filler.length];
        Arrays.fill(out, 0, FLOATS, (byte) ' ');
        for (int i = 0; i < Fields.EACH; i++) {
            byte[] text = fields.texts[i].getBytes(StandardCharsets.UTF_8);
            if (text.length > TEXT) {
                throw new IllegalArgumentException(Fields.name(i) + " is too long");
            }
            System.arraycopy(text, 0, out, i * TEXT, text.length);
            DOUBLE.set(out, FLOATS + i * 8, fields.floats[i]);
            INT.set(out, INTEGERS + i * 4, Math.toIntExact(fields.integers[i]));
        }
        System.arraycopy(filler, 0, out, FILLER, filler.length);
        return out;
    }
}
