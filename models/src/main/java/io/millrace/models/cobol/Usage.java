package io.millrace.models.cobol;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Storage format of an item. */
enum Usage {
    DISPLAY("DISPLAY"),
    /** Two's complement in a number of bytes that the dialect specifies. */
    BINARY("BINARY", "COMP", "COMP-4", "COMP-X"),
    /**
     * Two's complement in the byte order of the machine. The number of digits in the picture does
     * not limit the value.
     */
    NATIVE_BINARY("COMP-5"),
    PACKED("COMP-3", "PACKED-DECIMAL"),
    /** COMP-6: packed decimal without a sign. */
    PACKED_UNSIGNED("COMP-6"),
    FLOAT("COMP-1"),
    DOUBLE("COMP-2"),
    INDEX("INDEX"),
    POINTER("POINTER", "FUNCTION-POINTER", "PROCEDURE-POINTER"),
    DOUBLE_BYTE("DISPLAY-1"),
    NATIONAL("NATIONAL");

    private final Set<String> words;

    Usage(String... words) {
        this.words = Set.of(words);
    }

    /** Returns the usage for a word; null if the word is not a usage. */
    static Usage of(String word) {
        String plain = word.toUpperCase(Locale.ROOT).replace("COMPUTATIONAL", "COMP");
        return Stream.of(values()).filter(u -> u.words.contains(plain)).findFirst().orElse(null);
    }

    /**
     * Whether a word is a usage of binary numbers that can have an alphanumeric picture, as Micro
     * Focus permits.
     */
    static boolean isOfBytes(String word) {
        return word.toUpperCase(Locale.ROOT).matches("COMP(UTATIONAL)?-[X5]");
    }

    /** Whether items of this usage are numbers with a picture. */
    boolean isNumeric() {
        return switch (this) {
            case BINARY, NATIVE_BINARY, PACKED, PACKED_UNSIGNED -> true;
            default -> false;
        };
    }

    static List<String> words() {
        return Stream.of(values()).flatMap(u -> u.words.stream()).toList();
    }
}
