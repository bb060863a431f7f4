package io.millrace.parsers.model.yaml;

import static io.millrace.engine.error.ErrorCode.UNKNOWN_KEY;

import io.millrace.engine.error.Problems;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;

import java.util.ArrayList;
import java.util.List;

/** How one kind of physical format is written in a model file. */
abstract class FormatYaml {

    final RecordKeys settings;
    final RecordKeys properties;
    private final String kind;

    /**
     * Creates a kind.
     *
     * @param settings the keys of a format's settings
     * @param properties the keys of an element
     */
    FormatYaml(String kind, RecordKeys settings, RecordKeys properties) {
        this.kind = kind;
        this.settings = settings;
        this.properties = properties;
    }

    /**
     * Returns the value of the key {@code kind}; also the default name of a format of this kind.
     */
    final String kind() {
        return kind;
    }

    /**
     * Returns a format of this kind.
     *
     * @param node what the file specifies below the format's name; null for nothing
     */
    final PhysicalFormat format(String name, YamlNode node, Problems problems) {
        YamlMapping mapping = node == null ? null : node.asMapping(problems);
        if (mapping != null) {
            var known = new ArrayList<String>(settingsKeys());
            known.add("kind");
            mapping.checkKeys(known, problems);
        }
        return format(name, new KeyReader(mapping, problems));
    }

    List<String> settingsKeys() {
        return settings.names();
    }

    abstract PhysicalFormat format(String name, KeyReader keys);

    /**
     * Returns the properties of one element.
     *
     * @param node value after the format's name in the element
     * @param holdsGroup whether the element's type is written out in it, so that the same mapping
     *     can contain properties of its group, which are read by {@link #group}
     */
    final PhysicalProperties element(YamlNode node, boolean holdsGroup, Problems problems) {
        if (node instanceof YamlScalar scalar) {
            return shortForm(scalar, problems);
        }
        YamlMapping mapping = node.asMapping(problems);
        if (mapping != null) {
            checkElementKeys(mapping, holdsGroup, problems);
        }
        return element(new KeyReader(mapping, problems));
    }

    /** Reads properties that stand on one line. */
    abstract PhysicalProperties shortForm(YamlScalar scalar, Problems problems);

    void checkElementKeys(YamlMapping mapping, boolean holdsGroup, Problems problems) {
        mapping.checkKeys(properties.names(), problems);
    }

    abstract PhysicalProperties element(KeyReader keys);

    /**
     * Returns the properties of one group: of a type with elements, or of a group among elements.
     *
     * @param node value after the format's name in the type
     * @param ofElement whether the same mapping can contain properties of an element, which are
     *     read by {@link #element}
     * @return null if it specifies no property of the group
     */
    PhysicalProperties group(YamlNode node, boolean ofElement, Problems problems) {
        if (!ofElement) {
            problems.error(
                    UNKNOWN_KEY,
                    node.place(),
                    "a type or group has no properties in a " + kind + " format",
                    "specify them where elements have the type");
        }
        return null;
    }

    /** Returns the settings that are not the defaults, without {@code kind}; for the writer. */
    abstract FlowMapping settings(PhysicalFormat format);

    /**
     * Returns the properties that are not the defaults: a short form, or a mapping; for the writer.
     *
     * @param element null for none
     * @param group null for none
     */
    abstract Object properties(PhysicalProperties element, PhysicalProperties group);
}
