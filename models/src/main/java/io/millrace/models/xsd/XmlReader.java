package io.millrace.models.xsd;

import static java.util.Objects.requireNonNullElse;

import com.ctc.wstx.stax.WstxInputFactory;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Source;
import io.millrace.models.ConversionReport;

import java.io.StringReader;

import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A reader of complete documents, with the position of each element. Document type definitions are
 * skipped, and nothing outside the document is ever read.
 */
final class XmlReader {

    private static final int MAX_LEVELS = 200;
    private static final int MAX_NODES = 500_000;

    private final Source source;
    private final ConversionReport report;
    private final XMLStreamReader reader;
    private int nodes;

    /** The innermost open element; null outside the root element. */
    private XmlNode open;

    private XmlReader(Source source, ConversionReport report) throws XMLStreamException {
        XMLInputFactory factory = new WstxInputFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        this.source = source;
        this.report = report;
        reader = factory.createXMLStreamReader(new StringReader(source.text()));
    }

    /**
     * Returns the root element. If the file is not an XML document, reports a problem and returns
     * null.
     */
    static XmlNode read(Source source, ConversionReport report) {
        XmlReader reading = null;
        try {
            reading = new XmlReader(source, report);
            return reading.document();
        } catch (XMLStreamException e) {
            Location at = e.getLocation();
            report.problem(
                    at == null
                            ? source.at(0)
                            : new Place(source, at.getLineNumber(), at.getColumnNumber(), 1),
                    "%s",
                    XmlErrors.sentence(e, reading == null ? null : reading.open));
            return null;
        }
    }

    private XmlNode document() throws XMLStreamException {
        XmlNode root = null;
        int level = 0;
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    if (++level > MAX_LEVELS) {
                        throw wrong("found more than " + MAX_LEVELS + " levels of elements");
                    }
                    if (++nodes > MAX_NODES) {
                        throw wrong("found more than " + MAX_NODES + " elements");
                    }
                    open = node(open);
                    root = root == null ? open : root;
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    open = open.parent;
                    level--;
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (open != null && !reader.isWhiteSpace()) {
                        open.text.append(reader.getText());
                    }
                }
                case XMLStreamConstants.ENTITY_REFERENCE ->
                        throw wrong(
                                "entity references are not supported (found &"
                                        + reader.getLocalName()
                                        + ";); replace it with its text");
                case XMLStreamConstants.DTD ->
                        report.dropped(place(), "the document type definition");
                default -> {
                    // Comments and processing instructions do not affect the model.
                }
            }
        }
        return root;
    }

    private XMLStreamException wrong(String found) {
        return new XMLStreamException(found, reader.getLocation());
    }

    private XmlNode node(XmlNode parent) {
        XmlNode node =
                new XmlNode(
                        parent, orEmpty(reader.getNamespaceURI()), reader.getLocalName(), place());
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            String space = orEmpty(reader.getAttributeNamespace(i));
            String name = reader.getAttributeLocalName(i);
            node.attributes.put(
                    space.isEmpty() ? name : "{" + space + "}" + name, reader.getAttributeValue(i));
        }
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            node.prefixes.put(
                    orEmpty(reader.getNamespacePrefix(i)), orEmpty(reader.getNamespaceURI(i)));
        }
        if (parent != null) {
            parent.children.add(node);
        }
        return node;
    }

    private static String orEmpty(String text) {
        return requireNonNullElse(text, "");
    }

    private Place place() {
        Location at = reader.getLocation();
        int length = reader.hasName() ? reader.getLocalName().length() + 1 : 1;
        return new Place(source, at.getLineNumber(), at.getColumnNumber(), length);
    }
}
