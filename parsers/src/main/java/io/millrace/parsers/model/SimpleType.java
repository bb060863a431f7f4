package io.millrace.parsers.model;

import java.util.Objects;

/** A type of single values: one of XML Schema's, with restrictions. */
public record SimpleType(BaseType base, Facets facets) implements Type {

    public SimpleType {
        Objects.requireNonNull(base);
        Objects.requireNonNull(facets);
    }

    /** Returns a type without restrictions. */
    public static SimpleType of(BaseType base) {
        return new SimpleType(base, Facets.NONE);
    }
}
