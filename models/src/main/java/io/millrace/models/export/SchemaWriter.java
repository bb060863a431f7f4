package io.millrace.models.export;

import io.millrace.models.ConversionReport;
import io.millrace.parsers.model.AttributeDeclaration;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.Composition;
import io.millrace.parsers.model.ContentRule;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Facets;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.ModelPlaces;
import io.millrace.parsers.model.NamedType;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.Type;
import io.millrace.parsers.model.yaml.ModelFile;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;

/** Writes a message set as an XML Schema; the importer of schemas reads it back. */
final class SchemaWriter {

    private static final String XML = "http://www.w3.org/XML/1998/namespace";

    private final MessageSet set;
    private final ModelPlaces places;
    private final ConversionReport report;
    private final MarkupBuilder out = new MarkupBuilder();
    private boolean hasXmlAttributes;

    SchemaWriter(ModelFile model, ConversionReport report) {
        this.set = model.set();
        this.places = model.places();
        this.report = report;
    }

    String write() {
        if (!set.formats().isEmpty()) {
            report.dropped(
                    places.of(),
                    "the physical properties of " + String.join(", ", set.formats().keySet()));
        }
        boolean named = !set.namespace().isEmpty();
        MarkupBuilder head = new MarkupBuilder();
        head.open(
                "xs:schema",
                "xmlns:xs",
                "http://www.w3.org/2001/XMLSchema",
                "xmlns:tns",
                named ? set.namespace() : null,
                "targetNamespace",
                named ? set.namespace() : null,
                "elementFormDefault",
                named ? "qualified" : null);
        out.open("x");
        globals(set.messages());
        globals(set.elements());
        set.types().forEach(this::namedType);
        set.groups().forEach(this::namedGroup);
        String body = out.toString().substring("<x>\n".length());
        String imports = hasXmlAttributes ? "  <xs:import namespace=\"" + XML + "\"/>\n" : "";
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                + head
                + imports
                + body
                + "</xs:schema>\n";
    }

    private void globals(SequencedMap<String, ElementDeclaration> declared) {
        declared.forEach(
                (name, e) -> {
                    boolean twice = declared == set.elements() && set.messages().containsKey(name);
                    if (!twice) {
                        foreign(e);
                        element(name, e, null, true);
                    } else if (!set.messages().get(name).equals(e)) {
                        report.dropped(
                                places.of(e),
                                "the element " + name + ", beside the message of that name");
                    }
                });
    }

    /** Reports an element of another namespace: a schema declares elements of one namespace. */
    private void foreign(ElementDeclaration e) {
        if (e.namespace() != null && !e.namespace().equals(set.namespace())) {
            report.changed(
                    places.of(e),
                    e.name()
                            + " is of the name space "
                            + (e.namespace().isEmpty() ? "of no name" : e.namespace())
                            + ", and here of that of the schema");
        }
    }

    // Elements

    private void element(String name, ElementDeclaration e, Occurs occurs, boolean isGlobal) {
        String form = null;
        if (!isGlobal && e.namespace() != null && !e.namespace().equals(set.namespace())) {
            if (e.namespace().isEmpty()) {
                form = "unqualified";
            } else {
                foreign(e);
            }
        }
        Object[] attributes = {
            "name",
            name,
            "type",
            typeName(e.type()),
            "minOccurs",
            min(occurs),
            "maxOccurs",
            max(occurs),
            "nillable",
            e.nillable() ? "true" : null,
            "default",
            e.preset() == null || e.preset().fixed() ? null : e.preset().text(),
            "fixed",
            e.preset() == null || !e.preset().fixed() ? null : e.preset().text(),
            "form",
            form
        };
        if (typeName(e.type()) != null && e.documentation().isEmpty()) {
            out.empty("xs:element", attributes);
            return;
        }
        out.open("xs:element", attributes);
        documentation(e.documentation());
        inline(e.type());
        out.close("xs:element");
    }

    private void documentation(String text) {
        if (!text.isEmpty()) {
            out.open("xs:annotation").text("xs:documentation", text).close("xs:annotation");
        }
    }

    private static String min(Occurs occurs) {
        return occurs == null || occurs.min() == 1 ? null : Integer.toString(occurs.min());
    }

    private static String max(Occurs occurs) {
        return occurs == null || occurs.max() == 1
                ? null
                : occurs.isUnbounded() ? "unbounded" : Integer.toString(occurs.max());
    }

    /** Returns the name of a type in references; null if it is written out. */
    private String typeName(Type type) {
        return switch (type) {
            case NamedType(String name) -> name(name);
            case SimpleType(BaseType base, Facets facets) ->
                    facets.equals(Facets.NONE) ? "xs:" + base.word() : null;
            case ComplexType c -> null;
        };
    }

    private String name(String local) {
        return set.namespace().isEmpty() ? local : "tns:" + local;
    }

    // Types

    private void namedType(String name, Type type) {
        switch (type) {
            case SimpleType simple -> simple(simple, name);
            case ComplexType complex -> complex(complex, name);
            case NamedType other -> {
                if (set.resolve(other) instanceof ComplexType) {
                    out.open("xs:complexType", "name", name)
                            .open("xs:complexContent")
                            .empty("xs:extension", "base", name(other.name()))
                            .close("xs:complexContent")
                            .close("xs:complexType");
                } else {
                    out.open("xs:simpleType", "name", name)
                            .empty("xs:restriction", "base", name(other.name()))
                            .close("xs:simpleType");
                }
            }
        }
    }

    private void inline(Type type) {
        switch (type) {
            case SimpleType simple -> {
                if (!simple.facets().equals(Facets.NONE)) {
                    simple(simple, null);
                }
            }
            case ComplexType complex -> complex(complex, null);
            case NamedType named -> {
                // The element names it.
            }
        }
    }

    private void simple(SimpleType type, String name) {
        Facets f = type.facets();
        out.open("xs:simpleType", "name", name);
        out.open("xs:restriction", "base", "xs:" + type.base().word());
        facet("minLength", f.minLength());
        facet("maxLength", f.maxLength());
        facet("totalDigits", f.totalDigits());
        facet("fractionDigits", f.fractionDigits());
        facet("minInclusive", f.range().minInclusive());
        facet("minExclusive", f.range().minExclusive());
        facet("maxInclusive", f.range().maxInclusive());
        facet("maxExclusive", f.range().maxExclusive());
        f.patterns().forEach(p -> facet("pattern", p));
        f.enumeration().forEach(v -> facet("enumeration", v));
        out.close("xs:restriction").close("xs:simpleType");
    }

    private void facet(String name, Object value) {
        if (value != null) {
            out.empty("xs:" + name, "value", value);
        }
    }

    private void complex(ComplexType type, String name) {
        if (type.xsiType() != null) {
            report.changed(
                    places.of(type), "xsi:type calls " + name + " " + type.xsiType() + " no more");
        }
        out.open("xs:complexType", "name", name, "mixed", type.mixed() ? "true" : null);
        if (type.value() != null) {
            valued(type);
        } else if (set.resolve(new NamedType(type.base())) instanceof ComplexType base) {
            derived(type, base);
        } else {
            group(type.content(), null, true);
            attributes(type.attributes(), type.anyAttribute());
        }
        out.close("xs:complexType");
    }

    /**
     * Writes a derived type. A type that begins as its base does extends it; any other restricts
     * it.
     */
    private void derived(ComplexType type, ComplexType base) {
        List<Particle> inherited = base.content().particles();
        List<Particle> all = type.content().particles();
        boolean extended =
                isSequence(base)
                        && isSequence(type)
                        && base.content().content() == type.content().content()
                        && all.size() >= inherited.size()
                        && all.subList(0, inherited.size()).equals(inherited)
                        && type.attributes().containsAll(base.attributes())
                        && (type.anyAttribute() || !base.anyAttribute());
        String word = extended ? "xs:extension" : "xs:restriction";
        out.open("xs:complexContent").open(word, "base", name(type.base()));
        if (extended) {
            List<Particle> own = all.subList(inherited.size(), all.size());
            group(Group.of(Composition.SEQUENCE, own), null, true);
            List<AttributeDeclaration> more = new ArrayList<>(type.attributes());
            more.removeAll(base.attributes());
            attributes(more, type.anyAttribute() && !base.anyAttribute());
        } else {
            group(type.content(), null, true);
            attributes(type.attributes(), type.anyAttribute());
            prohibited(base.attributes(), type.attributes());
        }
        out.close(word).close("xs:complexContent");
    }

    private static boolean isSequence(ComplexType type) {
        return type.value() == null && type.content().composition() == Composition.SEQUENCE;
    }

    private void attributes(List<AttributeDeclaration> all, boolean any) {
        all.forEach(this::attribute);
        if (any) {
            out.empty("xs:anyAttribute", "processContents", "lax");
        }
    }

    /**
     * Prohibits inherited attributes: a type that restricts another has its attributes, unless it
     * specifies otherwise.
     */
    private void prohibited(List<AttributeDeclaration> inherited, List<AttributeDeclaration> own) {
        for (AttributeDeclaration each : inherited) {
            ElementDeclaration a = each.declaration();
            boolean kept =
                    own.stream()
                            .map(AttributeDeclaration::declaration)
                            .anyMatch(
                                    o ->
                                            o.name().equals(a.name())
                                                    && Objects.equals(
                                                            o.namespace(), a.namespace()));
            if (!kept && !XML.equals(a.namespace())) {
                out.empty("xs:attribute", "name", a.name(), "use", "prohibited");
            }
        }
    }

    /**
     * Writes a value with attributes. It extends its base if it has the same value, otherwise it
     * restricts it. Without a base, its own facets need a type that is restricted.
     */
    private void valued(ComplexType type) {
        out.open("xs:simpleContent");
        if (set.resolve(new NamedType(type.base())) instanceof ComplexType base) {
            boolean extended =
                    type.value().equals(base.value())
                            && type.attributes().containsAll(base.attributes())
                            && (type.anyAttribute() || !base.anyAttribute());
            if (extended) {
                List<AttributeDeclaration> more = new ArrayList<>(type.attributes());
                more.removeAll(base.attributes());
                extended(name(type.base()), more, type.anyAttribute() && !base.anyAttribute());
            } else {
                restricted(name(type.base()), type, base.attributes());
            }
        } else if (typeName(type.value()) != null) {
            extended(typeName(type.value()), type.attributes(), type.anyAttribute());
        } else {
            restricted("xs:anyType", type, List.of());
        }
        out.close("xs:simpleContent");
    }

    private void extended(String base, List<AttributeDeclaration> more, boolean any) {
        out.open("xs:extension", "base", base);
        attributes(more, any);
        out.close("xs:extension");
    }

    private void restricted(String base, ComplexType type, List<AttributeDeclaration> inherited) {
        out.open("xs:restriction", "base", base);
        if (set.resolve(type.value()) instanceof SimpleType simple) {
            simple(simple, null);
        }
        attributes(type.attributes(), type.anyAttribute());
        prohibited(inherited, type.attributes());
        out.close("xs:restriction");
    }

    private void namedGroup(String name, Group group) {
        out.open("xs:group", "name", name);
        group(group, null, true);
        out.close("xs:group");
    }

    // Groups

    private void group(Group group, Occurs occurs, boolean isTop) {
        boolean none = group.particles().isEmpty() && group.content() == ContentRule.CLOSED;
        if (none && isTop && group.composition() == Composition.SEQUENCE) {
            return;
        }
        String tag = tag(group, isTop);
        boolean anyOrder = group.composition() == Composition.UNORDERED_SET && tag.equals("choice");
        out.open(
                "xs:" + tag,
                "minOccurs",
                anyOrder ? "0" : min(occurs),
                "maxOccurs",
                anyOrder ? "unbounded" : max(occurs));
        group.particles().forEach(this::particle);
        if (group.content() != ContentRule.CLOSED) {
            boolean defined = group.content() == ContentRule.OPEN_DEFINED;
            out.empty(
                    "xs:any",
                    "namespace",
                    defined ? "##targetNamespace" : null,
                    "processContents",
                    "lax",
                    "minOccurs",
                    "0",
                    "maxOccurs",
                    "unbounded");
        }
        out.close("xs:" + tag);
    }

    private String tag(Group group, boolean isTop) {
        boolean simple =
                isTop
                        && group.particles().stream()
                                .allMatch(
                                        p ->
                                                (p instanceof ElementDeclaration
                                                                || p instanceof ElementReference)
                                                        && p.occurs().max() == 1);
        return switch (group.composition()) {
            case SEQUENCE -> "sequence";
            case CHOICE -> "choice";
            case MESSAGE -> {
                report.changed(places.of(group), "an embedded message is a choice of elements");
                yield "choice";
            }
            case ALL -> {
                if (!simple) {
                    report.changed(
                            places.of(group),
                            "all: within others, or with elements that repeat, it is a sequence");
                }
                yield simple ? "all" : "sequence";
            }
            case UNORDERED_SET -> {
                report.changed(
                        places.of(group),
                        simple
                                ? "an unordered set is written as all"
                                : "an unordered set is a choice that repeats");
                yield simple ? "all" : "choice";
            }
        };
    }

    private void particle(Particle particle) {
        switch (particle) {
            case ElementDeclaration e -> element(e.name(), e, e.occurs(), false);
            case ElementReference r -> reference("xs:element", r.name(), r.occurs());
            case GroupReference(String name, Occurs occurs) -> reference("xs:group", name, occurs);
            case Group g -> group(g, g.occurs(), false);
        }
    }

    private void reference(String tag, String name, Occurs occurs) {
        out.empty(tag, "ref", name(name), "minOccurs", min(occurs), "maxOccurs", max(occurs));
    }

    private void attribute(AttributeDeclaration attribute) {
        ElementDeclaration a = attribute.declaration();
        if (XML.equals(a.namespace())) {
            hasXmlAttributes = true;
            out.empty(
                    "xs:attribute",
                    "ref",
                    "xml:" + a.name(),
                    "use",
                    attribute.required() ? "required" : null);
            return;
        }
        boolean qualified = a.namespace() != null && !a.namespace().isEmpty();
        if (qualified) {
            foreign(a);
        }
        String preset = a.preset() == null ? null : a.preset().text();
        Object[] attributes = {
            "name", a.name(),
            "type", typeName(a.type()),
            "use", attribute.required() ? "required" : null,
            "default", preset == null || a.preset().fixed() ? null : preset,
            "fixed", preset == null || !a.preset().fixed() ? null : preset,
            "form", qualified ? "qualified" : null
        };
        if (typeName(a.type()) != null && a.documentation().isEmpty()) {
            out.empty("xs:attribute", attributes);
            return;
        }
        out.open("xs:attribute", attributes);
        documentation(a.documentation());
        inline(a.type());
        out.close("xs:attribute");
    }
}
