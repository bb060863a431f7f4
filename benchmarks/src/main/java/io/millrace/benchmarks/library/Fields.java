package io.millrace.benchmarks.library;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** The typed values of a record. */
final class Fields {

    static final int EACH = 10;

    /** Index of the last field, the filler. */
    static final int LAST = 3 * EACH;

    static final String[] NAMES = new String[LAST + 1];

    static {
        String[] kinds = {"text", "float", "integer"};
        Arrays.setAll(
                NAMES,
                i -> i == LAST ? "filler" : "%s%02d".formatted(kinds[i / EACH], i % EACH + 1));
    }

    /** The values of a message by the index of the field. */
    interface Source {

        String text(int index);

        default double real(int index) {
            return Double.parseDouble(text(index));
        }

        default long integer(int index) {
            return Integer.parseInt(text(index));
        }

        /** Returns a source of typed objects. */
        static Source typed(IntFunction<Object> values) {
            return new Source() {
                @Override
                public String text(int index) {
                    return (String) values.apply(index);
                }

                @Override
                public double real(int index) {
                    return ((Number) values.apply(index)).doubleValue();
                }

                @Override
                public long integer(int index) {
                    return ((Number) values.apply(index)).longValue();
                }
            };
        }
    }

    /** The filler is the last. */
    final String[] texts = new String[EACH + 1];

    final double[] floats = new double[EACH];
    final long[] integers = new long[EACH];

    /** Returns the values of the messages. */
    static Fields sample(int filler) {
        Fields fields = new Fields();
        for (int i = 0; i < EACH; i++) {
            fields.texts[i] = "Text field " + (char) ('A' + i);
            fields.floats[i] = (i + 1) * 1234.5625;
            fields.integers[i] = (i + 1) * 1_234_567L;
        }
        fields.texts[EACH] = "filling ".repeat(filler / 8 + 1).substring(0, filler) + "x";
        return fields;
    }

    static String name(int index) {
        return NAMES[index];
    }

    /** Reads the fields of an access. */
    void read(Access access, Source from) {
        for (int i : access.fields) {
            read(i, from);
        }
    }

    /** Reads a field. */
    void read(int index, Source from) {
        switch (index / EACH) {
            case 1 -> floats[index - EACH] = from.real(index);
            case 2 -> integers[index - 2 * EACH] = from.integer(index);
            default -> texts[index == LAST ? EACH : index] = from.text(index);
        }
    }

    /** Adds one to the last number, as peers do that change a record. */
    void increment() {
        integers[EACH - 1]++;
    }

    /** Returns a value as text. */
    String text(int index) {
        return switch (index / EACH) {
            case 1 -> Double.toString(floats[index - EACH]);
            case 2 -> Long.toString(integers[index - 2 * EACH]);
            default -> texts[index == LAST ? EACH : index];
        };
    }

    /** Returns all values as text. */
    String[] all() {
        String[] all = new String[LAST + 1];
        Arrays.setAll(all, this::text);
        return all;
    }

    /** Fails if an access did not return the values of the message. */
    void check(Fields expected, Access access, Object who) {
        if (!IntStream.of(access.fields).allMatch(i -> expected.text(i).equals(text(i)))) {
            throw new IllegalStateException(who + " reads wrong values with " + access);
        }
    }
}
