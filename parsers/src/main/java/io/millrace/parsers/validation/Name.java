package io.millrace.parsers.validation;

import io.millrace.engine.message.Element;

/**
 * A name in a namespace.
 *
 * @param namespace namespace; empty if there is none
 */
record Name(String namespace, String local) {

    static Name of(Element e) {
        return new Name(e.namespace(), e.name());
    }
}
