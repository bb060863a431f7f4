package io.millrace.models.xsd;

import static io.millrace.models.ModelMembers.unique;
import static io.millrace.models.xsd.SchemaFiles.ELEMENT;
import static io.millrace.models.xsd.SchemaFiles.GROUP;
import static io.millrace.models.xsd.SchemaFiles.TYPE;
import static io.millrace.models.xsd.XmlNode.XSD;
import static io.millrace.models.xsd.XmlNode.isName;
import static io.millrace.parsers.model.Composition.SEQUENCE;
import static io.millrace.parsers.model.ContentRule.OPEN;
import static io.millrace.parsers.model.Occurs.ONCE;

import io.millrace.models.ConversionReport;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.Composition;
import io.millrace.parsers.model.ContentRule;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.NamedType;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.Particle;
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
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;

import javax.xml.namespace.QName;

/**
 * A builder of a message set from schemas: the global elements, types and groups of the first
 * schemas, and the declarations of other schemas to which they refer.
 */
final class SchemaModelBuilder {

    private static final int MAX_SUBSTITUTIONS = 100;

    final SchemaFiles schemas;
    final AnnotationReader annotations;
    final ConversionReport report;
    final SimpleTypes simpleTypes;
    private final ComplexTypes complexTypes;
    final MemberNames names = new MemberNames(this);

    /** Namespace of the message set. */
    final String namespace;

    private final Names<Type> types = new Names<>(TYPE, this::named);
    final Names<Group> groups = new Names<>(GROUP, this::namedGroup);
    final Names<ElementDeclaration> elements = new Names<>(ELEMENT, this::namedElement);

    /**
     * The names of required global declarations in the message set, and the converted declarations.
     */
    final class Names<T> {
        private final String noun;
        private final Function<XmlNode, T> maker;
        private final Map<QName, String> given = new HashMap<>();
        private final Map<String, XmlNode> taken = new HashMap<>();
        private final Deque<XmlNode> open = new ArrayDeque<>();
        private final SequencedMap<String, T> made = new LinkedHashMap<>();

        Names(String noun, Function<XmlNode, T> maker) {
            this.noun = noun;
            this.maker = maker;
        }

        String of(XmlNode global) {
            QName qualified = global.declared();
            String known = given.get(qualified);
            if (known != null) {
                return known;
            }
            String plain = qualified.getLocalPart();
            boolean base = this == types && BaseType.of(plain) != null;
            String name = base ? plain + "_type" : plain;
            name = unique(name, taken.keySet());
            taken.put(name, global);
            if (!name.equals(plain)) {
                report.changed(global.place, "the %s %s is called %s", noun, qualified, name);
            }
            given.put(qualified, name);
            open.add(global);
            return name;
        }

        /** Returns the declaration with a name in the message set. */
        XmlNode declaration(String name) {
            return taken.get(name);
        }

        /**
         * Converts the next required declaration.
         *
         * @return whether there was one
         */
        boolean makeNext() {
            XmlNode global = open.poll();
            if (global != null) {
                made.put(of(global), maker.apply(global));
            }
            return global != null;
        }
    }

    SchemaModelBuilder(
            String namespace,
            SchemaFiles schemas,
            AnnotationReader annotations,
            ConversionReport report) {
        this.namespace = namespace;
        this.schemas = schemas;
        this.annotations = annotations;
        this.report = report;
        simpleTypes = new SimpleTypes(schemas, report);
        complexTypes = new ComplexTypes(this);
    }

    MessageSet build(String name, String identifier) {
        var messages = new LinkedHashMap<String, ElementDeclaration>();
        schemas.main(TYPE).forEach(types::of);
        schemas.main(GROUP).forEach(groups::of);
        for (XmlNode global : schemas.main(ELEMENT)) {
            if (!hasChildren(global) || !annotations.isMessage(global)) {
                elements.of(global);
            } else if (!global.isTrue("abstract")) {
                ElementDeclaration message = element(global, true);
                String called = unique(message.name(), messages.keySet());
                if (!called.equals(message.name())) {
                    report.changed(
                            global.place, "the message %s is called %s", global.declared(), called);
                }
                messages.put(called, names.renamed(message, called));
            }
        }
        boolean isOpen = true;
        while (isOpen) {
            isOpen = types.makeNext() || groups.makeNext() || elements.makeNext();
        }
        return new MessageSet(
                name,
                identifier,
                namespace,
                annotations.formats(),
                messages,
                types.made,
                groups.made,
                elements.made);
    }

    /**
     * Returns a type. If its name in {@code xsi:type} differs from the name in the message set, the
     * type includes it.
     */
    private Type named(XmlNode global) {
        QName name = global.declared();
        if (global.is("simpleType")) {
            return simpleTypes.resolved(name, global);
        }
        ComplexType type = complexTypes.resolved(global);
        return name.equals(new QName(namespace, types.of(global))) ? type : type.named(name);
    }

    private ElementDeclaration namedElement(XmlNode global) {
        return names.renamed(element(global, true), elements.of(global));
    }

    private Group namedGroup(XmlNode global) {
        return complexTypes.namedGroup(global);
    }

    /**
     * Whether an element can be a message, which has child elements instead of a value. If its type
     * cannot be determined, the result is false.
     */
    private boolean hasChildren(XmlNode element) {
        XmlNode type = typeNode(element);
        if (type == null || !type.is("complexType")) {
            return type != null && type.is("element");
        }
        if (type.child("simpleContent") != null) {
            report.changed(
                    element.place,
                    "the element %s has a value instead of child elements; it is a global element "
                            + "of the message set, not a message",
                    element.get("name"));
            return false;
        }
        return true;
    }

    /**
     * Returns the declaration of an element's type; the element itself if it has any type; null if
     * the type is built-in or cannot be determined.
     */
    private XmlNode typeNode(XmlNode element) {
        XmlNode node = element;
        for (int steps = 0; node != null && steps < MAX_SUBSTITUTIONS; steps++) {
            XmlNode inline = node.child("complexType", "simpleType");
            if (inline != null) {
                return inline;
            }
            String written = node.get("type", node.get("substitutionGroup"));
            if (written == null) {
                return node;
            }
            QName name = schemas.name(node, written.split("\\s+", 2)[0]);
            if (name == null || node.get("type") != null) {
                return new QName(XSD, "anyType").equals(name)
                        ? node
                        : name == null ? null : schemas.peek(TYPE, name);
            }
            node = schemas.peek(ELEMENT, name);
        }
        return null;
    }

    // Elements

    /** Returns the element for a declaration, not for a reference. */
    ElementDeclaration element(XmlNode node, boolean isGlobal) {
        String name = node.get("name");
        if (!isName(name)) {
            report.problem(node.place, "found an element without a name and without a reference");
            name = "unnamed";
        }
        node.children("key", "keyref", "unique")
                .forEach(
                        k ->
                                report.dropped(
                                        k.place,
                                        "%s of the element %s",
                                        k.label(),
                                        node.get("name")));
        node.children("alternative").forEach(k -> report.dropped(k.place, "alternative types"));
        String uri = isGlobal || node.isQualified() ? node.target() : "";
        ElementDeclaration made =
                new ElementDeclaration(
                        name,
                        uri.equals(namespace) ? null : uri,
                        elementType(node, 0),
                        isGlobal ? ONCE : occurs(node),
                        node.isTrue("nillable"),
                        preset(node),
                        new LinkedHashMap<>(),
                        false,
                        node.documentation());
        return annotations.element(node, made);
    }

    static Preset preset(XmlNode node) {
        String fixed = node.attributes.get("fixed");
        String text = fixed == null ? node.attributes.get("default") : fixed;
        return text == null ? null : new Preset(text, fixed != null);
    }

    private Type elementType(XmlNode node, int level) {
        XmlNode inline = node.child("complexType", "simpleType");
        if (node.get("type") != null) {
            return type(node, node.get("type"));
        }
        if (inline != null) {
            return inline.is("complexType") ? complexTypes.of(inline) : simpleTypes.of(inline);
        }
        String head = node.get("substitutionGroup");
        if (head != null && level < MAX_SUBSTITUTIONS) {
            XmlNode found = schemas.find(ELEMENT, node, head.split("\\s+", 2)[0]);
            if (found != null) {
                return elementType(found, level + 1);
            }
        }
        return anyType();
    }

    static Group group(Composition composition, ContentRule rule, List<Particle> members) {
        return new Group("", composition, rule, members, ONCE, new LinkedHashMap<>());
    }

    static ComplexType anyType() {
        return ComplexType.of(group(SEQUENCE, OPEN, List.of()));
    }

    /** Returns the type with a name from an attribute. */
    Type type(XmlNode node, String written) {
        QName name = schemas.name(node, written);
        if (name == null) {
            return SimpleTypes.STRING;
        }
        if (name.getNamespaceURI().equals(XSD)) {
            return name.getLocalPart().equals("anyType")
                    ? anyType()
                    : simpleTypes.builtIn(name.getLocalPart(), node);
        }
        XmlNode found = schemas.find(TYPE, name, node);
        return found == null ? SimpleTypes.STRING : new NamedType(types.of(found));
    }

    /** Returns a simple type, with or without a name in the message set. */
    SimpleType simple(Type type, XmlNode referrer) {
        if (type instanceof SimpleType simple) {
            return simple;
        }
        return types.given.entrySet().stream()
                .filter(named -> type.equals(new NamedType(named.getValue())))
                .findFirst()
                .map(named -> simpleTypes.resolved(named.getKey(), referrer))
                .orElse(SimpleTypes.STRING);
    }

    /** Returns the number of occurrences; null for zero. */
    Occurs occursOrNever(XmlNode node) {
        return node.get("maxOccurs", "1").equals("0") ? null : occurs(node);
    }

    private Occurs occurs(XmlNode node) {
        String least = node.get("minOccurs", "1");
        String most = node.get("maxOccurs", "1");
        try {
            int max = most.equals("unbounded") ? Occurs.UNBOUNDED : Integer.parseInt(most);
            return new Occurs(Integer.parseInt(least), max);
        } catch (IllegalArgumentException e) {
            report.problem(
                    node.place(node.get("maxOccurs") == null ? "minOccurs" : "maxOccurs"),
                    "found minOccurs %s and maxOccurs %s of %s, expected whole numbers up to "
                            + "2147483647 (or maxOccurs=unbounded) with minOccurs <= maxOccurs",
                    least,
                    most,
                    node.label());
            return ONCE;
        }
    }

    /**
     * Returns all non-abstract elements that can substitute for an element, directly or indirectly.
     */
    List<XmlNode> substitutes(QName head) {
        var all = new ArrayList<XmlNode>();
        var seen = new HashSet<QName>(Set.of(head));
        var open = new ArrayDeque<QName>(seen);
        while (!open.isEmpty()) {
            for (XmlNode substitute : schemas.substitutes(open.poll())) {
                if (seen.add(substitute.declared())) {
                    open.add(substitute.declared());
                    all.add(substitute);
                }
            }
        }
        all.removeIf(e -> e.isTrue("abstract"));
        return all;
    }
}
