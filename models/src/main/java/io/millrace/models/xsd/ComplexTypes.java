package io.millrace.models.xsd;

import static io.millrace.models.xsd.SchemaFiles.ATTRIBUTE;
import static io.millrace.models.xsd.SchemaFiles.ATTRIBUTE_GROUP;
import static io.millrace.models.xsd.SchemaFiles.ELEMENT;
import static io.millrace.models.xsd.SchemaFiles.GROUP;
import static io.millrace.models.xsd.SchemaFiles.TYPE;
import static io.millrace.models.xsd.SchemaModelBuilder.anyType;
import static io.millrace.models.xsd.SchemaModelBuilder.preset;
import static io.millrace.models.xsd.XmlNode.isName;
import static io.millrace.parsers.model.BaseType.ANY_SIMPLE_TYPE;
import static io.millrace.parsers.model.BaseType.ANY_URI;
import static io.millrace.parsers.model.BaseType.ID;
import static io.millrace.parsers.model.BaseType.LANGUAGE;
import static io.millrace.parsers.model.BaseType.NC_NAME;
import static io.millrace.parsers.model.Composition.CHOICE;
import static io.millrace.parsers.model.Composition.SEQUENCE;
import static io.millrace.parsers.model.ContentRule.CLOSED;
import static io.millrace.parsers.model.ContentRule.OPEN;
import static io.millrace.parsers.model.ContentRule.OPEN_DEFINED;
import static io.millrace.parsers.model.Occurs.ONCE;

import static javax.xml.XMLConstants.XML_NS_URI;

import io.millrace.models.ConversionReport;
import io.millrace.parsers.model.AttributeDeclaration;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.Composition;
import io.millrace.parsers.model.ContentRule;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.NamedType;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.Preset;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.Type;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import javax.xml.namespace.QName;

/**
 * A converter of complex types. Each converted type includes the elements of its base types (XML
 * Schema part 1).
 */
final class ComplexTypes {

    private static final int MAX_BASES = 100;
    private static final int MAX_PARTICLES = 2_000_000;

    /** Attributes of the namespace xml, which every document can contain. */
    private static final Map<String, BaseType> OF_XML =
            Map.of(
                    "lang", LANGUAGE,
                    "space", NC_NAME,
                    "base", ANY_URI,
                    "id", ID);

    private final SchemaModelBuilder builder;
    private final SchemaFiles schemas;
    private final ConversionReport report;
    private final Map<QName, ComplexType> resolved = new HashMap<>();
    private final Set<QName> open = new HashSet<>();
    private final Set<QName> openGroups = new HashSet<>();

    /**
     * Number of particles created or copied. The number is limited because each derived type copies
     * the content of its base type.
     */
    private int particles;

    ComplexTypes(SchemaModelBuilder builder) {
        this.builder = builder;
        schemas = builder.schemas;
        report = builder.report;
    }

    ComplexType resolved(XmlNode global) {
        QName name = global.declared();
        ComplexType known = resolved.get(name);
        if (known != null) {
            return known;
        }
        if (!open.add(name) || open.size() > MAX_BASES) {
            report.problem(
                    global.place,
                    open.size() > MAX_BASES
                            ? "found types with more than %d base types"
                            : "found the type %2$s, which is its own base type",
                    MAX_BASES,
                    name);
            return anyType();
        }
        if (global.isTrue("abstract")) {
            report.changed(
                    global.place,
                    "the type %s is abstract; in the message set, elements can also have this type",
                    name.getLocalPart());
        }
        ComplexType made = derived(of(global), global);
        open.remove(name);
        resolved.put(name, made);
        return made;
    }

    /** Returns a named type together with its base type. */
    private ComplexType derived(ComplexType made, XmlNode global) {
        XmlNode content = global.child("simpleContent", "complexContent");
        XmlNode derivation = content == null ? null : content.child("extension", "restriction");
        String base = derivation == null ? null : derivation.get("base");
        return base != null
                        && complexBase(derivation) != null
                        && builder.type(derivation, base) instanceof NamedType(String called)
                ? made.derivedFrom(called)
                : made;
    }

    ComplexType of(XmlNode node) {
        node.children("assert", "openContent").forEach(c -> report.dropped(c.place, c.name));
        XmlNode content = node.child("simpleContent", "complexContent");
        ComplexType made =
                content == null
                        ? complex(node, null, content(node), node.isTrue("mixed"), false)
                        : derived(content);
        return made.with(builder.annotations.group(node, made.content()));
    }

    /** Returns the extension or restriction element of a derived type. */
    private ComplexType derived(XmlNode content) {
        XmlNode derivation = content.child("extension", "restriction");
        boolean simple = content.is("simpleContent");
        if (derivation == null || derivation.get("base") == null) {
            report.problem(
                    content.place,
                    "found %s without an extension or restriction of a base",
                    content.name);
            return simple ? ComplexType.of(SimpleTypes.STRING, List.of(), false) : anyType();
        }
        ComplexType base = complexBase(derivation);
        boolean extended = base != null && derivation.is("extension");
        if (simple) {
            ComplexType made =
                    complex(
                            derivation,
                            base,
                            Group.of(SEQUENCE, List.of()),
                            false,
                            base != null && base.anyAttribute());
            Type value = value(derivation, base);
            return ComplexType.of(value, made.attributes(), made.anyAttribute());
        }
        Group own = content(derivation);
        boolean mixed =
                content.isTrue("mixed")
                        || content.parent.isTrue("mixed")
                        || extended && base.mixed();
        return complex(
                derivation,
                base,
                extended ? joined(base.content(), own) : own,
                mixed,
                extended && base.anyAttribute());
    }

    /**
     * Returns a type with the attributes of a base type and of a node.
     *
     * @param base base type; null if there is none
     */
    private ComplexType complex(
            XmlNode node, ComplexType base, Group content, boolean mixed, boolean anyAttribute) {
        var attributes = new LinkedHashMap<String, AttributeDeclaration>();
        if (base != null) {
            base.attributes().forEach(a -> attributes.put(MemberNames.inDocuments(a), a));
        }
        boolean any = gather(node, attributes) || anyAttribute;
        return new ComplexType(
                content,
                builder.names.distinct(attributes.values(), content, node),
                null,
                mixed,
                any);
    }

    /** Returns the type of the value of an element with simple content. */
    private Type value(XmlNode derivation, ComplexType base) {
        Type inherited = base == null ? null : base.value();
        if (derivation.is("restriction")) {
            XmlNode inline = derivation.child("simpleType");
            SimpleType from =
                    inherited == null ? SimpleTypes.STRING : builder.simple(inherited, derivation);
            return builder.simpleTypes.restricted(
                    inline == null ? from : builder.simpleTypes.of(inline), derivation);
        }
        return base == null
                ? builder.type(derivation, derivation.get("base"))
                : inherited == null ? SimpleTypes.STRING : inherited;
    }

    /** Returns the base type if the base type is complex; otherwise null. */
    private ComplexType complexBase(XmlNode derivation) {
        QName name = schemas.name(derivation, derivation.get("base"));
        if (name == null || name.getNamespaceURI().equals(XmlNode.XSD)) {
            return null;
        }
        XmlNode base = schemas.find(TYPE, name, derivation);
        return base != null && base.is("complexType") ? resolved(base) : null;
    }

    /** Returns the content of a base type, followed by the content of an extension. */
    private Group joined(Group base, Group own) {
        if (isEmpty(own) || isEmpty(base)) {
            return isEmpty(own) ? base : own;
        }
        var all = new ArrayList<Particle>();
        for (Group part : List.of(base, own)) {
            if (part.composition() == SEQUENCE) {
                all.addAll(part.particles());
            } else {
                all.add(part);
            }
        }
        count(all.size());
        ContentRule rule = wider(base.content(), own.content());
        return new Group("", SEQUENCE, rule, all, ONCE, base.physical());
    }

    private static boolean isEmpty(Group group) {
        return group.particles().isEmpty() && group.content() == CLOSED;
    }

    private static ContentRule wider(ContentRule one, ContentRule other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private void count(int more) {
        particles += more;
        if (particles > MAX_PARTICLES) {
            throw new TooLargeException();
        }
    }

    /**
     * Thrown if the types have more elements than any real schema. The exception is always caught
     * in this package.
     */
    static final class TooLargeException extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooLargeException() {
            super(
                    "found types with a total of more than " + MAX_PARTICLES + " elements",
                    null,
                    false,
                    false);
        }
    }

    // Content

    /** Returns the elements of a type or an extension, in a group that occurs once. */
    private Group content(XmlNode node) {
        XmlNode top = node.child("sequence", "choice", "all", "group");
        Occurs occurs = top == null ? null : builder.occursOrNever(top);
        if (occurs != null && !top.is("group") && occurs.equals(ONCE)) {
            return group(top);
        }
        var only = new ArrayList<Particle>();
        if (occurs != null) {
            particle(top, only);
        }
        return Group.of(SEQUENCE, only);
    }

    Group namedGroup(XmlNode global) {
        XmlNode top = global.child("sequence", "choice", "all");
        if (top == null) {
            report.problem(global.place, "found a group without sequence, choice or all in it");
            return Group.of(SEQUENCE, List.of());
        }
        return builder.annotations.group(global, group(top));
    }

    private Group group(XmlNode node) {
        Composition composition =
                switch (node.name) {
                    case "choice" -> CHOICE;
                    case "all" -> Composition.ALL;
                    default -> SEQUENCE;
                };
        var members = new ArrayList<Particle>();
        ContentRule rule = CLOSED;
        for (XmlNode child : node.children) {
            if (child.is("any")) {
                boolean defined = child.get("namespace", "").equals("##targetNamespace");
                ContentRule requested = defined ? OPEN_DEFINED : OPEN;
                rule = wider(requested, rule);
                report.changed(child.place, "a wildcard makes the content %s", requested.word());
            } else {
                particle(child, members);
            }
        }
        count(members.size());
        return builder.annotations.group(
                node, SchemaModelBuilder.group(composition, rule, members));
    }

    private void particle(XmlNode node, List<Particle> to) {
        Occurs occurs =
                node.is("element", "group", "sequence", "choice", "all")
                        ? builder.occursOrNever(node)
                        : null;
        if (occurs == null) {
            return;
        }
        String reference = node.get("ref");
        switch (node.name) {
            case "element" ->
                    to.add(
                            reference == null
                                    ? builder.element(node, false)
                                    : reference(node, reference, occurs));
            case "group" -> {
                if (reference == null) {
                    report.problem(node.place, "found a group without a reference");
                    return;
                }
                XmlNode group = schemas.find(GROUP, node, reference);
                if (group != null) {
                    to.add(new GroupReference(builder.groups.of(group), occurs));
                }
            }
            default -> to.add(group(node).with("", occurs));
        }
    }

    /**
     * Returns a reference to a global element, or a choice of all elements that can substitute for
     * it.
     */
    private Particle reference(XmlNode node, String written, Occurs occurs) {
        XmlNode head = schemas.find(ELEMENT, node, written);
        if (head == null) {
            return ElementDeclaration.of("missing", SimpleTypes.STRING);
        }
        List<XmlNode> all = builder.substitutes(head.declared());
        if (all.isEmpty()) {
            return builder.annotations.reference(node, head, reference(head, occurs));
        }
        if (!head.isTrue("abstract")) {
            all.addFirst(head);
        }
        report.changed(
                node.place,
                "the substitution group of %s is a choice of %d element%s",
                head.declared().getLocalPart(),
                all.size(),
                all.size() == 1 ? "" : "s");
        count(all.size());
        var branches = new ArrayList<Particle>();
        all.forEach(g -> branches.add(reference(g, ONCE)));
        return Group.of(CHOICE, branches).with("", occurs);
    }

    private ElementReference reference(XmlNode element, Occurs occurs) {
        return new ElementReference(builder.elements.of(element), occurs, new LinkedHashMap<>());
    }

    // Attributes

    /**
     * Adds the attributes of a type or group to a map.
     *
     * @return whether undeclared attributes of any namespace are permitted
     */
    private boolean gather(XmlNode node, Map<String, AttributeDeclaration> to) {
        boolean any = false;
        for (XmlNode child : node.children) {
            if (child.is("attribute")) {
                attribute(child, to);
            } else if (child.is("anyAttribute")) {
                any = true;
                if (!child.get("namespace", "##any").equals("##any")) {
                    report.changed(child.place, "anyAttribute permits attributes of any namespace");
                }
            } else if (child.is("attributeGroup") && child.get("ref") != null) {
                XmlNode group = schemas.find(ATTRIBUTE_GROUP, child, child.get("ref"));
                if (group != null && openGroups.add(group.declared())) {
                    any |= gather(group, to);
                    openGroups.remove(group.declared());
                } else if (group != null) {
                    report.problem(
                            child.place,
                            "found the attribute group %s, which contains itself",
                            group.declared());
                }
            }
        }
        return any;
    }

    private void attribute(XmlNode node, Map<String, AttributeDeclaration> to) {
        ElementDeclaration declared =
                node.get("ref") == null ? declared(node, node.isQualified()) : referred(node);
        if (declared == null) {
            return;
        }
        Preset preset = preset(node);
        String use = node.get("use", "optional");
        AttributeDeclaration made =
                new AttributeDeclaration(
                        builder.annotations.element(
                                node, preset == null ? declared : declared.with(preset)),
                        use.equals("required"));
        if (use.equals("prohibited")) {
            to.remove(MemberNames.inDocuments(made));
        } else {
            to.put(MemberNames.inDocuments(made), made);
        }
    }

    private ElementDeclaration declared(XmlNode node, boolean qualified) {
        if (!isName(node.get("name"))) {
            report.problem(node.place, "found an attribute without a name and without a reference");
            return null;
        }
        XmlNode inline = node.child("simpleType");
        Type type =
                node.get("type") != null
                        ? builder.type(node, node.get("type"))
                        : inline != null
                                ? builder.simpleTypes.of(inline)
                                : SimpleType.of(ANY_SIMPLE_TYPE);
        // Attributes are in a namespace only where that is specified.
        String namespace = qualified && !node.target().isEmpty() ? node.target() : null;
        return attribute(node.get("name"), namespace, type, node);
    }

    private static ElementDeclaration attribute(
            String name, String namespace, Type type, XmlNode node) {
        return new ElementDeclaration(
                name,
                namespace,
                type,
                ONCE,
                false,
                preset(node),
                new LinkedHashMap<>(),
                false,
                node.documentation());
    }

    private ElementDeclaration referred(XmlNode node) {
        QName name = schemas.name(node, node.get("ref"));
        if (name == null) {
            return null;
        }
        BaseType ofXml =
                name.getNamespaceURI().equals(XML_NS_URI) && schemas.peek(ATTRIBUTE, name) == null
                        ? OF_XML.get(name.getLocalPart())
                        : null;
        if (ofXml != null) {
            SimpleType type = SimpleType.of(ofXml);
            return attribute(name.getLocalPart(), XML_NS_URI, type, node);
        }
        XmlNode global = schemas.find(ATTRIBUTE, name, node);
        return global == null ? null : declared(global, true);
    }
}
