package io.millrace.parsers.model.yaml;

import io.millrace.engine.error.Problems;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;

import java.util.List;

/** Syntax of one kind of physical format in a model file. */
interface FormatYaml {

    /** All kinds of formats. */
    List<FormatYaml> KINDS = List.of(new CwfYaml(), new TdsYaml(), new XmlYaml());

    /**
     * Returns the value of the key {@code kind}; also the default name of a format of this kind.
     */
    String kind();

    /** Whether a format is of this kind. */
    boolean writes(PhysicalFormat format);

    /**
     * Returns a format of this kind.
     *
     * @param settings settings below the format's name in the file; null for none
     */
    default PhysicalFormat format(String name, YamlNode settings, Problems problems) {
        YamlMapping mapping = settings == null ? null : settings.asMapping(problems);
        if (mapping != null) {
            mapping.checkKeys(settingsKeys(), problems);
        }
        return mapping == null
                ? defaultFormat(name)
                : format(name, new KeyReader(mapping, problems));
    }

    /** Returns a format of this kind with default settings. */
    PhysicalFormat defaultFormat(String name);

    /** Returns the keys of a format's settings. */
    List<String> settingsKeys();

    PhysicalFormat format(String name, KeyReader settings);

    /**
     * Returns the properties of one element.
     *
     * @param node value after the format's name in the element
     * @param holdsGroup whether the element's type is written out in it, so that the same mapping
     *     can contain properties of its group, which are read by {@link #group}
     */
    default PhysicalProperties element(YamlNode node, boolean holdsGroup, Problems problems) {
        if (node instanceof YamlScalar scalar) {
            return shortForm(scalar, problems);
        }
        YamlMapping mapping = node.asMapping(problems);
        if (mapping == null) {
            return noProperties();
        }
        checkElementKeys(mapping, holdsGroup, problems);
        return element(new KeyReader(mapping, problems));
    }

    /** Reads properties in the short form, on one line. */
    PhysicalProperties shortForm(YamlScalar scalar, Problems problems);

    /** Returns the default properties as a new object, which has its own position in the file. */
    PhysicalProperties noProperties();

    void checkElementKeys(YamlMapping mapping, boolean holdsGroup, Problems problems);

    PhysicalProperties element(KeyReader keys);

    /**
     * Returns the properties of one group: of a type with elements, or of a group among elements.
     *
     * @param node value after the format's name in the type
     * @param ofElement whether the same mapping can contain properties of an element, which are
     *     read by {@link #element}
     * @return null if it specifies no property of the group
     */
    PhysicalProperties group(YamlNode node, boolean ofElement, Problems problems);

    /** Returns the settings that are not the defaults, without {@code kind}; for the writer. */
    FlowMapping settings(PhysicalFormat format);

    /**
     * Returns the properties that are not the defaults: a short form, or a mapping; for the writer.
     *
     * @param element null for none
     * @param group null for none
     */
    Object properties(PhysicalProperties element, PhysicalProperties group);
}
