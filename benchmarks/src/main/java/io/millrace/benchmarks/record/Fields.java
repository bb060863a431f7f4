package io.millrace.benchmarks.record;

import java.util.Arrays;

/** The typed values of a record. */
final class Fields {

    static final int EACH = 10;

    /** Index of the last field, the filler. */
    static final int LAST = 3 * EACH;

    private static final String[] NAMES = new String[LAST + 1];

    static {
        Arrays.setAll(NAMES, Fields::named);
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

    /** Returns the name of a field, from 0. */
    static String name(int index) {
        return NAMES[index];
    }

    private static String named(int index) {
        String[] kinds = {"text", "float", "integer"};
        return index == LAST ? "filler" : "%s%02d".formatted(kinds[index / EACH], index % EACH + 1);
    }

    static String[] names() {
        return NAMES.clone();
    }

    /** Sets a field to a value given as text. */
    void set(int index, String text) {
        switch (index / EACH) {
            case 0 -> texts[index] = text;
            case 1 -> floats[index - EACH] = Double.parseDouble(text);
            case 2 -> integers[index - 2 * EACH] = Integer.parseInt(text);
            default -> texts[EACH] = text;
        }
    }

    /** Sets a field to a typed value. */
    void setTyped(int index, Object value) {
        switch (index / EACH) {
            case 0 -> texts[index] = (String) value;
            case 1 -> floats[index - EACH] = ((Number) value).doubleValue();
            case 2 -> integers[index - 2 * EACH] = ((Number) value).longValue();
            default -> texts[EACH] = (String) value;
        }
    }

    /** Adds one to the last number, as peers do that change a record. */
    void increment() {
        integers[EACH - 1]++;
    }

    /** Returns a value as text. */
    String text(int index) {
        return switch (index / EACH) {
            case 0 -> texts[index];
            case 1 -> Double.toString(floats[index - EACH]);
            case 2 -> Long.toString(integers[index - 2 * EACH]);
            default -> texts[EACH];
        };
    }

    /** Fails if an access did not return the values of the message. */
    void check(Fields expected, Access access, String who) {
        boolean right = true;
        for (int index : access.fields) {
            right &= expected.text(index).equals(text(index));
        }
        if (!right) {
            throw new IllegalStateException(who + " reads wrong values with " + access);
        }
    }
}
