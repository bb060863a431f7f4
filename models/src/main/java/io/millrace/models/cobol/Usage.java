package io.millrace.models.cobol;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Storage format of an item. */
enum Usage {
    DISPLAY,
    /** Two's complement in a number of bytes that the dialect specifies. */
    BINARY,
    /** The same in the byte order of the machine, whatever its picture specifies of digits. */
    NATIVE_BINARY,
    PACKED,
    /** COMP-6: packed without a sign. */
    PACKED_UNSIGNED,
    FLOAT,
    DOUBLE,
    INDEX,
    POINTER,
    DOUBLE_BYTE,
    NATIONAL;

    private static final Map<String, Usage> BY_WORD =
            Map.ofEntries(
                    Map.entry("DISPLAY", DISPLAY),
                    Map.entry("BINARY", BINARY),
                    Map.entry("COMP", BINARY),
                    Map.entry("COMP-4", BINARY),
                    Map.entry("COMP-5", NATIVE_BINARY),
                    Map.entry("COMP-X", BINARY),
                    Map.entry("COMP-3", PACKED),
                    Map.entry("PACKED-DECIMAL", PACKED),
                    Map.entry("COMP-6", PACKED_UNSIGNED),
                    Map.entry("COMP-1", FLOAT),
                    Map.entry("COMP-2", DOUBLE),
                    Map.entry("INDEX", INDEX),
                    Map.entry("POINTER", POINTER),
                    Map.entry("FUNCTION-POINTER", POINTER),
                    Map.entry("PROCEDURE-POINTER", POINTER),
                    Map.entry("DISPLAY-1", DOUBLE_BYTE),
                    Map.entry("NATIONAL", NATIONAL));

    /** Returns the usage of a word; null for another word. */
    static Usage of(String word) {
        return BY_WORD.get(word.toUpperCase(Locale.ROOT).replace("COMPUTATIONAL", "COMP"));
    }

    static Set<String> words() {
        return BY_WORD.keySet();
    }
}
