package io.millrace.models.xsd;

import static io.millrace.models.ModelMembers.unique;
import static io.millrace.models.xsd.SchemaFiles.GROUP;

import io.millrace.parsers.model.AttributeDeclaration;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.XmlField;
import io.millrace.parsers.model.XmlFormat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import javax.xml.namespace.QName;

/**
 * The names of members in message trees. A schema can use one name for an element and an attribute,
 * or in several namespaces. In a message tree, a folder has only one member with each name. A
 * renamed member keeps its name in documents as {@code xmlName}.
 */
record MemberNames(SchemaModelBuilder builder) {

    /** Returns a declaration with another name in message trees and the same name in documents. */
    ElementDeclaration renamed(ElementDeclaration declared, String name) {
        if (name.equals(declared.name())) {
            return declared;
        }
        ElementDeclaration made = declared.named(name);
        for (PhysicalFormat format : builder.annotations.formats().values()) {
            if (format instanceof XmlFormat) {
                XmlField field =
                        made.physical().get(format.name()) instanceof XmlField specified
                                ? specified
                                : XmlField.DEFAULTS;
                if (field.xmlName() == null) {
                    made = made.with(format.name(), field.named(declared.name()));
                }
            }
        }
        return made;
    }

    /** Returns the name of an attribute in documents, as {@code {uri}name}. */
    static String inDocuments(AttributeDeclaration attribute) {
        ElementDeclaration declared = attribute.declaration();
        String name =
                declared.physical().values().stream()
                        .map(field -> field instanceof XmlField xml ? xml.xmlName() : null)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(declared.name());
        return "{" + declared.namespace() + "}" + name;
    }

    /**
     * Returns attributes of a type whose names differ from each other and from the names of its
     * elements.
     *
     * @param type node of the type
     */
    List<AttributeDeclaration> distinct(
            Collection<AttributeDeclaration> attributes, Group content, XmlNode type) {
        if (attributes.isEmpty()) {
            return List.of();
        }
        var elements = new HashSet<QName>();
        add(content, elements);
        var taken = new HashSet<String>();
        elements.forEach(name -> taken.add(name.getLocalPart()));
        var names = new HashSet<String>();
        var all = new ArrayList<AttributeDeclaration>();
        for (AttributeDeclaration attribute : attributes) {
            ElementDeclaration declared = attribute.declaration();
            boolean isElement = elements.contains(name(declared));
            boolean isFree = names.add(declared.name()) && !isElement;
            if (isFree) {
                all.add(attribute);
                continue;
            }
            taken.addAll(names);
            String name = unique(declared.name(), taken);
            names.add(name);
            builder.report.changed(
                    type.place,
                    "the attribute %s is called %s in message trees, because %s has this name too",
                    declared.name(),
                    name,
                    isElement ? "an element" : "another attribute");
            all.add(new AttributeDeclaration(renamed(declared, name), attribute.required()));
        }
        return List.copyOf(all);
    }

    private QName name(ElementDeclaration declared) {
        String uri = declared.namespace() == null ? builder.namespace : declared.namespace();
        return new QName(uri, declared.name());
    }

    private void add(Group group, Set<QName> to) {
        for (Particle particle : group.particles()) {
            switch (particle) {
                case ElementDeclaration e -> to.add(name(e));
                case ElementReference r ->
                        to.add(
                                new QName(
                                        builder.elements.declaration(r.name()).target(), r.name()));
                case Group g -> add(g, to);
                case GroupReference r ->
                        add(builder.groups.declaration(r.name()), to, new HashSet<>());
            }
        }
    }

    /** Adds the names of the elements in a group of the schema, which may not be converted yet. */
    private void add(XmlNode group, Set<QName> to, Set<XmlNode> within) {
        if (!within.add(group)) {
            return;
        }
        for (XmlNode child : group.children) {
            String reference = child.get("ref");
            if (child.is("element") && reference == null) {
                to.add(new QName(child.isQualified() ? child.target() : "", child.get("name")));
            } else if (child.is("element")) {
                QName head = builder.schemas.name(child, reference);
                if (head != null) {
                    to.add(head);
                    builder.substitutes(head).forEach(e -> to.add(e.declared()));
                }
            } else if (child.is("group") && reference != null) {
                QName name = builder.schemas.name(child, reference);
                XmlNode inner = name == null ? null : builder.schemas.peek(GROUP, name);
                if (inner != null) {
                    add(inner, to, within);
                }
            } else if (child.is("sequence", "choice", "all")) {
                add(child, to, within);
            }
        }
    }
}
