package io.millrace.models.xsd;

import static io.millrace.parsers.model.Composition.CHOICE;
import static io.millrace.parsers.model.Composition.MESSAGE;
import static io.millrace.parsers.model.Composition.UNORDERED_SET;

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

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;

/** Annotations of message definition files (appinfo of the source WMQI_APPINFO). */
final class PhysicalAnnotations implements AnnotationReader {

    /**
     * Properties that can be specified both in the declaration of an element and in a reference to
     * it.
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
        formats = new LinkedHashMap<>(set.formats());
        kinds = new LinkedHashMap<>(set.kinds());
        marksMessages = definitions.stream().anyMatch(d -> d.text().contains("<MRMessage"));
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
        return node.children("annotation")
                .flatMap(a -> a.children("appinfo"))
                .flatMap(a -> a.children.stream())
                .toList();
    }

    /**
     * Returns the properties that annotations specify, by format.
     *
     * @param nodes annotated nodes; later nodes override earlier nodes
     * @param endings suffixes of the names of annotations; later suffixes override earlier suffixes
     * @param make creates the properties for a kind of format; returns null if there are none
     */
    private SequencedMap<String, PhysicalProperties> physical(
            List<XmlNode> nodes, List<String> endings, Maker make) {
        var specified = new LinkedHashMap<String, Map<String, String>>();
        for (XmlNode node : nodes) {
            for (String ending : endings) {
                appinfo(node).stream()
                        .filter(rep -> rep.name.toLowerCase(Locale.ROOT).endsWith(ending))
                        .forEach(rep -> readProperties(rep, specified));
            }
        }
        var physical = new LinkedHashMap<String, PhysicalProperties>();
        specified.forEach(
                (format, properties) -> {
                    String kind = kinds.get(format);
                    PhysicalProperties made =
                            new PropertyNames(kind, report)
                                    .accepted(
                                            properties,
                                            nodes.getLast(),
                                            (map, found) -> make.of(kind, map, found));
                    if (made != null && !properties.isEmpty()) {
                        physical.put(format, made);
                    }
                });
        return physical;
    }

    /** A function that creates properties from annotations. */
    private interface Maker {
        PhysicalProperties of(String kind, Map<String, String> entries, Problems problems);
    }

    private void readProperties(XmlNode rep, Map<String, Map<String, String>> specified) {
        String kind = MessageSetFile.kind(rep.name);
        if (kind == null) {
            report.dropped(rep.place, "%s", rep.name);
            return;
        }
        // A format without a declaration has the default settings.
        String called = rep.get("messageSetDefaultRep", kind.toUpperCase(Locale.ROOT) + "1");
        String known = kinds.putIfAbsent(called, kind);
        if (known != null && !known.equals(kind)) {
            report.dropped(rep.place, "%s: %s is a format of the kind %s", rep.name, called, known);
            return;
        }
        formats.computeIfAbsent(
                called, name -> ModelYaml.format(kind, name, Map.of(), new Problems()));
        specified
                .computeIfAbsent(called, f -> new LinkedHashMap<>())
                .putAll(new PropertyNames(kind, report).properties(rep));
    }

    @Override
    public ElementDeclaration element(XmlNode node, ElementDeclaration made) {
        ElementDeclaration element =
                made.documented(made.documentation().replace("\\s", " ").strip());
        for (var entry : fields(List.of(node)).entrySet()) {
            element = element.with(entry.getKey(), entry.getValue());
        }
        return element;
    }

    @Override
    public ElementReference reference(XmlNode node, XmlNode target, ElementReference made) {
        return fields(List.of(node)).isEmpty()
                ? made
                : new ElementReference(made.name(), made.occurs(), fields(List.of(target, node)));
    }

    private SequencedMap<String, PhysicalProperties> fields(List<XmlNode> nodes) {
        return physical(nodes, OF_ELEMENTS, ModelYaml::element);
    }

    @Override
    public Group group(XmlNode node, Group made) {
        Composition composition = made.composition();
        ContentRule content = made.content();
        for (XmlNode rep : appinfo(node)) {
            if (rep.name.matches("MRComplexType|MRGlobalGroup|MRLocalGroup")) {
                composition = composition(rep, made);
                content = content(rep, content);
            }
        }
        var physical = new LinkedHashMap<String, PhysicalProperties>(made.physical());
        physical.putAll(physical(List.of(node), OF_GROUPS, ModelYaml::group));
        return new Group(
                made.label(), composition, content, made.particles(), made.occurs(), physical);
    }

    private Composition composition(XmlNode rep, Group made) {
        return switch (rep.get("composition", "").toLowerCase(Locale.ROOT)) {
            case "unorderedset", "simpleunorderedset" -> UNORDERED_SET;
            case "choice" -> CHOICE;
            case "message" -> {
                if (made.particles().stream().allMatch(p -> p instanceof ElementReference)) {
                    yield MESSAGE;
                }
                report.changed(
                        rep.place,
                        "imported as a choice: the embedded message declares its "
                                + "own elements");
                yield CHOICE;
            }
            default -> made.composition();
        };
    }

    private static ContentRule content(XmlNode rep, ContentRule standard) {
        String word = rep.get("content", "");
        return Stream.of(ContentRule.values())
                .filter(rule -> rule.word().equalsIgnoreCase(word))
                .findFirst()
                .orElse(standard);
    }
}
