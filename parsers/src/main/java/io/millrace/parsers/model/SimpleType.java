package io.millrace.parsers.model;

import static java.util.Objects.requireNonNull;

/** A type of single values: a type of XML Schema with restrictions. */
public record SimpleType(BaseType base, Facets facets) implements Type {

    public SimpleType {
        requireNonNull(base);
        requireNonNull(facets);
    }

    /** Returns a type without restrictions. */
    public static SimpleType of(BaseType base) {
        return new SimpleType(base, Facets.NONE);
    }
}
