package io.millrace.parsers.model.xsd;

import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.PhysicalFormat;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** Schemas whose annotations are for people. */
final class XmlOnly implements Annotations {

    @Override
    public SequencedMap<String, PhysicalFormat> formats() {
        return new LinkedHashMap<>();
    }

    @Override
    public ElementDeclaration element(XmlNode node, ElementDeclaration made) {
        return made;
    }

    @Override
    public ElementReference reference(XmlNode node, ElementReference made) {
        return made;
    }

    @Override
    public Group group(XmlNode node, Group made) {
        return made;
    }
}
