package io.millrace.models.xsd;

import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.XmlFormat;
import io.millrace.parsers.model.XmlSettings;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/**
 * A reader of the annotations of a schema, which can add properties to imported declarations. By
 * default, annotations are only documentation and add nothing.
 */
interface AnnotationReader {

    /** Whether a global element with children is a message. */
    default boolean isMessage(XmlNode node) {
        return true;
    }

    /** Returns the physical formats of the message set. */
    default SequencedMap<String, PhysicalFormat> formats() {
        PhysicalFormat format = new XmlFormat(XmlSchema.FORMAT, XmlSettings.DEFAULTS);
        return new LinkedHashMap<>(Map.of(XmlSchema.FORMAT, format));
    }

    /**
     * Returns an element or attribute with its annotated properties.
     *
     * @param node declaration of the element or attribute
     */
    default ElementDeclaration element(XmlNode node, ElementDeclaration made) {
        return made;
    }

    /**
     * Returns a reference to a global element with its annotated properties.
     *
     * @param node reference
     * @param target declaration of the element
     */
    default ElementReference reference(XmlNode node, XmlNode target, ElementReference made) {
        return made;
    }

    /**
     * Returns the members of a type or group with their annotated properties.
     *
     * @param node type or group
     */
    default Group group(XmlNode node, Group made) {
        return made;
    }
}
