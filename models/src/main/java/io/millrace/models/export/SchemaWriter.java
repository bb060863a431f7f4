package io.millrace.models.export;

import static io.millrace.parsers.model.Composition.SEQUENCE;
import static io.millrace.parsers.model.Composition.UNORDERED_SET;
import static io.millrace.parsers.model.ContentRule.CLOSED;
import static io.millrace.parsers.model.ContentRule.OPEN_DEFINED;
import static io.millrace.parsers.model.Occurs.ONCE;

import io.millrace.models.ConversionReport;
import io.millrace.models.ModelMembers;
import io.millrace.parsers.model.AttributeDeclaration;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.ComplexType;
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
import io.millrace.parsers.model.Preset;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.Type;
import io.millrace.parsers.model.yaml.ModelFile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

import javax.xml.namespace.QName;

/** A writer of message sets as XML Schemas, which the importer of schemas can read. */
final class SchemaWriter {

    private static final String XML = "http://www.w3.org/XML/1998/namespace";

    private final MessageSet set;
    private final ModelPlaces places;
    private final ConversionReport report;
    private final MarkupBuilder out = new MarkupBuilder();

    SchemaWriter(ModelFile model, ConversionReport report) {
        set = model.set();
        places = model.places();
        this.report = report;
    }

    String write() {
        if (!set.formats().isEmpty()) {
            report.dropped(
                    places.of(),
                    "the physical properties of %s",
                    String.join(", ", set.formats().keySet()));
        }
        boolean named = !set.namespace().isEmpty();
        String namespace = named ? set.namespace() : null;
        out.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
        out.open(
                "xs:schema",
                "xmlns:xs",
                "http://www.w3.org/2001/XMLSchema",
                "xmlns:tns",
                namespace,
                "targetNamespace",
                namespace,
                "elementFormDefault",
                named ? "qualified" : null);
        boolean hasXmlAttributes =
                ModelMembers.of(set)
                        .anyMatch(
                                p ->
                                        p instanceof ElementDeclaration e
                                                && XML.equals(e.namespace()));
        if (hasXmlAttributes) {
            out.empty("xs:import", "namespace", XML);
        }
        set.messages().forEach(this::global);
        set.elements().forEach(this::sharedElement);
        set.types().forEach(this::namedType);
        set.groups().forEach(this::namedGroup);
        return out.close().toString();
    }

    private void namedGroup(String name, Group group) {
        out.open("xs:group", "name", name);
        group(group, ONCE, true);
        out.close();
    }

    private void global(String name, ElementDeclaration e) {
        foreign(e);
        declaration("xs:element", name, e, ONCE, null, null);
    }

    private void sharedElement(String name, ElementDeclaration e) {
        ElementDeclaration message = set.messages().get(name);
        if (message == null) {
            global(name, e);
        } else if (!message.equals(e)) {
            report.dropped(
                    places.of(e), "the element %s, because a message has the same " + "name", name);
        }
    }

    private boolean isForeign(ElementDeclaration e) {
        return e.namespace() != null && !e.namespace().equals(set.namespace());
    }

    /** Reports an element of another namespace: a schema declares elements of one namespace. */
    private void foreign(ElementDeclaration e) {
        if (isForeign(e)) {
            report.changed(
                    places.of(e),
                    "%s belongs to the namespace %s, but is written in the namespace of the schema",
                    e.name(),
                    e.namespace().isEmpty() ? "of no name" : e.namespace());
        }
    }

    // Elements and attributes

    private void element(ElementDeclaration e) {
        boolean unqualified = isForeign(e) && e.namespace().isEmpty();
        if (!unqualified) {
            foreign(e);
        }
        String form = unqualified ? "unqualified" : null;
        declaration("xs:element", e.name(), e, e.occurs(), null, form);
    }

    private void attribute(AttributeDeclaration attribute) {
        ElementDeclaration a = attribute.declaration();
        String use = attribute.required() ? "required" : null;
        if (XML.equals(a.namespace())) {
            out.empty("xs:attribute", "ref", "xml:" + a.name(), "use", use);
            return;
        }
        boolean qualified = a.namespace() != null && !a.namespace().isEmpty();
        if (qualified) {
            foreign(a);
        }
        String form = qualified ? "qualified" : null;
        declaration("xs:attribute", a.name(), a.with(false), ONCE, use, form);
    }

    private void declaration(
            String tag, String name, ElementDeclaration e, Occurs occurs, String use, String form) {
        Preset preset = e.preset();
        String type = typeName(e.type());
        Object[] attributes = {
            "name",
            name,
            "type",
            type,
            "use",
            use,
            "minOccurs",
            min(occurs),
            "maxOccurs",
            max(occurs),
            "nillable",
            e.nillable() ? "true" : null,
            "default",
            preset == null || preset.fixed() ? null : preset.text(),
            "fixed",
            preset == null || !preset.fixed() ? null : preset.text(),
            "form",
            form
        };
        if (type != null && e.documentation().isEmpty()) {
            out.empty(tag, attributes);
            return;
        }
        out.open(tag, attributes);
        if (!e.documentation().isEmpty()) {
            out.open("xs:annotation").text("xs:documentation", e.documentation()).close();
        }
        if (type == null) {
            inline(e.type(), null);
        }
        out.close();
    }

    private static String min(Occurs occurs) {
        return occurs.min() == 1 ? null : Integer.toString(occurs.min());
    }

    private static String max(Occurs occurs) {
        return occurs.isUnbounded()
                ? "unbounded"
                : occurs.max() == 1 ? null : Integer.toString(occurs.max());
    }

    /** Returns the name of a type in references; null for an anonymous type. */
    private String typeName(Type type) {
        return switch (type) {
            case NamedType(String name) -> name(name);
            case SimpleType(BaseType base, Facets facets) ->
                    facets.equals(Facets.NONE) ? "xs:" + base.word() : null;
            case ComplexType _ -> null;
        };
    }

    private String name(String local) {
        return set.namespace().isEmpty() ? local : "tns:" + local;
    }

    // Types

    private void namedType(String name, Type type) {
        if (!(type instanceof NamedType(String other))) {
            inline(type, name);
        } else if (set.resolve(type) instanceof ComplexType) {
            out.open("xs:complexType", "name", name)
                    .open("xs:complexContent")
                    .empty("xs:extension", "base", name(other))
                    .close(2);
        } else {
            out.open("xs:simpleType", "name", name)
                    .empty("xs:restriction", "base", name(other))
                    .close();
        }
    }

    /**
     * Writes a type definition.
     *
     * @param name name of the type; null for an anonymous type
     */
    private void inline(Type type, String name) {
        if (type instanceof SimpleType simple) {
            simple(simple, name);
        } else if (type instanceof ComplexType complex) {
            complex(complex, name);
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
        out.close(2);
    }

    private void facet(String name, Object value) {
        if (value != null) {
            out.empty("xs:" + name, "value", value);
        }
    }

    private void complex(ComplexType type, String name) {
        if (type.xsiType() != null) {
            report.changed(
                    places.of(type),
                    "the name in xsi:type of %s is no longer %s",
                    name,
                    type.xsiType());
        }
        out.open("xs:complexType", "name", name, "mixed", type.mixed() ? "true" : null);
        ComplexType base =
                set.resolve(new NamedType(type.base())) instanceof ComplexType found ? found : null;
        if (base == null && type.value() == null) {
            group(type.content(), ONCE, true);
            attributes(type.attributes(), type.anyAttribute());
        } else {
            derived(type, base);
        }
        out.close();
    }

    /**
     * Writes a derived type. A type that begins with the content of its base type is an extension;
     * any other type is a restriction. A value with attributes extends the type of the value,
     * unless that type has facets.
     *
     * @param base base type; null if there is none
     */
    private void derived(ComplexType type, ComplexType base) {
        boolean valued = type.value() != null;
        boolean extended = base == null ? typeName(type.value()) != null : extended(type, base);
        boolean inherited = base != null && base.anyAttribute();
        var own = new ArrayList<AttributeDeclaration>(type.attributes());
        List<AttributeDeclaration> others = base == null ? List.of() : base.attributes();
        out.open(valued ? "xs:simpleContent" : "xs:complexContent");
        out.open(
                extended ? "xs:extension" : "xs:restriction",
                "base",
                base != null
                        ? name(type.base())
                        : extended ? typeName(type.value()) : "xs:anyType");
        if (extended) {
            own.removeAll(others);
            if (!valued) {
                List<Particle> all = type.content().particles();
                int begin = base.content().particles().size();
                List<Particle> rest = all.subList(begin, all.size());
                group(Group.of(SEQUENCE, rest), ONCE, true);
            }
            attributes(own, type.anyAttribute() && !inherited);
        } else {
            if (!valued) {
                group(type.content(), ONCE, true);
            } else if (set.resolve(type.value()) instanceof SimpleType simple) {
                simple(simple, null);
            }
            attributes(own, type.anyAttribute());
            prohibited(others, own);
        }
        out.close(2);
    }

    private static boolean extended(ComplexType type, ComplexType base) {
        boolean attributes =
                type.attributes().containsAll(base.attributes())
                        && (type.anyAttribute() || !base.anyAttribute());
        if (type.value() != null) {
            return attributes && type.value().equals(base.value());
        }
        List<Particle> inherited = base.content().particles();
        List<Particle> all = type.content().particles();
        return attributes
                && base.value() == null
                && base.content().composition() == SEQUENCE
                && type.content().composition() == SEQUENCE
                && base.content().content() == type.content().content()
                && all.size() >= inherited.size()
                && all.subList(0, inherited.size()).equals(inherited);
    }

    private void attributes(List<AttributeDeclaration> all, boolean any) {
        all.forEach(this::attribute);
        if (any) {
            out.empty("xs:anyAttribute", "processContents", "lax");
        }
    }

    /**
     * Prohibits inherited attributes that a restriction does not have, because a restriction
     * otherwise inherits all attributes.
     */
    private void prohibited(List<AttributeDeclaration> inherited, List<AttributeDeclaration> own) {
        var kept = new HashSet<QName>();
        own.forEach(a -> kept.add(nameOf(a)));
        for (AttributeDeclaration each : inherited) {
            ElementDeclaration a = each.declaration();
            if (!kept.contains(nameOf(each)) && !XML.equals(a.namespace())) {
                out.empty("xs:attribute", "name", a.name(), "use", "prohibited");
            }
        }
    }

    private static QName nameOf(AttributeDeclaration attribute) {
        return new QName(attribute.declaration().namespace(), attribute.declaration().name());
    }

    // Groups

    private void group(Group group, Occurs occurs, boolean isTop) {
        boolean none = group.particles().isEmpty() && group.content() == CLOSED;
        if (none && isTop && group.composition() == SEQUENCE) {
            return;
        }
        String tag = tag(group, isTop);
        boolean anyOrder = group.composition() == UNORDERED_SET && tag.equals("choice");
        Occurs times = anyOrder ? new Occurs(0, Occurs.UNBOUNDED) : occurs;
        out.open("xs:" + tag, "minOccurs", min(times), "maxOccurs", max(times));
        group.particles().forEach(this::particle);
        if (group.content() != CLOSED) {
            boolean defined = group.content() == OPEN_DEFINED;
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
        out.close();
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
        String changed =
                switch (group.composition()) {
                    case SEQUENCE, CHOICE -> null;
                    case MESSAGE -> "an embedded message is a choice of elements";
                    case ALL ->
                            simple
                                    ? null
                                    : "an all group within another group, or with repeating "
                                            + "elements, is written as a sequence";
                    case UNORDERED_SET ->
                            simple
                                    ? "an unordered set is written as all"
                                    : "an unordered set is a choice that repeats";
                };
        if (changed != null) {
            report.changed(places.of(group), changed);
        }
        return switch (group.composition()) {
            case SEQUENCE -> "sequence";
            case CHOICE, MESSAGE -> "choice";
            case ALL -> simple ? "all" : "sequence";
            case UNORDERED_SET -> simple ? "all" : "choice";
        };
    }

    private void particle(Particle particle) {
        switch (particle) {
            case ElementDeclaration e -> element(e);
            case ElementReference r -> reference("xs:element", r.name(), r.occurs());
            case GroupReference(String name, Occurs occurs) -> reference("xs:group", name, occurs);
            case Group g -> group(g, g.occurs(), false);
        }
    }

    private void reference(String tag, String name, Occurs occurs) {
        out.empty(tag, "ref", name(name), "minOccurs", min(occurs), "maxOccurs", max(occurs));
    }
}
