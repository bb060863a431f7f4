package io.millrace.models.xsd;

import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.XmlFormat;
import io.millrace.parsers.model.XmlSettings;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** Schemas whose annotations are for people. */
final class XmlOnlyAnnotations implements AnnotationReader {

    @Override
    public boolean isMessage(XmlNode node) {
        return true;
    }

    @Override
    public SequencedMap<String, PhysicalFormat> formats() {
        LinkedHashMap<String, PhysicalFormat> formats = new LinkedHashMap<>();
        formats.put(XmlSchema.FORMAT, new XmlFormat(XmlSchema.FORMAT, XmlSettings.DEFAULTS));
        return formats;
    }

    @Override
    public ElementDeclaration element(XmlNode node, ElementDeclaration made) {
        return made;
    }

    @Override
    public ElementReference reference(XmlNode node, XmlNode target, ElementReference made) {
        return made;
    }

    @Override
    public Group group(XmlNode node, Group made) {
        return made;
    }
}
