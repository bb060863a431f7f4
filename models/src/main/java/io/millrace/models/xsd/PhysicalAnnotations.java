package io.millrace.models.xsd;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.models.ConversionReport;
import io.millrace.parsers.model.Composition;
import io.millrace.parsers.model.ContentRule;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.model.yaml.ModelYaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;

/** Annotations of message definition files (appinfo of the source WMQI_APPINFO). */
final class PhysicalAnnotations implements AnnotationReader {

    /**
     * Properties that can be specified of an element where it is declared, and where it is
     * referenced.
     */
    private static final List<String> OF_ELEMENTS =
            List.of("elemrep", "attrrep", "baserep", "inclrep");

    private static final List<String> OF_GROUPS = List.of("structrep", "grouprep");

    private final ConversionReport report;
    private final LinkedHashMap<String, PhysicalFormat> formats;
    private final Map<String, String> kinds;

    /** Whether messages are marked; otherwise all global elements with children are messages. */
    private final boolean marksMessages;

    PhysicalAnnotations(MessageSetFile set, List<Source> definitions, ConversionReport report) {
        this.report = report;
        this.formats = new LinkedHashMap<>(set.formats());
        this.kinds = new LinkedHashMap<>(set.kinds());
        this.marksMessages = definitions.stream().anyMatch(d -> d.text().contains("<MRMessage"));
    }

    @Override
    public boolean isMessage(XmlNode node) {
        return !marksMessages || appinfo(node).stream().anyMatch(n -> n.name.equals("MRMessage"));
    }

    @Override
    public SequencedMap<String, PhysicalFormat> formats() {
        return formats;
    }

    private static List<XmlNode> appinfo(XmlNode node) {
        List<XmlNode> found = new ArrayList<>();
        node.children("annotation")
                .flatMap(a -> a.children("appinfo"))
                .forEach(a -> found.addAll(a.children));
        return found;
    }

    /**
     * Returns the properties in annotations, by format and key of the model file.
     *
     * @param endings name suffixes of the annotations; those with precedence come last
     */
    private Map<String, Map<String, String>> readProperties(
            List<XmlNode> nodes, List<String> endings) {
        Map<String, Map<String, String>> said = new LinkedHashMap<>();
        for (XmlNode node : nodes) {
            for (String ending : endings) {
                for (XmlNode rep : appinfo(node)) {
                    if (rep.name.toLowerCase(Locale.ROOT).endsWith(ending)) {
                        readProperties(rep, said);
                    }
                }
            }
        }
        return said;
    }

    private void readProperties(XmlNode rep, Map<String, Map<String, String>> said) {
        String kind = MessageSetFile.kind(rep.name);
        if (kind == null) {
            report.dropped(rep.place, rep.name);
            return;
        }
        String format = format(rep, kind);
        if (format != null) {
            said.computeIfAbsent(format, f -> new LinkedHashMap<>())
                    .putAll(new PropertyNames(kind, report).properties(rep));
        }
    }

    /** Returns the format of an annotation. If no file declares it, it has the default settings. */
    private String format(XmlNode rep, String kind) {
        String called = rep.get("messageSetDefaultRep", kind.toUpperCase(Locale.ROOT) + "1");
        String known = kinds.putIfAbsent(called, kind);
        if (known != null && !known.equals(kind)) {
            report.dropped(
                    rep.place, rep.name + ": " + called + " is a format of the kind " + known);
            return null;
        }
        formats.computeIfAbsent(
                called, name -> ModelYaml.format(kind, name, Map.of(), new Problems()));
        return called;
    }

    @Override
    public ElementDeclaration element(XmlNode node, ElementDeclaration made) {
        ElementDeclaration element =
                made.documented(made.documentation().replace("\\s", " ").strip());
        SequencedMap<String, PhysicalProperties> physical = fields(List.of(node), node);
        for (Map.Entry<String, PhysicalProperties> entry : physical.entrySet()) {
            element = element.with(entry.getKey(), entry.getValue());
        }
        return element;
    }

    @Override
    public ElementReference reference(XmlNode node, XmlNode target, ElementReference made) {
        SequencedMap<String, PhysicalProperties> own = fields(List.of(node), node);
        return own.isEmpty()
                ? made
                : new ElementReference(
                        made.name(), made.occurs(), fields(List.of(target, node), node));
    }

    private SequencedMap<String, PhysicalProperties> fields(List<XmlNode> nodes, XmlNode place) {
        LinkedHashMap<String, PhysicalProperties> physical = new LinkedHashMap<>();
        readProperties(nodes, OF_ELEMENTS)
                .forEach(
                        (format, properties) -> {
                            String kind = kinds.get(format);
                            if (!properties.isEmpty()) {
                                physical.put(
                                        format,
                                        new PropertyNames(kind, report)
                                                .accepted(
                                                        properties,
                                                        place,
                                                        (map, found) ->
                                                                ModelYaml.element(
                                                                        kind, map, found)));
                            }
                        });
        return physical;
    }

    @Override
    public Group group(XmlNode node, Group made) {
        Composition composition = made.composition();
        ContentRule content = made.content();
        for (XmlNode rep : appinfo(node)) {
            if (rep.name.equals("MRComplexType")
                    || rep.name.equals("MRGlobalGroup")
                    || rep.name.equals("MRLocalGroup")) {
                composition = composition(rep, made);
                content = content(rep, content);
            }
        }
        LinkedHashMap<String, PhysicalProperties> physical = new LinkedHashMap<>(made.physical());
        readProperties(List.of(node), OF_GROUPS)
                .forEach(
                        (format, properties) -> {
                            String kind = kinds.get(format);
                            PhysicalProperties group =
                                    new PropertyNames(kind, report)
                                            .accepted(
                                                    properties,
                                                    node,
                                                    (map, found) ->
                                                            ModelYaml.group(kind, map, found));
                            if (group != null) {
                                physical.put(format, group);
                            }
                        });
        return new Group(
                made.label(), composition, content, made.particles(), made.occurs(), physical);
    }

    private Composition composition(XmlNode rep, Group made) {
        String word = rep.get("composition", "").toLowerCase(Locale.ROOT);
        return switch (word) {
            case "unorderedset", "simpleunorderedset" -> Composition.UNORDERED_SET;
            case "choice" -> Composition.CHOICE;
            case "message" -> {
                boolean references =
                        made.particles().stream().allMatch(p -> p instanceof ElementReference);
                if (!references) {
                    report.changed(
                            rep.place,
                            "an embedded message with declarations of its own is a choice");
                }
                yield references ? Composition.MESSAGE : Composition.CHOICE;
            }
            default -> made.composition();
        };
    }

    private ContentRule content(XmlNode rep, ContentRule standard) {
        return switch (rep.get("content", "").toLowerCase(Locale.ROOT)) {
            case "open" -> ContentRule.OPEN;
            case "opendefined" -> ContentRule.OPEN_DEFINED;
            case "closed" -> ContentRule.CLOSED;
            default -> standard;
        };
    }
}
