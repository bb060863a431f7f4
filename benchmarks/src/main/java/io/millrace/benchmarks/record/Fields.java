package io.millrace.benchmarks.record;

import java.util.Arrays;

/** The typed values of a record, taken over from whatever read them. */
final class Fields {

    static final int EACH = 10;

    private static final String[] NAMES = new String[3 * EACH + 1];

    static {
        Arrays.setAll(NAMES, Fields::named);
    }

    /** The filler is the last. */
    final String[] texts = new String[EACH + 1];

    final double[] floats = new double[EACH];
    final long[] integers = new long[EACH];

    /** What the messages hold. */
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

    /** The name of a field of the record, from 0. */
    static String name(int index) {
        return NAMES[index];
    }

    private static String named(int index) {
        String[] kinds = {"text", "float", "integer"};
        return index == 3 * EACH
                ? "filler"
                : "%s%02d".formatted(kinds[index / EACH], index % EACH + 1);
    }

    static String[] names() {
        return NAMES.clone();
    }

    /** A value as text by its field's index. */
    void set(int index, String text) {
        switch (index / EACH) {
            case 0 -> texts[index] = text;
            case 1 -> floats[index - EACH] = Double.parseDouble(text);
            case 2 -> integers[index - 2 * EACH] = Integer.parseInt(text);
            default -> texts[EACH] = text;
        }
    }

    /** A typed value by its field's index. */
    void setTyped(int index, Object value) {
        switch (index / EACH) {
            case 0 -> texts[index] = (String) value;
            case 1 -> floats[index - EACH] = ((Number) value).doubleValue();
            case 2 -> integers[index - 2 * EACH] = ((Number) value).longValue();
            default -> texts[EACH] = (String) value;
        }
    }

    /** A value as text. */
    String text(int index) {
        return switch (index / EACH) {
            case 0 -> texts[index];
            case 1 -> Double.toString(floats[index - EACH]);
            case 2 -> Long.toString(integers[index - 2 * EACH]);
            default -> texts[EACH];
        };
    }

    /** Fails where an access did not give what the message holds. */
    void check(Fields expected, Access access, String who) {
        boolean first = texts[0] != null && texts[0].equals(expected.texts[0]);
        boolean last = integers[EACH - 1] == expected.integers[EACH - 1];
        boolean all =
                Arrays.equals(texts, expected.texts)
                        && Arrays.equals(floats, expected.floats)
                        && Arrays.equals(integers, expected.integers);
        boolean right =
                switch (access) {
                    case NONE -> true;
                    case FIRST -> first;
                    case FIRST_AND_LAST -> first && last;
                    case ALL -> all;
                };
        if (!right) {
            throw new IllegalStateException(who + " reads other values with " + access);
        }
    }
}
