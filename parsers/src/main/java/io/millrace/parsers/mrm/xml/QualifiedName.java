package io.millrace.parsers.mrm.xml;

import io.millrace.engine.message.Element;

/**
 * A name in a namespace.
 *
 * @param namespace namespace; empty if there is none
 */
record QualifiedName(String namespace, String local) {

    static QualifiedName of(Element e) {
        return new QualifiedName(e.namespace(), e.name());
    }

    /** Returns the name as shown in error messages. */
    @Override
    public String toString() {
        return namespace.isEmpty() ? local : "{" + namespace + "}" + local;
    }
}
