package io.millrace.parsers.model;

import static io.millrace.parsers.model.Composition.SEQUENCE;

import java.util.List;

import javax.xml.namespace.QName;

/**
 * A type of elements with other elements, or with a value and attributes.
 *
 * @param content the elements, in a group that occurs once
 * @param attributes attributes; in formats without attributes, they are elements before all other
 *     elements
 * @param value simple type of the value (simple content in XML Schema); null for a type of
 *     elements. With a value, {@code content} is empty and only XML formats can be used
 * @param mixed whether text between elements is permitted, which is possible only in XML formats
 * @param anyAttribute whether undeclared attributes are permitted
 * @param base name of the base type, which this type extends or restricts; empty if there is none.
 *     {@code content} includes the content of the base type. In XML, {@code xsi:type} can select
 *     this type instead of the base type
 * @param xsiType expanded name of this type in {@code xsi:type}; null if the name is the name in
 *     the message set, in the set's namespace
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

    /** Returns a type without a base type. */
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
     * @param newBase name of a type with elements
     */
    public ComplexType derivedFrom(String newBase) {
        return new ComplexType(content, attributes, value, mixed, anyAttribute, newBase, xsiType);
    }

    /**
     * @param name expanded name in {@code xsi:type}
     */
    public ComplexType named(QName name) {
        return new ComplexType(content, attributes, value, mixed, anyAttribute, base, name);
    }
}
