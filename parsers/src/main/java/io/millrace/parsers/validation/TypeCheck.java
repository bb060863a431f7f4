package io.millrace.parsers.validation;

import static io.millrace.parsers.model.ContentRule.CLOSED;

import io.millrace.parsers.model.ContentRule;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import javax.xml.namespace.QName;

/**
 * A type of a model, for validation. {@link ValidatorCompiler} fills the object; afterwards the
 * object must not be changed.
 */
final class TypeCheck {

    /** Elements that are parts of the type's groups. */
    final Map<Name, MemberCheck> elements = new HashMap<>();

    /**
     * Attributes, and elements that at least one format writes as attributes. They can be in any
     * order.
     */
    final Map<Name, MemberCheck> attributes = new HashMap<>();

    /** The least strict content rule of the type's groups. */
    ContentRule rule = CLOSED;

    /** Whether the type can contain text, as its value or between its elements. */
    boolean holdsText;

    /** Whether undeclared attributes are permitted. */
    boolean takesAttributes;

    /** The global elements of the set, if the content rule needs them. */
    Set<Name> declared = Set.of();

    /** Name of the type; empty for an anonymous type. */
    String name = "";

    /** Name of the type in documents; null for an anonymous type. */
    QName expanded;

    /** Types that {@code xsi:type} can select, by name; empty if the type cannot be substituted. */
    final Map<String, TypeCheck> substitutes = new LinkedHashMap<>();

    /** The required elements and their order. */
    ContentModel content;

    /** Returns the member with a name; null if there is none. */
    MemberCheck member(Name name) {
        MemberCheck element = elements.get(name);
        return element == null ? attributes.get(name) : element;
    }
}
