package io.millrace.models.xsd;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.models.ConversionReport;
import io.millrace.models.xsd.SchemaFiles.Global;
import io.millrace.models.xsd.SchemaFiles.Kind;
import io.millrace.models.xsd.SchemaFiles.Schema;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.Composition;
import io.millrace.parsers.model.ContentRule;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.NamedType;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.Preset;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.Type;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import javax.xml.namespace.QName;

/**
 * Creates a message set from schemas: the global elements, types and groups of the first ones, and
 * the declarations of the others that these refer to.
 */
final class SchemaModelBuilder {

    private static final int MAX_SUBSTITUTIONS = 100;

    final SchemaFiles schemas;
    final AnnotationReader annotations;
    final Problems problems;
    final ConversionReport report;
    final SimpleTypes simpleTypes;
    final ComplexTypes complexTypes;

    private final String namespace;
    private final Names types = new Names("type");
    private final Names groups = new Names("group");
    private final Names elements = new Names("element");

    /**
     * Names of the global declarations that are needed, and those that have not been created yet.
     */
    private final class Names {
        final String noun;
        final Map<QName, String> given = new HashMap<>();
        final Set<String> taken = new HashSet<>();
        final Deque<Global> open = new ArrayDeque<>();

        Names(String noun) {
            this.noun = noun;
        }

        String of(Global global) {
            String known = given.get(global.name());
            if (known != null) {
                return known;
            }
            String plain = global.name().getLocalPart();
            boolean base = this == types && BaseType.of(plain) != null;
            String name = base ? plain + "_type" : plain;
            for (int i = 2; !taken.add(name); i++) {
                name = plain + "_" + i;
            }
            if (!name.equals(plain)) {
                report.changed(
                        global.node().place,
                        "the " + noun + " " + global.name() + " is called " + name);
            }
            given.put(global.name(), name);
            open.add(global);
            return name;
        }
    }

    SchemaModelBuilder(
            String namespace,
            SchemaFiles schemas,
            AnnotationReader annotations,
            Problems problems,
            ConversionReport report) {
        this.namespace = namespace;
        this.schemas = schemas;
        this.annotations = annotations;
        this.problems = problems;
        this.report = report;
        this.simpleTypes = new SimpleTypes(this);
        this.complexTypes = new ComplexTypes(this);
    }

    MessageSet build(String name, String identifier) {
        LinkedHashMap<String, ElementDeclaration> messages = new LinkedHashMap<>();
        schemas.main(Kind.TYPE).forEach(types::of);
        schemas.main(Kind.GROUP).forEach(groups::of);
        for (Global global : schemas.main(Kind.ELEMENT)) {
            if (!isComplex(global) || !annotations.isMessage(global.node())) {
                elements.of(global);
            } else if (!global.node().isTrue("abstract")) {
                ElementDeclaration message = element(global.node(), global.schema(), true);
                String key = message.name();
                for (int i = 2; messages.containsKey(key); i++) {
                    key = message.name() + "_" + i;
                }
                messages.put(key, message);
            }
        }
        LinkedHashMap<String, Type> madeTypes = new LinkedHashMap<>();
        LinkedHashMap<String, Group> madeGroups = new LinkedHashMap<>();
        LinkedHashMap<String, ElementDeclaration> madeElements = new LinkedHashMap<>();
        while (!types.open.isEmpty() || !groups.open.isEmpty() || !elements.open.isEmpty()) {
            if (!types.open.isEmpty()) {
                Global global = types.open.poll();
                String called = types.of(global);
                madeTypes.put(called, named(type(global), called, global.name()));
            } else if (!groups.open.isEmpty()) {
                Global global = groups.open.poll();
                madeGroups.put(groups.of(global), complexTypes.namedGroup(global));
            } else {
                Global global = elements.open.poll();
                madeElements.put(
                        elements.of(global), element(global.node(), global.schema(), true));
            }
        }
        return new MessageSet(
                name,
                identifier,
                namespace,
                annotations.formats(),
                messages,
                madeTypes,
                madeGroups,
                madeElements);
    }

    /** Sets the {@code xsi:type} name of a type, if it does not follow from its name here. */
    private Type named(Type type, String called, QName name) {
        return type instanceof ComplexType complex && !name.equals(new QName(namespace, called))
                ? complex.named(name)
                : type;
    }

    private Type type(Global global) {
        return global.node().is("simpleType")
                ? simpleTypes.resolved(global.name(), global.node())
                : complexTypes.resolved(global);
    }

    /** Whether an element contains others. A declaration that cannot be resolved contains none. */
    private boolean isComplex(Global element) {
        Global at = element;
        for (int steps = 0; at != null && steps < MAX_SUBSTITUTIONS; steps++) {
            XmlNode node = at.node();
            if (node.child("complexType", "simpleType") != null) {
                return node.child("complexType") != null;
            }
            String written = node.get("type", node.get("substitutionGroup"));
            if (written == null) {
                return true;
            }
            QName name = schemas.name(node, written.split("\\s+", 2)[0], at.schema());
            if (name == null || node.get("type") != null) {
                Global type = name == null ? null : schemas.peek(Kind.TYPE, name);
                return type != null && type.node().is("complexType")
                        || new QName(XmlNode.XSD, "anyType").equals(name);
            }
            at = schemas.peek(Kind.ELEMENT, name);
        }
        return false;
    }

    String groupName(Global group) {
        return groups.of(group);
    }

    String elementName(Global element) {
        return elements.of(element);
    }

    /** Returns a namespace as declarations have it: null for that of the set. */
    String namespace(String uri) {
        return uri.equals(namespace) ? null : uri;
    }

    // Elements

    /** Returns a declared element, not a reference. */
    ElementDeclaration element(XmlNode node, Schema schema, boolean isGlobal) {
        String name = node.get("name");
        if (!XmlNode.isName(name)) {
            problem(node, "found an element without a name and without a reference", "");
            name = "unnamed";
        }
        node.children("key", "keyref", "unique")
                .forEach(
                        k ->
                                report.dropped(
                                        k.place,
                                        k.label() + " of the element " + node.get("name")));
        node.children("alternative").forEach(k -> report.dropped(k.place, "alternative types"));
        boolean qualified = isGlobal || schema.isQualified(node);
        ElementDeclaration made =
                ElementDeclaration.of(name, elementType(node, schema, 0))
                        .with(isGlobal ? Occurs.ONCE : occurs(node))
                        .with(node.isTrue("nillable"))
                        .documented(node.documentation());
        Preset preset = preset(node);
        made = preset == null ? made : made.with(preset);
        return annotations.element(
                node, named(made, namespace(qualified ? schema.namespace() : "")));
    }

    static ElementDeclaration named(ElementDeclaration e, String namespace) {
        return new ElementDeclaration(
                e.name(),
                namespace,
                e.type(),
                e.occurs(),
                e.nillable(),
                e.preset(),
                e.physical(),
                e.documentation());
    }

    static Preset preset(XmlNode node) {
        String fixed = node.attributes.get("fixed");
        String standard = node.attributes.get("default");
        return fixed != null
                ? new Preset(fixed, true)
                : standard == null ? null : new Preset(standard, false);
    }

    private Type elementType(XmlNode node, Schema schema, int level) {
        String written = node.get("type");
        if (written != null) {
            return type(node, written, schema);
        }
        XmlNode inline = node.child("complexType", "simpleType");
        if (inline != null) {
            return inline.is("complexType")
                    ? complexTypes.of(inline, schema)
                    : simpleTypes.of(inline, schema);
        }
        String head = node.get("substitutionGroup");
        if (head != null && level < MAX_SUBSTITUTIONS) {
            QName name = schemas.name(node, head.split("\\s+", 2)[0], schema);
            Global found = name == null ? null : schemas.find(Kind.ELEMENT, name, node);
            if (found != null) {
                return elementType(found.node(), found.schema(), level + 1);
            }
        }
        return anyType();
    }

    static ComplexType anyType() {
        return ComplexType.of(
                new Group(
                        "",
                        Composition.SEQUENCE,
                        ContentRule.OPEN,
                        List.of(),
                        Occurs.ONCE,
                        new LinkedHashMap<>()));
    }

    /** Returns the type that an attribute names. */
    Type type(XmlNode node, String written, Schema schema) {
        QName name = schemas.name(node, written, schema);
        if (name == null) {
            return SimpleType.of(BaseType.STRING);
        }
        if (name.getNamespaceURI().equals(XmlNode.XSD)) {
            return name.getLocalPart().equals("anyType")
                    ? anyType()
                    : simpleTypes.builtIn(name.getLocalPart(), node);
        }
        Global found = schemas.find(Kind.TYPE, name, node);
        return found == null ? SimpleType.of(BaseType.STRING) : new NamedType(types.of(found));
    }

    /** Returns a simple type, with or without a name in the message set. */
    SimpleType simple(Type type, XmlNode referrer) {
        if (type instanceof SimpleType simple) {
            return simple;
        }
        for (Map.Entry<QName, String> named : types.given.entrySet()) {
            if (type instanceof NamedType(String name) && name.equals(named.getValue())) {
                return simpleTypes.resolved(named.getKey(), referrer);
            }
        }
        return SimpleType.of(BaseType.STRING);
    }

    /** Returns the number of occurrences; null for zero. */
    Occurs occursOrNever(XmlNode node) {
        String most = node.get("maxOccurs", "1");
        return most.equals("0") ? null : occurs(node);
    }

    Occurs occurs(XmlNode node) {
        String least = node.get("minOccurs", "1");
        String most = node.get("maxOccurs", "1");
        try {
            int max = most.equals("unbounded") ? Occurs.UNBOUNDED : Integer.parseInt(most);
            return new Occurs(Integer.parseInt(least), max);
        } catch (IllegalArgumentException e) {
            problem(
                    node,
                    "found minOccurs "
                            + least
                            + " and maxOccurs "
                            + most
                            + " of "
                            + node.label()
                            + ", expected whole numbers of at most 2147483647, the first not"
                            + " larger",
                    "");
            return Occurs.ONCE;
        }
    }

    void problem(XmlNode node, String found, String hint) {
        problems.error(ErrorCode.MODEL_IMPORT, node.place, found, hint);
    }

    /**
     * Returns all elements that can be substituted for one, directly or indirectly, without the
     * abstract ones.
     */
    List<Global> substitutes(QName head) {
        List<Global> all = new ArrayList<>();
        Set<QName> seen = new HashSet<>(Set.of(head));
        Deque<QName> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            for (Global substitute : schemas.substitutes(open.poll())) {
                if (seen.add(substitute.name())) {
                    open.add(substitute.name());
                    if (!substitute.node().isTrue("abstract")) {
                        all.add(substitute);
                    }
                }
            }
        }
        return all;
    }
}
