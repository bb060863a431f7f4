package io.millrace.models.xsd;

import com.ctc.wstx.stax.WstxInputFactory;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.models.ConversionReport;

import java.io.StringReader;

import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads whole documents, with the position of each element. Document type definitions are skipped,
 * and nothing outside of the document is ever read.
 */
final class XmlReader {

    private static final int MAX_LEVELS = 200;
    private static final int MAX_NODES = 500_000;

    private final Source source;
    private final ConversionReport report;
    private int nodes;

    private XmlReader(Source source, ConversionReport report) {
        this.source = source;
        this.report = report;
    }

    /** Returns the root element; null, with a problem, if the file is not an XML document. */
    static XmlNode read(Source source, Problems problems, ConversionReport report) {
        try {
            XMLStreamReader reader =
                    factory().createXMLStreamReader(new StringReader(source.text()));
            return new XmlReader(source, report).document(reader);
        } catch (XMLStreamException e) {
            Location at = e.getLocation();
            Place place =
                    at == null
                            ? source.at(0)
                            : new Place(source, at.getLineNumber(), at.getColumnNumber(), 1);
            problems.error(ErrorCode.MODEL_IMPORT, place, words(e));
            return null;
        }
    }

    /** Returns the error without the position that the library adds before or after it. */
    private static String words(XMLStreamException e) {
        String text = e.getMessage() == null ? "this is no XML" : e.getMessage();
        int message = text.indexOf("\nMessage: ");
        String plain = message < 0 ? text : text.substring(message + "\nMessage: ".length());
        return plain.split("\n", 2)[0];
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = new WstxInputFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        return factory;
    }

    private XmlNode document(XMLStreamReader reader) throws XMLStreamException {
        XmlNode root = null;
        XmlNode at = null;
        int level = 0;
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    if (++level > MAX_LEVELS || ++nodes > MAX_NODES) {
                        throw new XMLStreamException(
                                level > MAX_LEVELS
                                        ? "found more than " + MAX_LEVELS + " levels of elements"
                                        : "found more than " + MAX_NODES + " elements",
                                reader.getLocation());
                    }
                    at = node(reader, at);
                    root = root == null ? at : root;
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    at = at.parent;
                    level--;
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (at != null && !reader.isWhiteSpace()) {
                        at.text.append(reader.getText());
                    }
                }
                case XMLStreamConstants.ENTITY_REFERENCE ->
                        throw new XMLStreamException(
                                "found the entity "
                                        + reader.getLocalName()
                                        + ", expected none: document type definitions are not"
                                        + " read",
                                reader.getLocation());
                case XMLStreamConstants.DTD ->
                        report.dropped(place(reader), "the document type definition");
                default -> {
                    // Comments and processing instructions specify nothing of the model.
                }
            }
        }
        return root;
    }

    private XmlNode node(XMLStreamReader reader, XmlNode parent) {
        String uri = reader.getNamespaceURI() == null ? "" : reader.getNamespaceURI();
        XmlNode node = new XmlNode(parent, uri, reader.getLocalName(), place(reader));
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            String space = reader.getAttributeNamespace(i);
            String name = reader.getAttributeLocalName(i);
            boolean plain = space == null || space.isEmpty();
            node.attributes.put(
                    plain ? name : "{" + space + "}" + name, reader.getAttributeValue(i));
        }
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            String prefix = reader.getNamespacePrefix(i);
            String declared = reader.getNamespaceURI(i);
            node.prefixes.put(prefix == null ? "" : prefix, declared == null ? "" : declared);
        }
        if (parent != null) {
            parent.children.add(node);
        }
        return node;
    }

    private Place place(XMLStreamReader reader) {
        Location at = reader.getLocation();
        int length = reader.hasName() ? reader.getLocalName().length() + 1 : 1;
        return new Place(source, at.getLineNumber(), at.getColumnNumber(), length);
    }
}
