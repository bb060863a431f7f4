package io.millrace.models.xsd;

import io.millrace.engine.error.Source;
import io.millrace.models.ConversionReport;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.yaml.ModelYaml;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The content of a {@code messageSet.mset}: the name of the set and its physical formats.
 *
 * @param kinds kind ({@code cwf}, {@code tds}, {@code xml}) of each format, by the name of the
 *     format
 */
record MessageSetFile(
        String name,
        String identifier,
        Map<String, PhysicalFormat> formats,
        Map<String, String> kinds) {

    private static final String XSI_TYPE = "{http://www.w3.org/2001/XMLSchema-instance}type";

    /** Pattern of the generated identifiers of message sets. */
    private static final String IDENTIFIER = "[A-Z0-9]{13}";

    static MessageSetFile read(Optional<Source> file, Source definition, ConversionReport report) {
        Path path = Path.of(definition.name()).getFileName();
        String plain = path == null ? "messages" : path.toString().replaceAll("(?<=.)\\..*", "");
        if (file.isEmpty()) {
            report.dropped(
                    definition.at(0), "the settings of the formats: messageSet.mset was not found");
        }
        XmlNode root = file.map(f -> XmlReader.read(f, report)).orElse(null);
        var formats = new LinkedHashMap<String, PhysicalFormat>();
        var kinds = new LinkedHashMap<String, String>();
        if (root == null) {
            return new MessageSetFile(plain, "", formats, kinds);
        }
        String identifier = "";
        for (XmlNode child : root.children) {
            if (!child.name.endsWith("Rep")) {
                continue;
            }
            String type = child.attributes.getOrDefault(XSI_TYPE, child.name);
            String kind = kind(type);
            String called = child.get("name", "");
            String id = child.get("doctypePublicID", "");
            identifier = id.matches(IDENTIFIER) ? id : identifier;
            if (kind == null || called.isEmpty()) {
                report.dropped(child.place, "the format %s of the kind %s", called, type);
                continue;
            }
            PropertyNames names = new PropertyNames(kind, report);
            formats.put(
                    called,
                    names.accepted(
                            names.settings(child),
                            child,
                            (map, found) -> ModelYaml.format(kind, called, map, found)));
            kinds.put(called, kind);
        }
        if (!identifier.isEmpty()) {
            report.changed(
                    root.place,
                    "the identifier %s belongs to the DOCTYPE of an XML format",
                    identifier);
        }
        return new MessageSetFile(root.get("name", plain), identifier, formats, kinds);
    }

    /** Returns the kind of format that the name of a type contains; null if there is none. */
    static String kind(String word) {
        String small = word.toLowerCase(Locale.ROOT);
        return Stream.of("cwf", "tds", "xml").filter(small::contains).findFirst().orElse(null);
    }
}
