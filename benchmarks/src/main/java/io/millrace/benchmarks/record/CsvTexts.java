package io.millrace.benchmarks.record;

import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;

/** What libraries for CSV have in common: texts by index. */
final class CsvTexts {

    private static final int LAST = 3 * Fields.EACH;

    private CsvTexts() {}

    static void take(IntFunction<String> texts, Access access, Fields into) {
        switch (access) {
            case NONE -> {
                // The line was read all the same.
            }
            case FIRST -> into.set(0, texts.apply(0));
            case FIRST_AND_LAST -> {
                into.set(0, texts.apply(0));
                into.set(LAST - 1, texts.apply(LAST - 1));
            }
            case ALL -> {
                for (int i = 0; i <= LAST; i++) {
                    into.set(i, texts.apply(i));
                }
            }
        }
    }

    static String[] of(Fields fields) {
        String[] texts = new String[LAST + 1];
        for (int i = 0; i <= LAST; i++) {
            texts[i] = fields.text(i);
        }
        return texts;
    }

    /** The line without what ends it. */
    static byte[] withoutEnd(String line) {
        int end = line.length();
        while (end > 0 && (line.charAt(end - 1) == '\n' || line.charAt(end - 1) == '\r')) {
            end--;
        }
        return line.substring(0, end).getBytes(StandardCharsets.UTF_8);
    }
}
