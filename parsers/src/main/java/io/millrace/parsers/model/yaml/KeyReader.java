package io.millrace.parsers.model.yaml;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;
import io.millrace.parsers.text.YamlSequence;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A mapping of a model file, read strictly: a value of the wrong kind is reported as a problem and
 * left out.
 */
final class KeyReader {

    private final YamlMapping mapping;
    private final Problems problems;

    KeyReader(YamlMapping mapping, Problems problems) {
        this.mapping = mapping;
        this.problems = problems;
    }

    Problems problems() {
        return problems;
    }

    YamlMapping mapping() {
        return mapping;
    }

    boolean has(String key) {
        return mapping.has(key);
    }

    YamlNode node(String key) {
        return mapping.get(key);
    }

    Place place(String key) {
        return mapping.has(key) ? mapping.get(key).place() : mapping.place();
    }

    void reportInvalid(String key, String found, String expected) {
        problems.error(
                ErrorCode.BAD_VALUE, place(key), key + " is '" + found + "'; it takes " + expected);
    }

    /** Returns the text of a key; null if it is missing, or (a problem) no text. */
    String text(String key) {
        return mapping.has(key) ? text(mapping.get(key), key, problems) : null;
    }

    static String text(YamlNode node, String key, Problems problems) {
        YamlScalar scalar = node.asScalar(problems);
        if (scalar != null && scalar.isNull()) {
            problems.error(ErrorCode.BAD_VALUE, scalar.place(), key + " has no value");
            return null;
        }
        return scalar == null ? null : scalar.text();
    }

    /** Returns an integer between bounds; null if it is missing or (a problem) another value. */
    Integer integer(String key, int least, int most) {
        String text = text(key);
        if (text == null) {
            return null;
        }
        try {
            int number = Integer.parseInt(text.strip());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below, as numbers out of range are.
        }
        String range =
                most == Integer.MAX_VALUE
                        ? "a whole number from " + least
                        : "a whole number from " + least + " to " + most;
        reportInvalid(key, text, range);
        return null;
    }

    int integer(String key, int missing, int least, int most) {
        Integer found = integer(key, least, most);
        return found == null ? missing : found;
    }

    /** Returns a truth value; null if it is missing or (a problem) of another type. */
    Boolean flag(String key) {
        String text = text(key);
        if (text == null) {
            return null;
        }
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> {
                reportInvalid(key, text, "true or false");
                yield null;
            }
        };
    }

    boolean flag(String key, boolean missing) {
        Boolean found = flag(key);
        return found == null ? missing : found;
    }

    /** Returns the constant for a word; the default if it is missing or (a problem) unknown. */
    <T> T word(String key, T missing, T[] constants, Function<T, String> word) {
        String text = text(key);
        if (text == null) {
            return missing;
        }
        List<String> words = new ArrayList<>();
        for (T constant : constants) {
            if (word.apply(constant).equals(text)) {
                return constant;
            }
            words.add(word.apply(constant));
        }
        problems.error(
                ErrorCode.BAD_VALUE,
                place(key),
                key + " is '" + text + "'; it takes one of " + String.join(", ", words),
                Problems.didYouMean(text, words));
        return missing;
    }

    /** Returns a value converted by a function; null if it is missing or invalid (a problem). */
    <T> T value(String key, Function<String, Optional<T>> reader, String expected) {
        String text = text(key);
        if (text == null) {
            return null;
        }
        Optional<T> found = reader.apply(text);
        if (found.isEmpty()) {
            reportInvalid(key, text, expected);
        }
        return found.orElse(null);
    }

    /** Returns the strings of a list, or a single value as a list. */
    List<String> texts(String key) {
        return mapping.has(key) ? texts(mapping.get(key), key, problems) : List.of();
    }

    static List<String> texts(YamlNode node, String key, Problems problems) {
        List<YamlNode> items =
                node instanceof YamlSequence sequence ? sequence.items() : List.of(node);
        List<String> texts = new ArrayList<>();
        for (YamlNode item : items) {
            String text = text(item, key, problems);
            if (text != null) {
                texts.add(text);
            }
        }
        return texts;
    }
}
