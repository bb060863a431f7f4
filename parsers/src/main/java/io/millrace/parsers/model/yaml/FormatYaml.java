package io.millrace.parsers.model.yaml;

import static io.millrace.engine.error.ErrorCode.ESQL_PATTERN;
import static io.millrace.engine.error.ErrorCode.UNKNOWN_KEY;

import io.millrace.engine.error.Problems;
import io.millrace.engine.message.format.PatternMistake;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.parsers.model.BooleanStrings;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.text.Section;
import io.millrace.parsers.text.Substitution;
import io.millrace.parsers.text.YamlEntry;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;

import java.util.List;
import java.util.function.Function;

/** A reader and writer of one kind of physical format in model files. */
abstract class FormatYaml {

    private static final List<String> PATTERNS =
            List.of("dateTimeFormat", "dateFormat", "timeFormat");

    static final SettingGroup KIND =
            SettingGroup.of("kind", "kind [TEXT]: Kind of the physical format.");

    final RecordKeys settings;
    final RecordKeys properties;
    private final String kind;

    /**
     * Creates a kind.
     *
     * @param settings keys of a format's settings
     * @param properties keys of an element's properties
     */
    FormatYaml(String kind, RecordKeys settings, RecordKeys properties) {
        this.kind = kind;
        this.settings = settings;
        this.properties = properties;
    }

    /**
     * Returns the value of the key {@code kind}, which is also the default name of a format of this
     * kind.
     */
    final String kind() {
        return kind;
    }

    /**
     * Returns a format of this kind.
     *
     * @param node value after the format's name in the file; null if there is none
     */
    final PhysicalFormat format(String name, YamlNode node, Problems problems) {
        YamlMapping mapping = node == null ? null : node.asMapping(problems);
        SettingGroup group = settingsGroup().and(KIND);
        if (mapping != null) {
            mapping.checkKeys(group.allNames(), entry -> advice(name, group, entry), problems);
        }
        Section keys = Section.of(mapping, group.withOtherKeys(), Substitution.NONE, problems);
        checkPatterns(keys);
        return format(name, keys);
    }

    /** Returns advice about a key of elements or of another language; empty if there is none. */
    private String advice(String name, SettingGroup group, YamlEntry entry) {
        String key = ForeignWords.key(entry.name());
        if (group.find(key) != null) {
            return "did you mean " + key + "?";
        }
        return propertiesGroup().find(key) == null
                ? ""
                : "write it in a message, type or element: %s: {%s: ...}".formatted(name, key);
    }

    /** Warns about letters of date patterns that are probably wrong. */
    private static void checkPatterns(Section keys) {
        for (String key : PATTERNS) {
            if (keys.isSet(key)) {
                PatternMistake.find(keys.text(key))
                        .forEach(
                                m ->
                                        keys.problems()
                                                .warning(
                                                        ESQL_PATTERN,
                                                        keys.place(key),
                                                        m.text(),
                                                        m.hint()));
            }
        }
    }

    /** Returns the settings of a format. */
    SettingGroup settingsGroup() {
        return settings.group();
    }

    /** Returns the properties of an element. */
    SettingGroup propertiesGroup() {
        return properties.group();
    }

    abstract PhysicalFormat format(String name, Section keys);

    /**
     * Returns the properties of one element.
     *
     * @param node value after the format's name in the element
     * @param holdsGroup whether the element has an anonymous type with elements. Then the same
     *     mapping can contain properties of the type's group, which {@link #group} reads
     * @param advice returns advice about an unknown property; empty if there is none
     */
    final PhysicalProperties element(
            YamlNode node,
            boolean holdsGroup,
            Function<YamlEntry, String> advice,
            Problems problems) {
        if (node instanceof YamlScalar scalar) {
            return shortForm(scalar, problems);
        }
        YamlMapping mapping = node.asMapping(problems);
        if (mapping != null) {
            checkElementKeys(mapping, holdsGroup, advice, problems);
        }
        Section keys =
                Section.of(
                        mapping, properties.group().withOtherKeys(), Substitution.NONE, problems);
        checkPatterns(keys);
        return element(keys);
    }

    /** Reads the short form of properties: a single value. */
    abstract PhysicalProperties shortForm(YamlScalar scalar, Problems problems);

    void checkElementKeys(
            YamlMapping mapping,
            boolean holdsGroup,
            Function<YamlEntry, String> advice,
            Problems problems) {
        mapping.checkKeys(properties.names(), advice, problems);
    }

    abstract PhysicalProperties element(Section keys);

    /**
     * Returns the properties of one group: the group of a type with elements, or a nested group.
     *
     * @param node value after the format's name in the type or group
     * @param ofElement whether the same mapping can contain properties of an element, which {@link
     *     #element} reads
     * @return the properties; null if the node specifies no property of the group
     */
    PhysicalProperties group(YamlNode node, boolean ofElement, Problems problems) {
        if (!ofElement) {
            problems.error(
                    UNKNOWN_KEY,
                    node.place(),
                    "a type or group cannot have properties in a " + kind + " format",
                    "specify them in the elements with the type");
        }
        return null;
    }

    /**
     * Returns the section with the properties of a group; null if the node has none.
     *
     * @param group keys of a group
     * @param ofElement whether the mapping can contain properties of an element
     */
    static Section groupSection(
            RecordKeys group, YamlNode node, boolean ofElement, Problems problems) {
        if (node instanceof YamlScalar && ofElement) {
            return null;
        }
        YamlMapping mapping = node.asMapping(problems);
        if (mapping == null) {
            return null;
        }
        if (!ofElement) {
            mapping.checkKeys(group.names(), problems);
        }
        return Section.of(mapping, group.group().withOtherKeys(), Substitution.NONE, problems);
    }

    /** Reports the strings of true and false if they are the same. */
    static void checkDiffer(Section keys, BooleanStrings booleans) {
        if (booleans.trueValue().equals(booleans.falseValue())) {
            keys.report("booleanTrueValue", "booleanTrueValue and booleanFalseValue must differ");
        }
    }

    /** Returns the settings that differ from the defaults, without {@code kind}, for the writer. */
    abstract FlowMapping settings(PhysicalFormat format);

    /**
     * Returns the properties that differ from the defaults, for the writer: a short form or a
     * mapping.
     *
     * @param element properties of the element; null if there are none
     * @param group properties of the group; null if there are none
     */
    abstract Object properties(PhysicalProperties element, PhysicalProperties group);
}
