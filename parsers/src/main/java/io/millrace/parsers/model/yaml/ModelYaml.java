package io.millrace.parsers.model.yaml;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.parser.ModelParser;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.text.Yaml;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;

/** Reads and writes model files. Safe to use from several threads. */
public final class ModelYaml {

    /** What the names of model files end in. */
    public static final String SUFFIX = ModelParser.SUFFIX;

    private ModelYaml() {}

    /**
     * Reads a model file.
     *
     * @param source its text and the name that problems show
     * @param problems takes all that is wrong with it
     * @return what could be understood; null where it is no mapping, or not YAML at all
     */
    public static ModelFile read(Source source, Problems problems) {
        YamlNode document = Yaml.read(source, problems);
        YamlMapping mapping = document == null ? null : document.asMapping(problems);
        return mapping == null ? null : new ModelReader(mapping, problems).read();
    }

    /**
     * What an element says of one physical format, on a line as a model file has it; empty where it
     * says nothing.
     */
    public static String line(PhysicalFormat format, ElementDeclaration element) {
        PhysicalProperties properties = element.physical().get(format.name());
        return properties == null ? "" : FlowText.line(kind(format).properties(properties, null));
    }

    /** What a format says for all elements, as before. */
    public static String line(PhysicalFormat format) {
        return FlowText.line(kind(format).settings(format));
    }

    private static FormatYaml kind(PhysicalFormat format) {
        return FormatYaml.KINDS.stream().filter(k -> k.writes(format)).findFirst().orElseThrow();
    }

    /** A message set as a model file that reads back as the same set. */
    public static String write(MessageSet set) {
        return new ModelWriter(set).write();
    }
}
