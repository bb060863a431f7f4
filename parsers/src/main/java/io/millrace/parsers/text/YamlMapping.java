package io.millrace.parsers.text;

import static io.millrace.engine.error.ErrorCode.UNKNOWN_KEY;
import static io.millrace.engine.error.Problems.didYouMean;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;

/** Keys and values in the order of the file, without duplicate keys. */
public final class YamlMapping implements YamlNode {

    /** Maximum number of known keys listed in a message. */
    private static final int MAX_LISTED = 24;

    /** Minimum length of an unknown key that is searched in the known keys. */
    private static final int MIN_PART = 4;

    private final Place place;
    private final SequencedMap<String, YamlEntry> entries;

    YamlMapping(Place place, Map<String, YamlEntry> entries) {
        this.place = place;
        this.entries = new LinkedHashMap<>(entries);
    }

    @Override
    public Place place() {
        return place;
    }

    @Override
    public String kind() {
        return entries.isEmpty() ? "an empty mapping" : "a mapping";
    }

    /** Returns the entries in the order of the file. */
    public List<YamlEntry> entries() {
        return List.copyOf(entries.values());
    }

    /** Returns the keys in the order of the file. */
    public List<String> keys() {
        return List.copyOf(entries.keySet());
    }

    public boolean has(String key) {
        return entries.containsKey(key);
    }

    /** Returns a key with its value; null if the key is missing. */
    public YamlEntry entry(String key) {
        return entries.get(key);
    }

    /** Returns the value of a key; null if the key is missing. */
    public YamlNode get(String key) {
        YamlEntry entry = entries.get(key);
        return entry == null ? null : entry.value();
    }

    /**
     * Returns the text of a key's scalar; null if the key is missing or the value is null. If the
     * value is a mapping or list, reports YAML_SHAPE and returns null.
     */
    public String text(String key, Problems problems) {
        YamlNode value = get(key);
        YamlScalar scalar = value == null ? null : value.asScalar(problems);
        return scalar == null || scalar.isNull() ? null : scalar.text();
    }

    /** Returns a hint to the only valid name that contains an unknown name; empty otherwise. */
    private static String contained(String name, Collection<String> known) {
        String part = name.toLowerCase(Locale.ROOT);
        List<String> longer =
                part.length() < MIN_PART
                        ? List.of()
                        : known.stream()
                                .filter(other -> other.toLowerCase(Locale.ROOT).contains(part))
                                .toList();
        return longer.size() == 1 ? "did you mean " + longer.getFirst() + "?" : "";
    }

    /** Reports every unknown key as UNKNOWN_KEY, with the nearest valid name. */
    public void checkKeys(Collection<String> known, Problems problems) {
        checkKeys(known, entry -> "", problems);
    }

    /**
     * Reports every unknown key like {@link #checkKeys(Collection, Problems)}.
     *
     * @param advice returns advice about an entry, which replaces the nearest name; empty if there
     *     is none
     */
    public void checkKeys(
            Collection<String> known, Function<YamlEntry, String> advice, Problems problems) {
        for (YamlEntry entry : entries.values()) {
            if (!known.contains(entry.name())) {
                String better = blank(entry.name());
                better = better.isEmpty() ? advice.apply(entry) : better;
                String near =
                        better.isEmpty()
                                ? didYouMean(entry.name(), known, contained(entry.name(), known))
                                : better;
                boolean number = entry.name().matches("[0-9]+");
                String hint =
                        !near.isEmpty()
                                ? near
                                : number
                                        ? """
                                        a comma begins another key; write numbers with a decimal \
                                        point, as in 9.2\
                                        """
                                        : known.size() <= MAX_LISTED
                                                ? "known keys: " + String.join(", ", known)
                                                : "none of the %d known keys is similar"
                                                        .formatted(known.size());
                problems.error(
                        UNKNOWN_KEY,
                        entry.key().place(),
                        "unknown key '" + entry.name() + "'",
                        hint);
            }
        }
    }

    /** Returns advice for a key that begins with a blank of another kind; empty if it does not. */
    private static String blank(String key) {
        int first = key.isEmpty() ? 0 : key.codePointAt(0);
        return first > ' ' && (Character.isSpaceChar(first) || first == 0xFEFF || first == 0x200B)
                ? "the line begins with the character U+%04X, which YAML does not skip; replace it with blanks"
                        .formatted(first)
                : "";
    }
}
