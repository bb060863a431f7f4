package io.millrace.models.export;

import io.millrace.models.ConversionReport;
import io.millrace.parsers.model.AttributeDeclaration;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.Composition;
import io.millrace.parsers.model.ContentRule;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.ModelPlaces;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.Type;
import io.millrace.parsers.model.yaml.ModelFile;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Writes a message set as a document type definition. A DTD identifies an element only by its name,
 * so that elements with the same name have the same content. It has no types, counts or namespaces.
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
        this.set = model.set();
        this.places = model.places();
        this.report = report;
    }

    String write() {
        report.dropped(places.of(), "types, facets, name spaces, NULL and physical properties");
        set.messages().values().forEach(this::ask);
        set.elements().values().forEach(this::ask);
        while (!open.isEmpty()) {
            element(open.poll());
        }
        StringBuilder out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        out.append("<!-- ").append(comment(set.name())).append(" -->\n");
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

    /** Returns a string that is safe in a comment, which two hyphens would end. */
    private static String comment(String text) {
        return text.replaceAll("-(?=-)", "- ").replaceAll("-$", "- ");
    }

    private void ask(ElementDeclaration element) {
        if (seen.add(element)) {
            open.add(element);
        }
    }

    private void element(ElementDeclaration element) {
        Type type = set.resolve(element.type());
        String content = type instanceof ComplexType complex ? content(complex) : "(#PCDATA)";
        String before = contents.putIfAbsent(element.name(), content);
        if (before != null && !before.equals(content)) {
            contents.put(element.name(), "ANY");
            report.changed(
                    places.of(element),
                    element.name()
                            + " is declared with another content too, so that it may hold any");
        }
        if (type instanceof ComplexType complex) {
            Set<String> lines =
                    attributes.computeIfAbsent(element.name(), n -> new LinkedHashSet<>());
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
        if (group.particles().isEmpty()) {
            return "EMPTY";
        }
        return group(group, Occurs.ONCE);
    }

    /** Strings, and any number of the elements that are in it at any depth. */
    private String mixed(Group group) {
        Set<String> names = new LinkedHashSet<>();
        names(group, names, 0);
        if (!names.isEmpty()) {
            report.changed(places.of(group), "elements between texts come in any order");
        }
        return names.isEmpty() ? "(#PCDATA)" : "(#PCDATA | " + String.join(" | ", names) + ")*";
    }

    private void names(Group group, Set<String> names, int depth) {
        for (Particle particle : group.particles()) {
            switch (particle) {
                case Group g when depth < MAX_LEVELS -> names(g, names, depth + 1);
                case GroupReference r
                        when depth < MAX_LEVELS && set.groups().containsKey(r.name()) ->
                        names(set.groups().get(r.name()), names, depth + 1);
                case Group _, GroupReference _ -> {
                    // Nobody goes so deep.
                }
                default -> names.add(particle(particle, false));
            }
        }
    }

    private static boolean isOpen(Group group) {
        return group.content() != ContentRule.CLOSED
                || group.particles().stream().anyMatch(p -> p instanceof Group g && isOpen(g));
    }

    private String group(Group group, Occurs occurs) {
        if (++levels > MAX_LEVELS) {
            levels--;
            return "ANY";
        }
        boolean ordered = group.composition() == Composition.SEQUENCE;
        boolean one =
                group.composition() == Composition.CHOICE
                        || group.composition() == Composition.MESSAGE;
        StringJoiner members = new StringJoiner(ordered ? ", " : " | ", "(", ")");
        members.setEmptyValue("");
        for (Particle particle : group.particles()) {
            String member = particle(particle, ordered || one);
            if (!member.isEmpty()) {
                members.add(member);
            }
        }
        levels--;
        if (!ordered && !one) {
            report.changed(
                    places.of(group), group.composition().word() + " is a choice that repeats");
            return members.toString().isEmpty() ? "" : members + "*";
        }
        return members.toString().isEmpty() ? "" : members + count(group, occurs);
    }

    private String particle(Particle particle, boolean counts) {
        Occurs occurs = counts ? particle.occurs() : Occurs.ONCE;
        return switch (particle) {
            case ElementDeclaration e -> named(e, occurs);
            case ElementReference r -> {
                ElementDeclaration e = set.elements().get(r.name());
                e = e == null ? set.messages().get(r.name()) : e;
                yield e == null ? "" : named(e, occurs);
            }
            case Group g -> group(g, occurs);
            case GroupReference r -> {
                Group g = set.groups().get(r.name());
                yield g == null ? "" : group(g, occurs);
            }
        };
    }

    private String named(ElementDeclaration e, Occurs occurs) {
        ask(e);
        return e.name() + count(e, occurs);
    }

    private String count(Particle part, Occurs occurs) {
        boolean exact = occurs.min() <= 1 && (occurs.max() == 1 || occurs.isUnbounded());
        if (!exact) {
            report.changed(places.of(part), "occurs " + occurs + " is any number of times");
        }
        boolean many = occurs.max() != 1;
        return occurs.min() == 0 ? many ? "*" : "?" : many ? "+" : "";
    }

    private String attribute(AttributeDeclaration attribute) {
        ElementDeclaration a = attribute.declaration();
        String type = "CDATA";
        boolean tokens =
                set.resolve(a.type()) instanceof SimpleType simple
                        && !simple.facets().enumeration().isEmpty()
                        && simple.facets().enumeration().stream()
                                .allMatch(v -> v.matches("[\\p{L}\\p{N}_.:-]+"));
        if (tokens) {
            SimpleType simple = (SimpleType) set.resolve(a.type());
            type = "(" + String.join(" | ", simple.facets().enumeration()) + ")";
        }
        String standard =
                a.preset() == null
                        ? attribute.required() ? "#REQUIRED" : "#IMPLIED"
                        : (a.preset().fixed() ? "#FIXED " : "")
                                + '"'
                                + MarkupBuilder.escaped(a.preset().text())
                                + '"';
        return a.name() + " " + type + " " + standard;
    }
}
