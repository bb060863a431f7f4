package io.millrace.parsers.model;

import static io.millrace.parsers.model.Composition.SEQUENCE;

import java.util.List;

import javax.xml.namespace.QName;

/**
 * A type of elements with other elements, or with a value and attributes.
 *
 * @param content the elements, in a group that occurs once
 * @param attributes attributes; formats without attributes place them as elements before the others
 * @param value the simple type of the value (XML Schema's simple content), written out or by name;
 *     null for a type of elements. The content is empty then, and only XML formats have such types
 * @param mixed whether there is text between the elements, which only XML formats have
 * @param anyAttribute whether undeclared attributes are permitted
 * @param base name of the type that this one extends or restricts; empty for none. Its content is
 *     included here. In XML, {@code xsi:type} can replace it with this type
 * @param xsiType expanded name of this type in {@code xsi:type}; null if that is its name in the
 *     message set, in the set's namespace
 */
public record ComplexType(
        Group content,
        List<AttributeDeclaration> attributes,
        Type value,
        boolean mixed,
        boolean anyAttribute,
        String base,
        QName xsiType)
        implements Type {

    public ComplexType {
        attributes = List.copyOf(attributes);
    }

    /** Returns a type that neither extends nor restricts another. */
    public ComplexType(
            Group content,
            List<AttributeDeclaration> attributes,
            Type value,
            boolean mixed,
            boolean anyAttribute) {
        this(content, attributes, value, mixed, anyAttribute, "", null);
    }

    /** Returns a type with only elements and attributes. */
    public ComplexType(Group content, List<AttributeDeclaration> attributes) {
        this(content, attributes, null, false, false);
    }

    /** Returns a type without attributes. */
    public static ComplexType of(Group content) {
        return new ComplexType(content, List.of());
    }

    /** Returns a type with a value and attributes. */
    public static ComplexType of(
            Type value, List<AttributeDeclaration> attributes, boolean anyAttribute) {
        return new ComplexType(
                Group.of(SEQUENCE, List.of()), attributes, value, false, anyAttribute);
    }

    public ComplexType with(Group newContent) {
        return new ComplexType(newContent, attributes, value, mixed, anyAttribute, base, xsiType);
    }

    /**
     * @param newBase name of a type of elements
     */
    public ComplexType derivedFrom(String newBase) {
        return new ComplexType(content, attributes, value, mixed, anyAttribute, newBase, xsiType);
    }

    /**
     * @param name the expanded name by which {@code xsi:type} names it
     */
    public ComplexType named(QName name) {
        return new ComplexType(content, attributes, value, mixed, anyAttribute, base, name);
    }
}
