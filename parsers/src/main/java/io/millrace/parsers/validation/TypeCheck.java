package io.millrace.parsers.validation;

import static io.millrace.parsers.model.ContentRule.CLOSED;

import io.millrace.parsers.model.ContentRule;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import javax.xml.namespace.QName;

/** A type of a model, for validation. Filled by {@link ValidatorCompiler}, then not changed. */
final class TypeCheck {

    /** Elements that are parts of its groups. */
    final Map<Name, MemberCheck> elements = new HashMap<>();

    /** Attributes, and elements that at least one format writes as attributes: in any order. */
    final Map<Name, MemberCheck> attributes = new HashMap<>();

    /** The widest of its groups'. */
    ContentRule rule = CLOSED;

    /** Whether it can contain text: as its value, or between its elements. */
    boolean holdsText;

    /** Whether undeclared attributes are permitted. */
    boolean takesAttributes;

    /** The elements that the set declares, if the rule needs them. */
    Set<Name> declared = Set.of();

    /** Name of the type; empty for a type that is written out where it is used. */
    String name = "";

    /** Name of the type in documents; null for a type that is written out where it is used. */
    QName expanded;

    /** Types that {@code xsi:type} can select, by the types' names; empty if it cannot. */
    final Map<String, TypeCheck> substitutes = new LinkedHashMap<>();

    /** The required elements and their order. */
    ContentModel content;

    /** Returns the member with a name; null for none. */
    MemberCheck member(Name name) {
        MemberCheck element = elements.get(name);
        return element == null ? attributes.get(name) : element;
    }
}
