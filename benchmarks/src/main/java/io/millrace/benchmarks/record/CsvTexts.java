package io.millrace.benchmarks.record;

import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;

/** Texts by index, as CSV libraries return them. */
final class CsvTexts {

    private CsvTexts() {}

    static void take(IntFunction<String> texts, Access access, Fields into) {
        for (int i : access.fields) {
            into.set(i, texts.apply(i));
        }
    }

    static String[] of(Fields fields) {
        String[] texts = new String[Fields.LAST + 1];
        for (int i = 0; i <= Fields.LAST; i++) {
            texts[i] = fields.text(i);
        }
        return texts;
    }

    /** Returns a line without its end. */
    static byte[] withoutEnd(String line) {
        int end = line.length();
        while (end > 0 && (line.charAt(end - 1) == '\n' || line.charAt(end - 1) == '\r')) {
            end--;
        }
        return line.substring(0, end).getBytes(StandardCharsets.UTF_8);
    }
}
