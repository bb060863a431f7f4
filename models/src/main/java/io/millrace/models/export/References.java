package io.millrace.models.export;

import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Facets;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.Type;

/** Finds what names in a message set stand for. */
final class References {

    private References() {}

    /** Returns an element or message that is referred to; null if there is none. */
    static ElementDeclaration element(MessageSet set, ElementReference reference) {
        ElementDeclaration element = set.elements().get(reference.name());
        return element == null ? set.messages().get(reference.name()) : element;
    }

    /** Returns the facets of a type of single values; none of another type. */
    static Facets facets(MessageSet set, Type type) {
        return set.resolve(type) instanceof SimpleType simple ? simple.facets() : Facets.NONE;
    }
}
