package io.millrace.engine.esql.syntax;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Hints for words of SQL and of programming languages that ESQL does not have. */
public final class OtherDialectHints {

    private static final String FILE = "other-dialects.txt";

    /** Advice by kind and word in upper case, such as {@code type VARCHAR}. */
    private static final Map<String, String> ADVICE = read();

    private OtherDialectHints() {}

    private static Map<String, String> read() {
        Map<String, String> advice = new HashMap<>();
        try (InputStream in = OtherDialectHints.class.getResourceAsStream(FILE)) {
            new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .forEach(line -> add(line, advice));
        } catch (IOException e) {
            throw new UncheckedIOException(FILE + " cannot be read", e);
        }
        return Map.copyOf(advice);
    }

    private static void add(String line, Map<String, String> advice) {
        String[] parts = line.split(": ", 2);
        int words = parts[0].indexOf(' ') + 1;
        String kind = parts[0].substring(0, words);
        for (String word : parts[0].substring(words).split(", ")) {
            advice.put(kind + word, parts[1]);
        }
    }

    private static String advice(String kind, String word) {
        return ADVICE.getOrDefault(kind + " " + word, "");
    }

    /** Returns advice for a word at the start of a file; empty if there is none. */
    static String file(String key) {
        return advice("file", key);
    }

    /** Returns advice for a word at the start of a statement; empty if there is none. */
    static String statement(String key) {
        return advice("statement", key);
    }

    /** Returns advice for a word where a statement should end or go on; empty if there is none. */
    static String clause(String key) {
        return advice("clause", key);
    }

    /** Returns advice for a name of a type; empty if there is none. */
    static String type(String key) {
        return advice("type", key);
    }

    /** Returns advice for the call of an unknown function; empty if there is none. */
    public static String function(String key) {
        return advice("function", key);
    }

    /** Returns advice for the call of a method of a value; empty if no such method is known. */
    public static String method(String name) {
        return advice("method", name.toUpperCase(Locale.ROOT));
    }

    /** Returns advice for the call of a method of a value. */
    public static String anyMethod(String name) {
        String known = method(name);
        return known.isEmpty()
                ? "values have no methods; pass the field to a function, such as TRIM(path)"
                : known;
    }
}
