package io.millrace.models.export;

import static io.millrace.models.export.MarkupBuilder.escaped;
import static io.millrace.parsers.model.Composition.CHOICE;
import static io.millrace.parsers.model.Composition.MESSAGE;
import static io.millrace.parsers.model.Composition.SEQUENCE;
import static io.millrace.parsers.model.ContentRule.CLOSED;
import static io.millrace.parsers.model.Occurs.ONCE;

import static java.util.stream.Collectors.joining;

import io.millrace.models.ConversionReport;
import io.millrace.parsers.model.AttributeDeclaration;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.ModelPlaces;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.yaml.ModelFile;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A writer of message sets as document type definitions. A DTD identifies an element only by its
 * name, so elements with the same name have the same content. A DTD has no types, counts or
 * namespaces.
 */
final class DtdWriter {

    private static final int MAX_LEVELS = 100;

    private final MessageSet set;
    private final ModelPlaces places;
    private final ConversionReport report;

    /** The contents of elements by their name. */
    private final Map<String, String> contents = new LinkedHashMap<>();

    private final Map<String, Set<String>> attributes = new LinkedHashMap<>();
    private final Deque<ElementDeclaration> open = new ArrayDeque<>();
    private final Set<ElementDeclaration> seen = new LinkedHashSet<>();
    private int levels;

    DtdWriter(ModelFile model, ConversionReport report) {
        set = model.set();
        places = model.places();
        this.report = report;
    }

    String write() {
        report.dropped(places.of(), "types, facets, namespaces, NULL and physical properties");
        set.messages().values().forEach(this::addContent);
        set.elements().values().forEach(this::addContent);
        while (!open.isEmpty()) {
            element(open.poll());
        }
        StringBuilder out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        // Two hyphens end a comment.
        String comment = set.name().replaceAll("-(?=-)", "- ").replaceAll("-$", "- ");
        out.append("<!-- ").append(comment).append(" -->\n");
        contents.forEach(
                (name, content) -> {
                    out.append("<!ELEMENT ").append(name).append(' ').append(content).append(">\n");
                    Set<String> lines = attributes.getOrDefault(name, Set.of());
                    if (!lines.isEmpty()) {
                        out.append("<!ATTLIST ").append(name);
                        lines.forEach(line -> out.append("\n  ").append(line));
                        out.append(">\n");
                    }
                });
        return out.toString();
    }

    private void addContent(ElementDeclaration element) {
        if (seen.add(element)) {
            open.add(element);
        }
    }

    private void element(ElementDeclaration element) {
        String name = element.name();
        ComplexType complex =
                set.resolve(element.type()) instanceof ComplexType found ? found : null;
        String content = complex == null ? "(#PCDATA)" : content(complex);
        String before = contents.putIfAbsent(name, content);
        if (before != null && !before.equals(content)) {
            contents.put(name, "ANY");
            report.changed(
                    places.of(element),
                    "%s is declared several times with different content, so it can contain "
                            + "any elements",
                    name);
        }
        if (complex != null) {
            Set<String> lines = attributes.computeIfAbsent(name, n -> new LinkedHashSet<>());
            complex.attributes().forEach(a -> lines.add(attribute(a)));
        }
    }

    private String content(ComplexType type) {
        Group group = type.content();
        if (type.value() != null) {
            return "(#PCDATA)";
        }
        if (isOpen(group)) {
            return "ANY";
        }
        if (type.mixed()) {
            return mixed(group);
        }
        return group.particles().isEmpty() ? "EMPTY" : group(group, ONCE);
    }

    /** Returns mixed content: text, and any number of the elements in a group at any depth. */
    private String mixed(Group group) {
        var names = new LinkedHashSet<String>();
        names(group, names, 0);
        if (!names.isEmpty()) {
            report.changed(places.of(group), "elements in mixed content can be in any order");
        }
        return names.isEmpty() ? "(#PCDATA)" : "(#PCDATA | " + String.join(" | ", names) + ")*";
    }

    private void names(Group group, Set<String> names, int depth) {
        if (group == null || depth > MAX_LEVELS) {
            return;
        }
        for (Particle particle : group.particles()) {
            switch (particle) {
                case Group g -> names(g, names, depth + 1);
                case GroupReference r -> names(set.groups().get(r.name()), names, depth + 1);
                default -> names.add(particle(particle, false));
            }
        }
    }

    private static boolean isOpen(Group group) {
        return group.content() != CLOSED
                || group.particles().stream().anyMatch(p -> p instanceof Group g && isOpen(g));
    }

    private String group(Group group, Occurs occurs) {
        if (group == null || levels >= MAX_LEVELS) {
            return group == null ? "" : "ANY";
        }
        levels++;
        boolean ordered = group.composition() == SEQUENCE;
        boolean counts = ordered || group.composition() == CHOICE || group.composition() == MESSAGE;
        String members =
                group.particles().stream()
                        .map(particle -> particle(particle, counts))
                        .filter(member -> !member.isEmpty())
                        .collect(joining(ordered ? ", " : " | "));
        levels--;
        if (!counts) {
            report.changed(
                    places.of(group), "%s is a choice that repeats", group.composition().word());
        }
        return members.isEmpty() ? "" : "(" + members + ")" + (counts ? count(group, occurs) : "*");
    }

    private String particle(Particle particle, boolean counts) {
        Occurs occurs = counts ? particle.occurs() : ONCE;
        return switch (particle) {
            case ElementDeclaration e -> named(e, occurs);
            case ElementReference r -> named(References.element(set, r), occurs);
            case Group g -> group(g, occurs);
            case GroupReference r -> group(set.groups().get(r.name()), occurs);
        };
    }

    private String named(ElementDeclaration e, Occurs occurs) {
        if (e == null) {
            return "";
        }
        addContent(e);
        return e.name() + count(e, occurs);
    }

    private String count(Particle part, Occurs occurs) {
        boolean exact = occurs.min() <= 1 && (occurs.max() == 1 || occurs.isUnbounded());
        if (!exact) {
            report.changed(
                    places.of(part), "the number of occurrences %s becomes any number", occurs);
        }
        boolean many = occurs.max() != 1;
        return occurs.min() == 0 ? many ? "*" : "?" : many ? "+" : "";
    }

    private String attribute(AttributeDeclaration attribute) {
        ElementDeclaration a = attribute.declaration();
        List<String> values = References.facets(set, a.type()).enumeration();
        boolean tokens =
                !values.isEmpty()
                        && values.stream().allMatch(v -> v.matches("[\\p{L}\\p{N}_.:-]+"));
        String standard =
                a.preset() == null
                        ? attribute.required() ? "#REQUIRED" : "#IMPLIED"
                        : (a.preset().fixed() ? "#FIXED \"" : "\"")
                                + escaped(a.preset().text())
                                + '"';
        String type = tokens ? "(" + String.join(" | ", values) + ")" : "CDATA";
        return a.name() + " " + type + " " + standard;
    }
}
