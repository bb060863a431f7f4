package io.millrace.parsers.model.yaml;

import io.millrace.engine.error.Problems;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.text.YamlNode;

import java.util.List;

/** How one kind of physical format is written in a model file. */
interface FormatYaml {

    /** All kinds. */
    List<FormatYaml> KINDS = List.of(new CwfYaml(), new TdsYaml(), new XmlYaml());

    /** What the key {@code kind} says; also the usual name of a format of this kind. */
    String kind();

    /** Whether a format is of this kind. */
    boolean writes(PhysicalFormat format);

    /**
     * A format of this kind.
     *
     * @param settings what the file says below the format's name; null for nothing
     */
    PhysicalFormat format(String name, YamlNode settings, Problems problems);

    /**
     * The properties of one element.
     *
     * @param node what the file says in the element behind the format's name
     * @param holdsGroup whether the element's type is written out in it, so that the same mapping
     *     may hold properties of its group, which are read by {@link #group}
     */
    PhysicalProperties element(YamlNode node, boolean holdsGroup, Problems problems);

    /**
     * The properties of one group: of a type that holds elements, or of a group among elements.
     *
     * @param node what the file says in the type behind the format's name
     * @param ofElement whether the same mapping may hold properties of an element, which are read
     *     by {@link #element}
     * @return null where it says nothing of the group
     */
    PhysicalProperties group(YamlNode node, boolean ofElement, Problems problems);

    /** The settings that are not the defaults, without {@code kind}; for the writer. */
    Flow settings(PhysicalFormat format);

    /**
     * The properties that are not the defaults: a short form, or a mapping; for the writer.
     *
     * @param element null for none
     * @param group null for none
     */
    Object properties(PhysicalProperties element, PhysicalProperties group);
}
