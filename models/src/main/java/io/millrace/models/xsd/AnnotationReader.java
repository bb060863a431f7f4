package io.millrace.models.xsd;

import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.PhysicalFormat;

import java.util.SequencedMap;

/**
 * Reader of annotations of a schema, which adds their properties to the declarations of the message
 * set.
 */
interface AnnotationReader {

    /** Whether a global element with children is a message. */
    boolean isMessage(XmlNode node);

    /** Returns the physical formats of the message set. */
    SequencedMap<String, PhysicalFormat> formats();

    /**
     * Returns an element or attribute with its annotated properties.
     *
     * @param node its declaration
     */
    ElementDeclaration element(XmlNode node, ElementDeclaration made);

    /**
     * Returns a reference to a global element with its annotated properties.
     *
     * @param node the reference
     * @param target the element's declaration
     */
    ElementReference reference(XmlNode node, XmlNode target, ElementReference made);

    /**
     * Returns the members of a type or group with their annotated properties.
     *
     * @param node the type or group
     */
    Group group(XmlNode node, Group made);
}
