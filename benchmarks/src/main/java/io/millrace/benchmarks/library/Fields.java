package io.millrace.benchmarks.library;

import java.io.IOException;
import java.util.Arrays;

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

    /**
     * A reader of the values of a message. Fields must be read in ascending order of their index.
     */
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

    /** The last field is the filler. */
    final String[] texts = new String[EACH + 1];

    final double[] floats = new double[EACH];
    final long[] integers = new long[EACH];

    /** Returns the values of the sample messages. */
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

    /** Reads all fields. */
    void read(Source from) throws Exception {
        for (int i = 0; i <= LAST; i++) {
            switch (i / EACH) {
                case 1 -> floats[i - EACH] = from.real(i);
                case 2 -> integers[i - 2 * EACH] = from.integer(i);
                default -> texts[i == LAST ? EACH : i] = from.text(i);
            }
        }
    }

    /** Adds 1 to the last number, which is the change that peers make to a record. */
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

    /** Throws an exception if the values differ from the expected ones. */
    void check(Fields expected, Object who) {
        if (!Arrays.equals(all(), expected.all())) {
            throw new IllegalStateException(who + " read wrong values");
        }
    }
}
