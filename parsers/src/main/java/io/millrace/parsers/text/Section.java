package io.millrace.parsers.text;

import static io.millrace.engine.error.ErrorCode.BAD_VALUE;
import static io.millrace.engine.error.ErrorCode.DUPLICATE_NAME;
import static io.millrace.engine.error.ErrorCode.MISSING_KEY;
import static io.millrace.engine.error.ErrorCode.YAML_SHAPE;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.setting.EffectiveSetting;
import io.millrace.engine.setting.Layer;
import io.millrace.engine.setting.Setting;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.engine.setting.SettingKind;
import io.millrace.engine.setting.SettingValue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A mapping of a file, read by the settings of its group. All unknown keys, missing required keys
 * and invalid values are reported when the section is created. An invalid value is then treated as
 * missing, and a missing value as the default of its setting.
 */
public final class Section {

    private final YamlMapping mapping;
    private final SettingGroup group;
    private final Substitution substitution;
    private final Problems problems;
    private final Map<String, List<String>> values = new HashMap<>();

    /** Newest version of the formats of all files. */
    private static final int NEWEST_FORMAT = 1;

    /** The setting that each file has: the version of the file format. */
    public static final SettingGroup FORMAT_VERSION =
            SettingGroup.of(
                    "formatVersion",
                    """
                    formatVersion [INTEGER 1..%1$d = %1$d]: Version of the format of the file.
                    """
                            .formatted(NEWEST_FORMAT));

    private static final Setting VERSION = FORMAT_VERSION.settings().getFirst();

    /** A mapping whose key is a name that the author of the file chooses. */
    public record Named(String name, Place place, Section section) {}

    private Section(
            YamlMapping mapping,
            SettingGroup group,
            Map<String, SettingGroup> others,
            Substitution substitution,
            Problems problems) {
        this.mapping = mapping;
        this.group = group;
        this.substitution = substitution;
        this.problems = problems;
        if (mapping != null) {
            if (!group.open()) {
                mapping.checkKeys(group.allNames(), e -> advice(group, others, e), problems);
            }
            mapping.entries().forEach(this::read);
            group.settings().forEach(this::checkRequired);
        }
    }

    /** Returns advice about a key that belongs to another place; empty if there is none. */
    private static String advice(
            SettingGroup group, Map<String, SettingGroup> others, YamlEntry entry) {
        for (Map.Entry<String, SettingGroup> other : others.entrySet()) {
            if (other.getValue().find(entry.name()) != null) {
                return "write it in " + other.getKey();
            }
        }
        return nested(group, entry, "");
    }

    /** Returns advice about a key that belongs to a nested mapping; empty if there is none. */
    private static String nested(SettingGroup group, YamlEntry entry, String path) {
        String open = "";
        for (Setting setting : group.settings()) {
            if (!setting.kind().isNested()) {
                continue;
            }
            String below = path + setting.name();
            SettingGroup nested = setting.nested();
            Setting found = nested.find(entry.name());
            if (found != null
                    && !(found.kind().isScalar() && entry.value() instanceof YamlMapping)) {
                return "write it below " + below;
            }
            String deeper = nested(nested, entry, below + ".");
            if (!deeper.isEmpty()) {
                return deeper;
            }
            boolean isFolder =
                    nested.open()
                            && entry.value() instanceof YamlMapping
                            && Problems.nearest(entry.name(), group.allNames()) == null;
            open =
                    isFolder && path.isEmpty()
                            ? "write it below " + below + " if it belongs there"
                            : open;
        }
        return open;
    }

    /**
     * Reads a mapping.
     *
     * @param node content of the file. Content other than a mapping is reported and results in a
     *     section without keys, as does a missing value.
     * @param group settings of the mapping
     */
    public static Section of(
            YamlNode node, SettingGroup group, Substitution substitution, Problems problems) {
        return of(node, group, Map.of(), substitution, problems);
    }

    /**
     * Reads a mapping as {@link #of(YamlNode, SettingGroup, Substitution, Problems)} does.
     *
     * @param others settings of other files by the names of the files, for advice about keys that
     *     belong to another file
     */
    public static Section of(
            YamlNode node,
            SettingGroup group,
            Map<String, SettingGroup> others,
            Substitution substitution,
            Problems problems) {
        boolean nothing = node == null || node instanceof YamlScalar scalar && scalar.isNull();
        YamlMapping mapping = nothing ? null : mapping(node, group, problems);
        return new Section(mapping, group, others, substitution, problems);
    }

    /** Returns a mapping. Reports another value, with an example of a mapping of these settings. */
    private static YamlMapping mapping(YamlNode node, SettingGroup group, Problems problems) {
        if (node instanceof YamlMapping mapping) {
            return mapping;
        }
        problems.error(
                YAML_SHAPE,
                node.place(),
                "expected a mapping (key: value), found " + node.kind(),
                ShapeAdvice.mapping(node, group));
        return null;
    }

    /** Reports a version of the format of a file that this version of Millrace cannot read. */
    public static void checkVersion(YamlMapping file, Problems problems) {
        of(file, FORMAT_VERSION.withOtherKeys(), Substitution.NONE, problems);
    }

    private void read(YamlEntry entry) {
        Setting setting = group.find(entry.name());
        if (setting == null) {
            return;
        }
        List<String> read = null;
        if (setting.kind().isScalar()) {
            read = scalar(setting, entry.value());
        } else if (setting.kind() == SettingKind.LIST
                && entry.value() instanceof YamlMapping mapping) {
            problems.error(
                    YAML_SHAPE,
                    mapping.place(),
                    setting.name() + " must be a list (found a mapping)",
                    ShapeAdvice.list(mapping));
        } else if (setting.kind() == SettingKind.LIST) {
            read =
                    items(entry.value()).stream()
                            .map(item -> text(item, setting.name()))
                            .filter(Objects::nonNull)
                            .toList();
        } else if (setting.kind() == SettingKind.REFUSED) {
            String[] parts = setting.description().split("; ", 2);
            problems.error(BAD_VALUE, entry.key().place(), parts[0], parts[1]);
        }
        if (read != null && values.put(setting.name(), read) != null) {
            problems.error(
                    DUPLICATE_NAME,
                    entry.key().place(),
                    setting.name() + " is set twice, once as " + entry.name());
        }
    }

    private List<String> scalar(Setting setting, YamlNode node) {
        String text = text(node, setting.name());
        if (text != null && setting == VERSION && isNewer(text)) {
            problems.error(
                    BAD_VALUE,
                    node.place(),
                    "formatVersion is %s, but this version of Millrace reads files up to %d"
                            .formatted(text, NEWEST_FORMAT),
                    "use the version of Millrace that the file was written for, or a newer one");
            return null;
        }
        String value = text == null ? null : canonical(setting, text, node.place(), problems);
        return value == null ? null : List.of(value);
    }

    private static boolean isNewer(String version) {
        return version.matches("[0-9]+")
                && new BigInteger(version).compareTo(BigInteger.valueOf(NEWEST_FORMAT)) > 0;
    }

    /** Returns the canonical value of a setting. Reports an invalid value and returns null. */
    public static String canonical(Setting setting, String text, Place place, Problems problems) {
        String value = setting.canonical(text);
        if (value == null) {
            problems.error(
                    BAD_VALUE,
                    place,
                    "%s must be %s (found '%s')"
                            .formatted(setting.name(), setting.expected(), setting.shown(text)),
                    Problems.didYouMean(text, setting.choices()));
        }
        return value;
    }

    private void checkRequired(Setting setting) {
        // Misspelled keys are reported once, as unknown. So are the keys of another mapping.
        List<String> unknown =
                mapping.keys().stream().filter(key -> !group.allNames().contains(key)).toList();
        boolean misspelled =
                !group.open()
                        && !unknown.isEmpty()
                        && (unknown.size() == mapping.keys().size()
                                || unknown.stream()
                                        .map(key -> Problems.nearest(key, group.allNames()))
                                        .anyMatch(setting.name()::equals));
        if (setting.required()
                && !misspelled
                && mapping.keys().stream().noneMatch(setting::isNamed)) {
            problems.error(MISSING_KEY, place(), "the key '" + setting.name() + "' is missing");
        }
    }

    public Problems problems() {
        return problems;
    }

    /** Whether the file contains the mapping. */
    public boolean isMapping() {
        return mapping != null;
    }

    /** Whether the mapping has a key. Its value can be invalid. */
    public boolean has(String key) {
        return mapping != null && mapping.has(key);
    }

    /** Whether the mapping has an unknown key, which was reported. */
    public boolean hasUnknownKeys() {
        return mapping != null && !group.open() && !group.allNames().containsAll(mapping.keys());
    }

    /** Whether the mapping has a key with a valid value. */
    public boolean isSet(String key) {
        return values.containsKey(key);
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

    /** Returns the value of a setting as a string; the default if the setting is not set. */
    public String text(String key) {
        List<String> set = values.get(key);
        return set == null || set.isEmpty() ? setting(key).defaultValue() : set.getFirst();
    }

    /** Returns the value of a setting as a string; the given default if the setting is not set. */
    public String text(String key, String missing) {
        return isSet(key) ? text(key) : missing;
    }

    /** Returns the value of an INTEGER setting; 0 if the setting is not set and has no default. */
    public int integer(String key) {
        return Math.toIntExact(number(key));
    }

    /** Returns the value of an INTEGER setting of 64 bits. */
    public long number(String key) {
        String text = text(key);
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }

    /** Returns the value of a SECONDS setting, in milliseconds. */
    public long millis(String key) {
        String text = text(key);
        return text.isEmpty() ? 0 : new BigDecimal(text).movePointRight(3).longValue();
    }

    /** Returns the value of a BOOLEAN setting. */
    public boolean flag(String key) {
        return text(key).equals("true");
    }

    /** Returns the words of a LIST setting. */
    public List<String> list(String key) {
        return values.getOrDefault(key, List.of());
    }

    /** Returns the values that are set, by the names of their settings. */
    public Map<String, SettingValue> given(Layer layer) {
        Map<String, SettingValue> given = new HashMap<>();
        for (Setting setting : group.settings()) {
            if (isSet(setting.name())) {
                given.put(setting.name(), value(setting, layer));
            }
        }
        return given;
    }

    private SettingValue value(Setting setting, Layer layer) {
        YamlEntry entry =
                entries().stream().filter(e -> setting.isNamed(e.name())).findFirst().orElseThrow();
        List<String> written = new ArrayList<>();
        for (YamlNode item : items(entry.value())) {
            written.add(item instanceof YamlScalar scalar ? scalar.text() : item.kind());
        }
        return new SettingValue(values.get(setting.name()), written, layer, entry.value().place());
    }

    /**
     * Returns the settings with their effective values: those that are set, and defaults. The keys
     * of nested mappings begin with the keys and names above them.
     *
     * @param layer layer of the file
     * @param file position of the defaults
     */
    public List<EffectiveSetting> effective(Layer layer, Place file) {
        List<EffectiveSetting> all = new ArrayList<>();
        // The problems of the sections in this section are reported where they are read.
        new Section(mapping, group, Map.of(), substitution, new Problems())
                .effective("", layer, file, all);
        return all;
    }

    private void effective(String prefix, Layer layer, Place place, List<EffectiveSetting> all) {
        for (Setting setting : group.settings()) {
            String key = prefix + setting.name();
            if (isSet(setting.name())) {
                all.add(new EffectiveSetting(key, value(setting, layer), setting.sensitive()));
            } else if (!setting.defaultValue().isEmpty()) {
                all.add(EffectiveSetting.ofDefault(key, setting, place));
            } else if (setting.kind() == SettingKind.GROUP) {
                section(setting.name()).effective(key + ".", layer, place, all);
            } else if (setting.kind() == SettingKind.NAMED_GROUPS) {
                for (Named named : named(setting.name())) {
                    named.section()
                            .effective(key + "." + named.name() + ".", layer, named.place(), all);
                }
            } else if (setting.kind() == SettingKind.GROUP_LIST) {
                int number = 1;
                for (Section item : sections(setting.name())) {
                    item.effective(key + "[" + number + "].", layer, place, all);
                    number++;
                }
            }
        }
    }

    /** Returns the mapping of a GROUP setting. If the key is missing, returns an empty section. */
    public Section section(String key) {
        return of(node(key), setting(key).nested(), substitution, problems);
    }

    /**
     * Returns the mappings of a NAMED_GROUPS setting, in the order of the file. The file can
     * contain a list of names instead, whose mappings are then missing.
     */
    public List<Named> named(String key) {
        SettingGroup nested = setting(key).nested();
        List<Named> named = new ArrayList<>();
        if (node(key) instanceof YamlMapping names) {
            for (YamlEntry e : names.entries()) {
                Section section = of(e.value(), nested, substitution, problems);
                named.add(new Named(e.name(), e.key().place(), section));
            }
            return named;
        }
        for (YamlNode item : items(node(key))) {
            if (item instanceof YamlMapping) {
                problems.error(
                        YAML_SHAPE,
                        item.place(),
                        "expected a name, found a mapping",
                        "in a list, write only names; otherwise write NAME: {...} without '-'");
                continue;
            }
            String name = text(item, key);
            if (name != null) {
                Section missing = of(null, nested, substitution, problems);
                named.add(new Named(name, item.place(), missing));
            }
        }
        return named;
    }

    /** Returns the mappings of a GROUP_LIST setting. A single mapping is the only item. */
    public List<Section> sections(String key) {
        SettingGroup nested = setting(key).nested();
        return items(node(key)).stream()
                .map(item -> of(item, nested, substitution, problems))
                .toList();
    }

    private Setting setting(String key) {
        Setting setting = group.find(key);
        if (setting == null) {
            throw new IllegalArgumentException(group.name() + " has no setting " + key);
        }
        return setting;
    }

    /**
     * Returns the items of a list, or a value that is not a list as the only item. The result is
     * empty for a missing value.
     */
    public static List<YamlNode> items(YamlNode node) {
        return switch (node) {
            case null -> List.of();
            case YamlSequence sequence -> sequence.items();
            case YamlScalar scalar when scalar.isNull() -> List.of();
            case YamlNode single -> List.of(single);
        };
    }

    /** Reports an error in the value of a key. */
    public void report(String key, String text) {
        problems.error(BAD_VALUE, place(key), text);
    }

    /** Reports an invalid value. */
    public void reportInvalid(String key, String found, String expected) {
        report(key, "%s must be %s (found '%s')".formatted(key, expected, found));
    }

    private String text(YamlNode node, String name) {
        String text = text(node, name, problems);
        if (text == null) {
            return null;
        }
        int before = problems.count();
        String filled = substitution.fill(text, node.place(), problems);
        return problems.count() > before ? null : filled;
    }

    /**
     * Returns a value as a string. If the value is not a string, reports a problem and returns
     * null.
     *
     * @param name name of the value in the problem
     */
    public static String text(YamlNode node, String name, Problems problems) {
        YamlScalar scalar = node.asScalar(problems);
        if (scalar == null) {
            return null;
        }
        if (scalar.isNull()) {
            problems.error(BAD_VALUE, scalar.place(), name + " has no value");
            return null;
        }
        return scalar.text();
    }

    /** Returns the string values of a mapping with any keys, in the order of the file. */
    public Map<String, String> texts(String key) {
        Map<String, String> texts = new LinkedHashMap<>();
        given(key, Layer.DEFAULT).forEach((name, value) -> texts.put(name, value.text()));
        return texts;
    }

    /**
     * Returns the string values of a mapping with any keys like {@link #texts}, with their origins.
     */
    public Map<String, SettingValue> given(String key, Layer layer) {
        Map<String, SettingValue> given = new LinkedHashMap<>();
        for (YamlEntry entry : of(node(key), SettingGroup.OPEN, substitution, problems).entries()) {
            String text = text(entry.value(), entry.name());
            if (text != null && entry.value() instanceof YamlScalar scalar) {
                given.put(
                        entry.name(),
                        new SettingValue(
                                List.of(text), List.of(scalar.text()), layer, scalar.place()));
            }
        }
        return given;
    }
}
