package io.millrace.benchmarks.library;

import java.io.IOException;
import java.util.Arrays;
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

    /** The values of a message by the index of the field, in ascending order. */
    interface Source extends AutoCloseable {

        String text(int index) throws Exception;

        default double real(int index) throws Exception {
            return Double.parseDouble(text(index));
        }

        default long integer(int index) throws Exception {
            return Integer.parseInt(text(index));
        }

        @Override
        default void close() throws IOException {}
    }

    /** A source of typed objects. */
    interface TypedSource extends Source {

        Object value(int index) throws Exception;

        @Override
        default String text(int index) throws Exception {
            return (String) value(index);
        }

        @Override
        default double real(int index) throws Exception {
            return ((Number) value(index)).doubleValue();
        }

        @Override
        default long integer(int index) throws Exception {
            return ((Number) value(index)).longValue();
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
    void read(Access access, Source from) throws Exception {
        for (int i : access.fields) {
            read(i, from);
        }
    }

    void read(int index, Source from) throws Exception {
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

    /** Returns a value as a typed object. */
    Object value(int index) {
        return switch (index / EACH) {
            case 1 -> floats[index - EACH];
            case 2 -> integers[index - 2 * EACH];
            default -> texts[index == LAST ? EACH : index];
        };
    }

    /** Returns all values as text. */
    String[] all() {
        String[] all = new String[LAST + 1];
        Arrays.setAll(all, i -> value(i).toString());
        return all;
    }

    /** Fails if an access did not return the values of the message. */
    void check(Fields expected, Access access, Object who) {
        if (!IntStream.of(access.fields).allMatch(i -> expected.value(i).equals(value(i)))) {
            throw new IllegalStateException(who + " reads wrong values with " + access);
        }
    }
}
