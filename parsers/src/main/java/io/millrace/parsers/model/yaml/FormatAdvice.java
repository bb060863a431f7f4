package io.millrace.parsers.model.yaml;

import io.millrace.engine.error.Problems;
import io.millrace.parsers.text.YamlEntry;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlScalar;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Advice about keys of elements, types and groups that belong to a physical format.
 *
 * @param formats kinds of the formats of the message set, by their names
 * @param kinds all kinds of formats
 */
record FormatAdvice(Map<String, FormatYaml> formats, List<FormatYaml> kinds) {

    /** Returns advice about an unknown key; empty if it is not related to formats. */
    String of(YamlEntry entry) {
        for (FormatYaml kind : kinds) {
            if (kind.kind().equals(entry.name())) {
                return ofKind(kind);
            }
        }
        if (entry.value() instanceof YamlMapping properties && isFormat(properties)) {
            return ofUnknownFormat(entry.name());
        }
        String property = ofProperty(entry);
        return property.isEmpty() ? ofOtherKind(entry.name(), formats.values()) : property;
    }

    /** Whether all keys of a mapping are properties of fields in one kind of format. */
    private boolean isFormat(YamlMapping properties) {
        return !properties.keys().isEmpty()
                && kinds.stream()
                        .anyMatch(
                                kind ->
                                        properties.keys().stream()
                                                .allMatch(
                                                        key ->
                                                                kind.propertiesGroup().find(key)
                                                                        != null));
    }

    private String ofUnknownFormat(String name) {
        String nearest = Problems.nearest(name, formats.keySet());
        return nearest != null
                ? "did you mean " + nearest + "?"
                : "the message set has no format %s; its formats are %s"
                        .formatted(name, String.join(", ", formats.keySet()));
    }

    /** Returns advice about a kind that is written instead of the name of a format. */
    private String ofKind(FormatYaml kind) {
        List<String> names =
                formats.entrySet().stream()
                        .filter(format -> format.getValue() == kind)
                        .map(Map.Entry::getKey)
                        .toList();
        return names.isEmpty()
                ? "the message set has no format of the kind %s; its formats are %s"
                        .formatted(kind.kind(), String.join(", ", formats.keySet()))
                : "write the name of the format of this kind: " + String.join(" or ", names);
    }

    /** Returns advice about a property of a format of the message set; empty for other keys. */
    String ofProperty(YamlEntry entry) {
        String key = ForeignWords.key(entry.name());
        boolean isWord =
                entry.value() instanceof YamlScalar scalar && scalar.text().matches("[\\w.-]+");
        String value = isWord ? ((YamlScalar) entry.value()).text() : "...";
        return formats.entrySet().stream()
                .filter(format -> format.getValue().propertiesGroup().find(key) != null)
                .map(format -> "write %s: {%s: %s}".formatted(format.getKey(), key, value))
                .findFirst()
                .orElse("");
    }

    /**
     * Returns advice about a property that only formats of other kinds have, or that is a setting
     * of a format; empty for other keys.
     *
     * @param own kinds of the formats to which the property was applied
     */
    String ofOtherKind(String name, Iterable<FormatYaml> own) {
        String key = ForeignWords.key(name);
        String found = "";
        for (FormatYaml kind : own) {
            found += (found.isEmpty() ? "" : " or ") + kind.kind();
            if (kind.settingsGroup().find(key) != null) {
                return "%s is a setting of the format: write it below formats, next to its kind"
                        .formatted(key);
            }
        }
        String others =
                kinds.stream()
                        .filter(kind -> kind.propertiesGroup().find(key) != null)
                        .map(FormatYaml::kind)
                        .collect(Collectors.joining(" and "));
        return others.isEmpty()
                ? ""
                : "%s is a property of formats of the kind %s (found %s)"
                        .formatted(key, others, found);
    }
}
