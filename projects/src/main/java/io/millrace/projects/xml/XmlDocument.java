package io.millrace.projects.xml;

import com.ctc.wstx.stax.WstxInputFactory;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.LineIndex;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;

import org.jspecify.annotations.Nullable;

import java.io.StringReader;
import java.util.Objects;

import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A reader of complete documents. A document type definition is an error, so that no entity is ever
 * expanded and nothing outside the document is read.
 */
public final class XmlDocument {

    private static final int MAX_LEVELS = 200;
    private static final int MAX_ELEMENTS = 500_000;

    private final LineIndex lines;
    private final XMLStreamReader reader;
    private int level;
    private int elements;

    private XmlDocument(Source source) throws XMLStreamException {
        XMLInputFactory factory = new WstxInputFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        lines = new LineIndex(Secrets.inXml(source));
        reader = factory.createXMLStreamReader(new StringReader(source.text()));
    }

    /**
     * Returns the root element of a document. If the text is not an XML document, reports a problem
     * with its position and returns null.
     */
    public static @Nullable XmlElement read(Source source, Problems problems) {
        if (source.text().isBlank()) {
            problems.error(
                    ErrorCode.PROJECT_FILE,
                    new Place(source, 1, 1, 1),
                    "the file is empty; an XML document was expected",
                    "restore the file, or delete it");
            return null;
        }
        try {
            return new XmlDocument(source).root();
        } catch (XMLStreamException e) {
            Location at = e.getLocation();
            // The line of the error is printed.
            Source shown = Secrets.inXml(source);
            Place place =
                    at == null
                            ? new Place(shown, 1, 1, 1)
                            : new Place(
                                    shown,
                                    Math.max(1, at.getLineNumber()),
                                    Math.max(1, at.getColumnNumber()),
                                    1);
            problems.error(
                    ErrorCode.PROJECT_FILE,
                    place,
                    "this is not a well-formed XML document: " + sentence(e),
                    "correct the file, or restore it");
            return null;
        }
    }

    /** Returns the first sentence of a message of the XML library, without its position. */
    private static String sentence(XMLStreamException error) {
        String text = Objects.requireNonNullElse(error.getMessage(), "no reason is known");
        return text.replaceFirst("(?s)^.*?\nMessage: ", "").split("\n", 2)[0].strip();
    }

    private @Nullable XmlElement root() throws XMLStreamException {
        XmlElement root = null;
        XmlElement open = null;
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    open = element(open);
                    root = root == null ? open : root;
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    open = open == null ? null : open.parent();
                    level--;
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (open != null && !reader.isWhiteSpace()) {
                        open.append(reader.getText());
                    }
                }
                case XMLStreamConstants.DTD -> throw wrong("a DOCTYPE is not allowed");
                case XMLStreamConstants.ENTITY_REFERENCE ->
                        throw wrong("the entity " + reader.getLocalName() + " is not allowed");
                default -> {
                    // Comments and processing instructions have no meaning in projects.
                }
            }
        }
        return root;
    }

    private XMLStreamException wrong(String found) {
        return new XMLStreamException(found, reader.getLocation());
    }

    private XmlElement element(@Nullable XmlElement parent) throws XMLStreamException {
        if (++level > MAX_LEVELS) {
            throw wrong("the document has more than " + MAX_LEVELS + " levels of elements");
        }
        if (++elements > MAX_ELEMENTS) {
            throw wrong("the document has more than " + MAX_ELEMENTS + " elements");
        }
        XmlElement element =
                new XmlElement(
                        lines,
                        reader.getLocalName(),
                        reader.getLocation().getCharacterOffset(),
                        parent);
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            element.attribute(
                    orEmpty(reader.getAttributeNamespace(i)),
                    reader.getAttributeLocalName(i),
                    reader.getAttributeValue(i));
        }
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            element.prefix(
                    orEmpty(reader.getNamespacePrefix(i)), orEmpty(reader.getNamespaceURI(i)));
        }
        return element;
    }

    private static String orEmpty(@Nullable String text) {
        return Objects.requireNonNullElse(text, "");
    }
}
