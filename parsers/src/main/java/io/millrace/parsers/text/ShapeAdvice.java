package io.millrace.parsers.text;

import io.millrace.engine.setting.Setting;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.engine.setting.SettingKind;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Advice about a value of another kind than expected, with the form that the file needs. It repeats
 * names and numbers of the file, but no other values, because these can be secrets.
 */
final class ShapeAdvice {

    /** Maximum number of names in an example. */
    private static final int MAX_NAMES = 3;

    private ShapeAdvice() {}

    /** Returns advice where a mapping with the settings of a group is expected. */
    static String mapping(YamlNode found, SettingGroup group) {
        if (found instanceof YamlScalar scalar && scalar.text().matches("[\\w.-]+\\s*=.*")) {
            return "write a colon and a blank instead of =";
        }
        if (!(found instanceof YamlSequence sequence)) {
            return first(group, s -> s.required())
                    .or(() -> first(group, s -> true))
                    .map(s -> "write {" + s.name() + ": " + shown(s, found) + "}")
                    .orElse("");
        }
        Set<String> keys = keys(sequence);
        if (keys.isEmpty()) {
            return listed(sequence, group);
        }
        if (group.open() || keys.stream().anyMatch(key -> group.find(key) != null)) {
            return mapping(found);
        }
        return first(
                        group,
                        s ->
                                s.kind() == SettingKind.GROUP_LIST
                                        && keys.stream().anyMatch(k -> s.nested().find(k) != null))
                .map(s -> "write the list below " + s.name() + ":")
                .orElse("");
    }

    /** Returns advice where a mapping with any keys is expected; empty if there is none. */
    static String mapping(YamlNode found) {
        if (found instanceof YamlScalar scalar) {
            return scalar.text().matches("[\\w.-]+:[^:\\s].*")
                    ? "write a blank after the colon"
                    : "";
        }
        if (!(found instanceof YamlSequence sequence)) {
            return "";
        }
        Set<String> keys = keys(sequence);
        return keys.isEmpty()
                ? "write a mapping instead of the list, as in {name: value}"
                : "write a mapping instead of the list, without '-' and brackets: " + example(keys);
    }

    /** Returns advice where a single value is expected; empty if there is none. */
    static String single(YamlNode found) {
        return found instanceof YamlSequence(var place, List<YamlNode> items)
                        && items.size() == 1
                        && items.getFirst() instanceof YamlScalar
                ? "write the value without '-' and brackets"
                : "";
    }

    /** Returns advice where a list is expected. */
    static String list(YamlMapping found) {
        return "write "
                + found.keys().stream()
                        .limit(MAX_NAMES)
                        .collect(Collectors.joining(", ", "[", "]"));
    }

    private static String listed(YamlSequence found, SettingGroup group) {
        String names =
                found.items().stream()
                        .filter(item -> item instanceof YamlScalar)
                        .limit(MAX_NAMES)
                        .map(item -> ((YamlScalar) item).text())
                        .collect(Collectors.joining(", "));
        return first(group, s -> s.kind() == SettingKind.LIST)
                .or(() -> first(group, s -> s.kind() == SettingKind.NAMED_GROUPS))
                .map(s -> "write {" + s.name() + ": [" + names + "]}")
                .orElseGet(() -> mapping(found));
    }

    private static Optional<Setting> first(SettingGroup group, Predicate<Setting> condition) {
        return group.settings().stream().filter(condition).findFirst();
    }

    private static String shown(Setting setting, YamlNode found) {
        boolean number = found instanceof YamlScalar scalar && scalar.asLong().isPresent();
        return number && setting.kind() == SettingKind.INTEGER
                ? ((YamlScalar) found).text()
                : "...";
    }

    /** Returns the keys of the mappings in a list. */
    private static Set<String> keys(YamlSequence found) {
        Set<String> keys = new LinkedHashSet<>();
        for (YamlNode item : found.items()) {
            if (item instanceof YamlMapping mapping) {
                keys.addAll(mapping.keys());
            }
        }
        return keys;
    }

    private static String example(Set<String> keys) {
        return keys.stream()
                .limit(MAX_NAMES)
                .map(key -> key + ": ...")
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
