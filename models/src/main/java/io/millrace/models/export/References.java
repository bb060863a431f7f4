package io.millrace.models.export;

import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Facets;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.Type;

/** Resolution of names in a message set. */
final class References {

    private References() {}

    /** Resolves a reference to an element or message; null if the target does not exist. */
    static ElementDeclaration element(MessageSet set, ElementReference reference) {
        ElementDeclaration element = set.elements().get(reference.name());
        return element == null ? set.messages().get(reference.name()) : element;
    }

    /** Returns the facets of a simple type; no facets for other types. */
    static Facets facets(MessageSet set, Type type) {
        return set.resolve(type) instanceof SimpleType simple ? simple.facets() : Facets.NONE;
    }
}
