package io.millrace.parsers.model;

/** A type of single values: one of XML Schema's, with restrictions. */
public record SimpleType(BaseType base, Facets facets) implements Type {

    /** Returns a type without restrictions. */
    public static SimpleType of(BaseType base) {
        return new SimpleType(base, Facets.NONE);
    }
}
