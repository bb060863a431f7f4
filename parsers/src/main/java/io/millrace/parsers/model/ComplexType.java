package io.millrace.parsers.model;

import java.util.List;
import java.util.Objects;

/**
 * A type of elements that hold other elements.
 *
 * @param content the elements, in a group that occurs once
 * @param attributes which formats without attributes lay out as elements before the others
 */
public record ComplexType(Group content, List<AttributeDeclaration> attributes) implements Type {

    public ComplexType {
        Objects.requireNonNull(content);
        attributes = List.copyOf(attributes);
    }

    /** A type without attributes. */
    public static ComplexType of(Group content) {
        return new ComplexType(content, List.of());
    }
}
