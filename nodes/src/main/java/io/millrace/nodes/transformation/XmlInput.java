package io.millrace.nodes.transformation;

import io.millrace.engine.message.Bytes;

import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.XMLFilterImpl;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.transform.sax.SAXSource;

/** A reader of XML that accesses nothing outside its input. */
final class XmlInput {

    private static final Pattern STYLESHEET =
            Pattern.compile("<\\?xml-stylesheet\\s[^?]*?\\bhref\\s*=\\s*[\"']([^\"']+)[\"']");
    private static final Pattern FIRST_TAG = Pattern.compile("<[A-Za-z_:]");
    private static final int MAX_PROLOG = 4096;

    private XmlInput() {}

    /**
     * Returns a source for XML in UTF-8. External entities and external DTDs are empty. Entities
     * are limited by the limits of the JDK for secure processing.
     */
    static SAXSource source(Bytes xml, String systemId) {
        try {
            SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
            factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
            factory.setFeature(
                    "http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
            XMLReader reader = factory.newSAXParser().getXMLReader();
            reader.setEntityResolver((publicId, id) -> new InputSource(new StringReader("")));
            InputSource input =
                    new InputSource(
                            new ByteArrayInputStream(xml.array(), xml.start(), xml.length()));
            if (systemId.isEmpty()) {
                input.setEncoding(StandardCharsets.UTF_8.name());
            } else {
                input.setSystemId(systemId);
            }
            return new SAXSource(new Positioned(reader), input);
        } catch (ParserConfigurationException | SAXException e) {
            throw new IllegalStateException("the parser of the JDK lacks a feature", e);
        }
    }

    /**
     * Returns the reason why a source that was read is not well-formed, with its position; null if
     * no error was found.
     */
    static String error(SAXSource source) {
        return source.getXMLReader() instanceof Positioned reader ? reader.error : null;
    }

    /** A reader whose errors have their positions as text, which the processor does not keep. */
    private static final class Positioned extends XMLFilterImpl {

        private String error;

        Positioned(XMLReader reader) {
            super(reader);
        }

        @Override
        public void fatalError(SAXParseException e) throws SAXException {
            error =
                    "line %d, column %d: %s"
                            .formatted(e.getLineNumber(), e.getColumnNumber(), e.getMessage());
            throw new SAXException(error);
        }
    }

    /** Returns the stylesheet that the prolog of a message names; null for none. */
    static String stylesheet(Bytes xml) {
        String prolog =
                xml.slice(0, Math.min(xml.length(), MAX_PROLOG)).text(StandardCharsets.UTF_8);
        Matcher tag = FIRST_TAG.matcher(prolog);
        Matcher stylesheet =
                STYLESHEET.matcher(tag.find() ? prolog.substring(0, tag.start()) : prolog);
        return stylesheet.find() ? stylesheet.group(1) : null;
    }
}
