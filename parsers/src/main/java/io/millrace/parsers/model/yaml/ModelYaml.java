package io.millrace.parsers.model.yaml;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.parser.ModelParser;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.parsers.model.CwfFormat;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.model.TdsFormat;
import io.millrace.parsers.model.XmlFormat;
import io.millrace.parsers.text.Yaml;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A reader and writer of model files. Safe for use by several threads. */
public final class ModelYaml {

    /** File name suffix of model files. */
    public static final String SUFFIX = ModelParser.SUFFIX;

    /** All kinds of physical formats. */
    static final List<FormatYaml> KINDS = List.of(new CwfYaml(), new TdsYaml(), new XmlYaml());

    private ModelYaml() {}

    /**
     * Returns the settings of model files by name: {@code model}, {@code element}, {@code
     * attribute}, {@code facets}, and {@code cwfSettings}, {@code cwfProperties} and so on for each
     * kind of physical format.
     */
    public static Map<String, SettingGroup> groups() {
        Map<String, SettingGroup> groups = new LinkedHashMap<>();
        groups.put("model", ModelReader.GROUP);
        groups.put("element", ParticleReader.SETTINGS);
        groups.put("attribute", ParticleReader.REQUIRED);
        groups.put("facets", FacetsYaml.GROUP);
        for (FormatYaml kind : KINDS) {
            groups.put(kind.kind() + "Settings", kind.settingsGroup());
            groups.put(kind.kind() + "Properties", kind.propertiesGroup());
        }
        return groups;
    }

    /**
     * Reads a model file.
     *
     * @param source text of the file, and its name in problems
     * @param problems receives the errors found
     * @return the parts that could be read; null if the file is not YAML or not a mapping
     */
    public static ModelFile read(Source source, Problems problems) {
        YamlNode document = Yaml.read(source, problems);
        YamlMapping mapping = document == null ? null : document.asMapping(problems);
        return mapping == null ? null : new ModelReader(mapping, problems).read();
    }

    /**
     * Returns a physical format of a kind.
     *
     * @param kind {@code cwf}, {@code tds} or {@code xml}
     * @param settings settings by their keys in a model file
     * @param problems receives errors
     */
    public static PhysicalFormat format(
            String kind, String name, Map<String, String> settings, Problems problems) {
        YamlMapping mapping = mapping(settings, problems);
        return kind(kind).format(name, settings.isEmpty() ? null : mapping, problems);
    }

    /**
     * Parses the physical properties of an element.
     *
     * @param kind kind of the physical format
     * @param properties values by their keys in a model file
     */
    public static PhysicalProperties element(
            String kind, Map<String, String> properties, Problems problems) {
        return kind(kind).element(mapping(properties, problems), false, _ -> "", problems);
    }

    /**
     * Parses the physical properties of a type or group.
     *
     * @param kind kind of the physical format
     * @param properties values by their keys in a model file
     * @return null if no property is specified
     */
    public static PhysicalProperties group(
            String kind, Map<String, String> properties, Problems problems) {
        return kind(kind).group(mapping(properties, problems), false, problems);
    }

    private static YamlMapping mapping(Map<String, String> entries, Problems problems) {
        FlowMapping flow = new FlowMapping().onLines();
        entries.forEach(flow::put);
        String text = entries.isEmpty() ? "{}" : YamlLayout.of(flow);
        return Yaml.read(new Source("properties", text), problems).asMapping(problems);
    }

    /** Returns the kind with a word; null if the word is unknown. */
    static FormatYaml kind(String word) {
        return KINDS.stream().filter(k -> k.kind().equals(word)).findFirst().orElse(null);
    }

    /**
     * Returns the properties of an element in one physical format, on one line in the syntax of a
     * model file; empty if none is specified.
     */
    public static String line(PhysicalFormat format, ElementDeclaration element) {
        PhysicalProperties properties = element.physical().get(format.name());
        return properties == null ? "" : YamlLayout.line(kind(format).properties(properties, null));
    }

    /** Returns the settings of a format on one line in the syntax of a model file. */
    public static String line(PhysicalFormat format) {
        return YamlLayout.line(kind(format).settings(format));
    }

    static FormatYaml kind(PhysicalFormat format) {
        return switch (format) {
            case CwfFormat _ -> KINDS.get(0);
            case TdsFormat _ -> KINDS.get(1);
            case XmlFormat _ -> KINDS.get(2);
        };
    }

    /**
     * Returns a message set as the text of a model file. Reading the file results in an equal set.
     */
    public static String write(MessageSet set) {
        return new ModelWriter(set).write();
    }
}
