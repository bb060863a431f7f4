package io.millrace.parsers.model.yaml;

import static io.millrace.engine.error.ErrorCode.BAD_VALUE;
import static io.millrace.engine.error.Problems.didYouMean;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.parsers.model.BooleanStrings;
import io.millrace.parsers.model.MarkerText;
import io.millrace.parsers.model.Word;
import io.millrace.parsers.text.YamlEntry;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;
import io.millrace.parsers.text.YamlSequence;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * A mapping of a model file, read strictly: a value of the wrong kind is a problem and left out. No
 * mapping at all is one without keys.
 */
record KeyReader(YamlMapping mapping, Problems problems) {

    boolean has(String key) {
        return mapping != null && mapping.has(key);
    }

    YamlNode node(String key) {
        return mapping.get(key);
    }

    Place place(String key) {
        return has(key) ? mapping.get(key).place() : mapping.place();
    }

    void report(String key, String text) {
        problems.error(BAD_VALUE, place(key), text);
    }

    void reportInvalid(String key, String found, String expected) {
        report(key, key + " is '" + found + "'; it takes " + expected);
    }

    /** Returns the text of a key; null if it is missing, or (a problem) no text. */
    String text(String key) {
        return has(key) ? text(mapping.get(key), key, problems) : null;
    }

    String text(String key, String missing) {
        String found = text(key);
        return found == null ? missing : found;
    }

    static String text(YamlNode node, String key, Problems problems) {
        YamlScalar scalar = node.asScalar(problems);
        if (scalar != null && scalar.isNull()) {
            problems.error(BAD_VALUE, scalar.place(), key + " has no value");
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

    /** Returns a truth value; null if it is missing or (a problem) something else. */
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

    /** Returns the constant of a word; null if the key is missing, or (a problem) unknown. */
    <W extends Word> W word(String key, Class<W> type) {
        String text = text(key);
        W found = text == null ? null : Word.of(type, text);
        if (text != null && found == null) {
            List<String> words = Word.all(type);
            problems.error(
                    BAD_VALUE,
                    place(key),
                    key + " is '" + text + "'; it takes one of " + String.join(", ", words),
                    didYouMean(text, words));
        }
        return found;
    }

    /** Returns a value read from text; null if the key is missing, or (a problem) invalid. */
    Object value(String key, RecordKeys.Reader reader) {
        String text = text(key);
        if (text == null) {
            return null;
        }
        Optional<?> found = reader.reader().apply(text);
        if (found.isEmpty()) {
            reportInvalid(key, text, reader.expected());
        }
        return found.orElse(null);
    }

    /** Returns a marker; null if nothing is specified, or (a problem) what cannot be understood. */
    MarkerText marker(String key) {
        String text = text(key);
        List<String> unknown = text == null ? List.of() : MarkerText.unknown(text);
        if (unknown.isEmpty()) {
            return text == null ? null : new MarkerText(text);
        }
        String near = didYouMean(unknown.getFirst(), MarkerText.names());
        problems.error(
                BAD_VALUE,
                place(key),
                key + " has <" + unknown.getFirst() + ">, which names no character",
                near.isEmpty()
                        ? """
                        it takes names such as <CR>, <LF>, <HT>, characters such as <U+00A6>, \
                        bytes such as <0x1C>\
                        """
                        : near);
        return null;
    }

    /** Returns the text of each key of a mapping; null if the key is missing. */
    SequencedMap<String, String> map(String key) {
        YamlMapping map = has(key) ? node(key).asMapping(problems) : null;
        if (map == null) {
            return null;
        }
        var texts = new LinkedHashMap<String, String>();
        for (YamlEntry entry : map.entries()) {
            String text = text(entry.value(), entry.name(), problems);
            if (text != null) {
                texts.put(entry.name(), text);
            }
        }
        return texts;
    }

    /** Reports the strings of true and false if they are the same. */
    void checkDiffer(BooleanStrings booleans) {
        if (booleans.trueValue().equals(booleans.falseValue())) {
            report("booleanTrueValue", "booleanTrueValue and booleanFalseValue must differ");
        }
    }

    List<String> texts(String key) {
        return has(key) ? texts(mapping.get(key), key, problems) : List.of();
    }

    static List<String> texts(YamlNode node, String key, Problems problems) {
        List<YamlNode> items =
                node instanceof YamlSequence sequence ? sequence.items() : List.of(node);
        var texts = new ArrayList<String>();
        for (YamlNode item : items) {
            String text = text(item, key, problems);
            if (text != null) {
                texts.add(text);
            }
        }
        return texts;
    }
}
