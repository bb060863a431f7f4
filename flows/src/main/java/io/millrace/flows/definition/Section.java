package io.millrace.flows.definition;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.parsers.text.YamlEntry;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;
import io.millrace.parsers.text.YamlSequence;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A mapping of a definition file. Unknown keys and values of the wrong kind are reported as
 * problems, and reading continues with the default. Parameters are substituted in every value.
 */
public record Section(YamlMapping mapping, Parameters parameters, Problems problems) {

    /**
     * Creates a section to read a mapping.
     *
     * @param node content of the file; content other than a mapping is a problem and results in a
     *     section without keys @param known all permitted keys; null to permit any key
     */
    public static Section of(
            YamlNode node, List<String> known, Parameters parameters, Problems problems) {
        boolean nothing = node instanceof YamlScalar scalar && scalar.isNull();
        YamlMapping mapping = nothing ? null : node.asMapping(problems);
        if (mapping != null && known != null) {
            mapping.checkKeys(known, problems);
        }
        return new Section(mapping, parameters, problems);
    }

    public boolean has(String key) {
        return mapping != null && mapping.has(key);
    }

    /** Returns the keys with their values, in the order of the file. */
    public List<YamlEntry> entries() {
        return mapping == null ? List.of() : mapping.entries();
    }

    /** Returns the value of a key without substitution; null if the key is missing. */
    public YamlNode node(String key) {
        return mapping == null ? null : mapping.get(key);
    }

    /**
     * Returns the position of the value of a key. If the key is missing, returns the position of
     * the whole mapping.
     */
    public Place place(String key) {
        YamlNode node = node(key);
        return node == null ? place() : node.place();
    }

    /**
     * Returns the start position of the mapping. Only for sections that were read from a mapping.
     */
    public Place place() {
        return mapping.place();
    }

    public boolean isMapping() {
        return mapping != null;
    }

    /** Returns the mapping below a key. If the key is missing, returns a section without keys. */
    public Section section(String key, List<String> known) {
        YamlNode node = node(key);
        return node == null
                ? new Section(null, parameters, problems)
                : of(node, known, parameters, problems);
    }

    /** Returns the string value of a key. If the key is missing, returns the default. */
    public String text(String key, String missing) {
        YamlNode node = node(key);
        String text = node == null ? null : text(node);
        return text == null ? missing : text;
    }

    /**
     * Returns the string value of a required key. If the key is missing, reports a problem and
     * returns an empty string.
     */
    public String required(String key) {
        if (mapping == null) {
            return "";
        }
        if (!mapping.has(key)) {
            problems.error(ErrorCode.MISSING_KEY, place(), "the key '" + key + "' is missing");
            return "";
        }
        return text(key, "");
    }

    /**
     * Returns a value as a string with parameters substituted. If the value is not a string,
     * reports a problem and returns null.
     */
    public String text(YamlNode node) {
        YamlScalar scalar = node.asScalar(problems);
        if (scalar == null) {
            return null;
        }
        if (scalar.isNull()) {
            problems.error(ErrorCode.BAD_VALUE, scalar.place(), "a value is missing");
            return null;
        }
        return parameters.fill(scalar.text(), scalar.place(), problems);
    }

    /** Returns an integer between two bounds. */
    public long integer(String key, long missing, long least, long most) {
        return values().integer(key, missing, least, most);
    }

    /** Returns the values of the keys of {@link FlowOptions}. */
    public FlowOptions options() {
        return FlowOptions.read(values());
    }

    private TextValues values() {
        return new TextValues(key -> text(key, null), this::place, problems);
    }

    /**
     * Returns the boolean value of a key: {@code true} or {@code false}, {@code yes} or {@code no}.
     */
    public boolean flag(String key, boolean missing) {
        return values().value(key, missing, TextValues::truth, "true or false");
    }

    /** Returns one of the given words. Case is ignored, and the word is returned as listed. */
    public String word(String key, String missing, List<String> words) {
        String text = text(key, null);
        if (text == null) {
            return missing;
        }
        Optional<String> word = words.stream().filter(text.strip()::equalsIgnoreCase).findFirst();
        if (word.isEmpty()) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    place(key),
                    key + " must be one of " + String.join(", ", words) + " (found '" + text + "')",
                    Problems.didYouMean(text, words));
        }
        return word.orElse(missing);
    }

    /** Returns the strings of a list, or a single string as a list; empty if the key is missing. */
    public List<String> words(String key) {
        return items(key).stream().map(this::text).filter(Objects::nonNull).toList();
    }

    /**
     * Returns the items of a list, or a value that is not a list as the only item. The result is
     * empty if the key is missing or has no value.
     */
    public List<YamlNode> items(String key) {
        return switch (node(key)) {
            case null -> List.of();
            case YamlSequence sequence -> sequence.items();
            case YamlScalar scalar when scalar.isNull() -> List.of();
            case YamlNode single -> List.of(single);
        };
    }
}
