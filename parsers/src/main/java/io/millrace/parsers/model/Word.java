package io.millrace.parsers.model;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A constant that model files and commands refer to by its name in camel case. */
public interface Word {

    /** Returns the constant with a word; null if the word is unknown. */
    static <W extends Word> W of(Class<W> type, String word) {
        return Arrays.stream(type.getEnumConstants())
                .filter(w -> w.word().equals(word))
                .findFirst()
                .orElse(null);
    }

    /** Returns the words of all constants. */
    static List<String> all(Class<? extends Word> type) {
        return Arrays.stream(type.getEnumConstants()).map(Word::word).toList();
    }

    /** Returns the name of the constant. */
    String name();

    /** Returns the word, for example {@code fixedLength}. */
    default String word() {
        String[] parts = name().toLowerCase(Locale.ROOT).split("_");
        return parts[0]
                + Arrays.stream(parts)
                        .skip(1)
                        .map(p -> Character.toUpperCase(p.charAt(0)) + p.substring(1))
                        .collect(joining());
    }
}
