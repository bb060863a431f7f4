package io.millrace.parsers.validation;

import io.millrace.engine.message.Element;

/**
 * A name in a namespace.
 *
 * @param namespace empty for none
 */
record Name(String namespace, String local) {

    static Name of(Element e) {
        return new Name(e.namespace(), e.name());
    }
}
