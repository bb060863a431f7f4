package io.millrace.parsers.mrm.xml;

import io.millrace.engine.message.Element;

/**
 * A name in a namespace.
 *
 * @param namespace empty for none
 */
record QualifiedName(String namespace, String local) {

    static QualifiedName of(Element e) {
        return new QualifiedName(e.namespace(), e.name());
    }

    /** Returns the form in error messages. */
    @Override
    public String toString() {
        return namespace.isEmpty() ? local : "{" + namespace + "}" + local;
    }
}
