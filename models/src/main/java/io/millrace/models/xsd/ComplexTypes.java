package io.millrace.models.xsd;

import io.millrace.models.xsd.SchemaFiles.Global;
import io.millrace.models.xsd.SchemaFiles.Kind;
import io.millrace.models.xsd.SchemaFiles.Schema;
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

/** Types with elements, each including the elements of its base types (XML Schema part 1). */
final class ComplexTypes {

    private static final int MAX_BASES = 100;
    private static final int MAX_PARTICLES = 2_000_000;
    private static final SimpleType STRING = SimpleType.of(BaseType.STRING);
    private static final String XML = "http://www.w3.org/XML/1998/namespace";

    /** Attributes that every document can have. */
    private static final Map<String, BaseType> OF_XML =
            Map.of(
                    "lang", BaseType.LANGUAGE,
                    "space", BaseType.NC_NAME,
                    "base", BaseType.ANY_URI,
                    "id", BaseType.ID);

    private final SchemaModelBuilder builder;
    private final Map<QName, ComplexType> resolved = new HashMap<>();
    private final Set<QName> open = new HashSet<>();
    private final Set<QName> openGroups = new HashSet<>();

    /** Number of particles created or copied, which limits the multiplication by base types. */
    private int particles;

    ComplexTypes(SchemaModelBuilder builder) {
        this.builder = builder;
    }

    ComplexType resolved(Global global) {
        ComplexType known = resolved.get(global.name());
        if (known != null) {
            return known;
        }
        if (!open.add(global.name()) || open.size() > MAX_BASES) {
            builder.problem(
                    global.node(),
                    open.size() > MAX_BASES
                            ? "found types with more than " + MAX_BASES + " base types"
                            : "found the type " + global.name() + ", which is its own base type",
                    "");
            return SchemaModelBuilder.anyType();
        }
        if (global.node().isTrue("abstract")) {
            builder.report.changed(
                    global.node().place,
                    "the type "
                            + global.name().getLocalPart()
                            + " is abstract; here elements may be of it themselves, too");
        }
        ComplexType made = derived(of(global.node(), global.schema()), global);
        open.remove(global.name());
        resolved.put(global.name(), made);
        return made;
    }

    /**
     * Returns a type with the base type that it extends or restricts, if that is a named type with
     * elements.
     */
    private ComplexType derived(ComplexType made, Global global) {
        XmlNode content = global.node().child("simpleContent", "complexContent");
        XmlNode derivation = content == null ? null : content.child("extension", "restriction");
        String written = derivation == null ? null : derivation.get("base");
        if (written == null || complexBase(derivation, global.schema()) == null) {
            return made;
        }
        return builder.type(derivation, written, global.schema()) instanceof NamedType(String base)
                ? made.derivedFrom(base)
                : made;
    }

    ComplexType of(XmlNode node, Schema schema) {
        node.children("assert", "openContent")
                .forEach(c -> builder.report.dropped(c.place, c.name));
        XmlNode simple = node.child("simpleContent");
        XmlNode complex = node.child("complexContent");
        ComplexType made =
                simple != null
                        ? simpleContent(simple, schema)
                        : complex != null
                                ? complexContent(complex, schema)
                                : new ComplexType(
                                        content(node, schema),
                                        attributes(node, schema, Map.of()),
                                        null,
                                        node.isTrue("mixed"),
                                        anyAttribute(node, schema, false));
        return made.with(builder.annotations.group(node, made.content()));
    }

    /** Returns the extension or restriction in a content; null, with a problem, for none. */
    private XmlNode derivation(XmlNode content) {
        XmlNode derivation = content.child("extension", "restriction");
        if (derivation == null || derivation.get("base") == null) {
            builder.problem(
                    content,
                    "found " + content.name + " without an extension or restriction of a base",
                    "");
            return null;
        }
        return derivation;
    }

    private ComplexType simpleContent(XmlNode content, Schema schema) {
        XmlNode derivation = derivation(content);
        ComplexType base = derivation == null ? null : complexBase(derivation, schema);
        List<AttributeDeclaration> attributes =
                derivation == null
                        ? List.of()
                        : attributes(derivation, schema, base == null ? Map.of() : byName(base));
        Type value = derivation == null ? STRING : value(derivation, base, schema);
        boolean any =
                derivation != null
                        && anyAttribute(derivation, schema, base != null && base.anyAttribute());
        return ComplexType.of(value, attributes, any);
    }

    /** Returns the type of the value of an element with simple content. */
    private Type value(XmlNode derivation, ComplexType base, Schema schema) {
        XmlNode inline = derivation.child("simpleType");
        boolean valued = base != null && base.value() != null;
        SimpleType inherited = valued ? builder.simple(base.value(), derivation) : null;
        if (derivation.is("restriction")) {
            SimpleType from =
                    inline != null
                            ? builder.simpleTypes.of(inline, schema)
                            : inherited == null ? STRING : inherited;
            return builder.simpleTypes.restricted(from, derivation);
        }
        return base == null
                ? builder.type(derivation, derivation.get("base"), schema)
                : base.value() == null ? STRING : base.value();
    }

    /** Returns the base type if it is complex; otherwise null. */
    private ComplexType complexBase(XmlNode derivation, Schema schema) {
        QName name = builder.schemas.name(derivation, derivation.get("base"), schema);
        if (name == null || name.getNamespaceURI().equals(XmlNode.XSD)) {
            return null;
        }
        Global base = builder.schemas.find(Kind.TYPE, name, derivation);
        return base != null && base.node().is("complexType") ? resolved(base) : null;
    }

    private ComplexType complexContent(XmlNode content, Schema schema) {
        XmlNode derivation = derivation(content);
        if (derivation == null) {
            return SchemaModelBuilder.anyType();
        }
        ComplexType base = complexBase(derivation, schema);
        Group own = content(derivation, schema);
        Map<String, AttributeDeclaration> inherited = base == null ? Map.of() : byName(base);
        List<AttributeDeclaration> attributes = attributes(derivation, schema, inherited);
        boolean extended = base != null && derivation.is("extension");
        boolean mixed =
                content.isTrue("mixed")
                        || content.parent.isTrue("mixed")
                        || extended && base.mixed();
        return new ComplexType(
                extended ? joined(base.content(), own) : own,
                attributes,
                null,
                mixed,
                anyAttribute(derivation, schema, extended && base.anyAttribute()));
    }

    /** Returns the content of a base type, followed by that of an extension. */
    private Group joined(Group base, Group own) {
        if (own.particles().isEmpty() && own.content() == ContentRule.CLOSED) {
            return base;
        }
        if (base.particles().isEmpty() && base.content() == ContentRule.CLOSED) {
            return own;
        }
        List<Particle> all = new ArrayList<>();
        for (Group part : List.of(base, own)) {
            if (part.composition() == Composition.SEQUENCE) {
                all.addAll(part.particles());
            } else {
                all.add(part);
            }
        }
        count(all.size());
        ContentRule rule =
                base.content().compareTo(own.content()) > 0 ? base.content() : own.content();
        return new Group("", Composition.SEQUENCE, rule, all, Occurs.ONCE, base.physical());
    }

    private void count(int more) {
        particles += more;
        if (particles > MAX_PARTICLES) {
            throw new TooLargeException();
        }
    }

    /** The types have more elements than any real schema; never leaves the package. */
    static final class TooLargeException extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooLargeException() {
            super(
                    "found types that come to more than " + MAX_PARTICLES + " elements",
                    null,
                    false,
                    false);
        }
    }

    // Content

    /** Returns the elements of a type or an extension, in a group that occurs once. */
    private Group content(XmlNode node, Schema schema) {
        XmlNode top = node.child("sequence", "choice", "all", "group");
        Occurs occurs = top == null ? null : builder.occursOrNever(top);
        if (occurs == null) {
            return Group.of(Composition.SEQUENCE, List.of());
        }
        if (!top.is("group") && occurs.equals(Occurs.ONCE)) {
            return group(top, schema);
        }
        List<Particle> only = new ArrayList<>();
        particle(top, schema, only);
        return Group.of(Composition.SEQUENCE, only);
    }

    Group namedGroup(Global global) {
        XmlNode top = global.node().child("sequence", "choice", "all");
        if (top == null) {
            builder.problem(
                    global.node(), "found a group without sequence, choice or all in it", "");
            return Group.of(Composition.SEQUENCE, List.of());
        }
        return builder.annotations.group(global.node(), group(top, global.schema()));
    }

    private Group group(XmlNode node, Schema schema) {
        Composition composition =
                switch (node.name) {
                    case "choice" -> Composition.CHOICE;
                    case "all" -> Composition.ALL;
                    default -> Composition.SEQUENCE;
                };
        List<Particle> members = new ArrayList<>();
        ContentRule rule = ContentRule.CLOSED;
        for (XmlNode child : node.children) {
            if (child.is("any")) {
                boolean defined = child.get("namespace", "##any").equals("##targetNamespace");
                ContentRule asked = defined ? ContentRule.OPEN_DEFINED : ContentRule.OPEN;
                rule = asked.compareTo(rule) > 0 ? asked : rule;
                builder.report.changed(child.place, "a wildcard makes the content " + asked.word());
            } else {
                particle(child, schema, members);
            }
        }
        count(members.size());
        return new Group("", composition, rule, members, Occurs.ONCE, new LinkedHashMap<>());
    }

    private void particle(XmlNode node, Schema schema, List<Particle> to) {
        if (!node.is("element", "group", "sequence", "choice", "all")) {
            return;
        }
        Occurs occurs = builder.occursOrNever(node);
        if (occurs == null) {
            return;
        }
        switch (node.name) {
            case "element" ->
                    to.add(
                            node.get("ref") == null
                                    ? builder.element(node, schema, false)
                                    : reference(node, schema, occurs));
            case "group" -> {
                Global group = groupReferred(node, schema);
                if (group != null) {
                    to.add(new GroupReference(builder.groupName(group), occurs));
                }
            }
            default -> to.add(group(node, schema).with("", occurs));
        }
    }

    private Global groupReferred(XmlNode node, Schema schema) {
        if (node.get("ref") == null) {
            builder.problem(node, "found a group without a reference", "");
            return null;
        }
        QName name = builder.schemas.name(node, node.get("ref"), schema);
        return name == null ? null : builder.schemas.find(Kind.GROUP, name, node);
    }

    /** Returns a referenced element, or the choice of all that can be substituted for it. */
    private Particle reference(XmlNode node, Schema schema, Occurs occurs) {
        QName name = builder.schemas.name(node, node.get("ref"), schema);
        Global head = name == null ? null : builder.schemas.find(Kind.ELEMENT, name, node);
        if (head == null) {
            return ElementDeclaration.of("missing", SimpleType.of(BaseType.STRING));
        }
        List<Global> all = new ArrayList<>(builder.substitutes(head.name()));
        if (all.isEmpty()) {
            return builder.annotations.reference(node, head.node(), reference(head, occurs));
        }
        if (!head.node().isTrue("abstract")) {
            all.addFirst(head);
        }
        builder.report.changed(
                node.place,
                "the substitution group of "
                        + head.name().getLocalPart()
                        + " is a choice of "
                        + all.size()
                        + (all.size() == 1 ? " element" : " elements"));
        List<Particle> branches = new ArrayList<>();
        all.forEach(g -> branches.add(reference(g, Occurs.ONCE)));
        count(branches.size());
        return Group.of(Composition.CHOICE, branches).with("", occurs);
    }

    private ElementReference reference(Global element, Occurs occurs) {
        return new ElementReference(builder.elementName(element), occurs, new LinkedHashMap<>());
    }

    // Attributes

    private static Map<String, AttributeDeclaration> byName(ComplexType type) {
        Map<String, AttributeDeclaration> attributes = new LinkedHashMap<>();
        type.attributes().forEach(a -> attributes.put(key(a), a));
        return attributes;
    }

    private static String key(AttributeDeclaration attribute) {
        ElementDeclaration declared = attribute.declaration();
        return "{" + declared.namespace() + "}" + declared.name();
    }

    private List<AttributeDeclaration> attributes(
            XmlNode node, Schema schema, Map<String, AttributeDeclaration> inherited) {
        Map<String, AttributeDeclaration> attributes = new LinkedHashMap<>(inherited);
        gather(node, schema, attributes);
        return List.copyOf(attributes.values());
    }

    private void gather(XmlNode node, Schema schema, Map<String, AttributeDeclaration> to) {
        for (XmlNode child : node.children) {
            if (child.is("attribute")) {
                attribute(child, schema, to);
            } else if (child.is("attributeGroup") && child.get("ref") != null) {
                QName name = builder.schemas.name(child, child.get("ref"), schema);
                Global group =
                        name == null
                                ? null
                                : builder.schemas.find(Kind.ATTRIBUTE_GROUP, name, child);
                if (group != null && openGroups.add(name)) {
                    gather(group.node(), group.schema(), to);
                    openGroups.remove(name);
                } else if (group != null) {
                    builder.problem(
                            child,
                            "found the attribute group " + name + ", which contains itself",
                            "");
                }
            }
        }
    }

    /** Whether undeclared attributes of any namespace are permitted. */
    private boolean anyAttribute(XmlNode node, Schema schema, boolean inherited) {
        boolean any = inherited;
        for (XmlNode child : node.children) {
            if (child.is("anyAttribute")) {
                if (!child.get("namespace", "##any").equals("##any")) {
                    builder.report.changed(
                            child.place, "anyAttribute lets attributes of any name space be there");
                }
                any = true;
            } else if (child.is("attributeGroup") && child.get("ref") != null) {
                QName name = builder.schemas.name(child, child.get("ref"), schema);
                Global group =
                        name == null ? null : builder.schemas.peek(Kind.ATTRIBUTE_GROUP, name);
                if (group != null && openGroups.add(name)) {
                    any = anyAttribute(group.node(), group.schema(), any);
                    openGroups.remove(name);
                }
            }
        }
        return any;
    }

    private void attribute(XmlNode node, Schema schema, Map<String, AttributeDeclaration> to) {
        ElementDeclaration declared =
                node.get("ref") == null
                        ? declared(node, schema, schema.isQualified(node))
                        : referred(node, schema);
        if (declared == null) {
            return;
        }
        if (node.get("ref") != null && SchemaModelBuilder.preset(node) != null) {
            declared = declared.with(SchemaModelBuilder.preset(node));
        }
        String use = node.get("use", "optional");
        AttributeDeclaration made =
                new AttributeDeclaration(
                        builder.annotations.element(node, declared), use.equals("required"));
        if (use.equals("prohibited")) {
            to.remove(key(made));
        } else {
            to.put(key(made), made);
        }
    }

    private ElementDeclaration declared(XmlNode node, Schema schema, boolean qualified) {
        if (!XmlNode.isName(node.get("name"))) {
            builder.problem(node, "found an attribute without a name and without a reference", "");
            return null;
        }
        XmlNode inline = node.child("simpleType");
        Type type =
                node.get("type") != null
                        ? builder.type(node, node.get("type"), schema)
                        : inline != null
                                ? builder.simpleTypes.of(inline, schema)
                                : SimpleType.of(BaseType.ANY_SIMPLE_TYPE);
        ElementDeclaration made =
                ElementDeclaration.of(node.get("name"), type).documented(node.documentation());
        if (SchemaModelBuilder.preset(node) != null) {
            made = made.with(SchemaModelBuilder.preset(node));
        }
        // Attributes are in a namespace only where that is specified.
        boolean none = !qualified || schema.namespace().isEmpty();
        return SchemaModelBuilder.named(made, none ? null : schema.namespace());
    }

    private ElementDeclaration referred(XmlNode node, Schema schema) {
        QName name = builder.schemas.name(node, node.get("ref"), schema);
        if (name == null) {
            return null;
        }
        boolean ofXml =
                name.getNamespaceURI().equals(XML)
                        && builder.schemas.peek(Kind.ATTRIBUTE, name) == null;
        if (ofXml && OF_XML.containsKey(name.getLocalPart())) {
            SimpleType type = SimpleType.of(OF_XML.get(name.getLocalPart()));
            return SchemaModelBuilder.named(ElementDeclaration.of(name.getLocalPart(), type), XML);
        }
        Global global = builder.schemas.find(Kind.ATTRIBUTE, name, node);
        return global == null ? null : declared(global.node(), global.schema(), true);
    }
}
