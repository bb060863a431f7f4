package io.millrace.parsers.mrm.dfdl;

import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

/** XML documents as trees of elements whose names are looked at without their name spaces. */
final class Dom {

    static final String DFDL = "http://www.ogf.org/dfdl/dfdl-1.0/";

    private Dom() {}

    static Element read(Path file) throws IOException {
        // One file says an attribute twice and has an entity of no name: no parser takes it.
        String text =
                Files.readString(file)
                        .replace(
                                "extraEscapedCharacters=\"?\" extraEscapedCharacters=\"\"",
                                "extraEscapedCharacters=\"?\"")
                        .replace("&quote;", "&quot;");
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null);
            return builder.parse(new InputSource(new StringReader(text))).getDocumentElement();
        } catch (SAXException | ParserConfigurationException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    static List<Element> children(Node parent) {
        List<Element> all = new ArrayList<>();
        for (Node n = parent.getFirstChild(); n != null; n = n.getNextSibling()) {
            if (n instanceof Element e) {
                all.add(e);
            }
        }
        return all;
    }

    static Stream<Element> children(Node parent, String name) {
        return children(parent).stream().filter(e -> e.getLocalName().equals(name));
    }

    /** The first child of a name; null for none. */
    static Element child(Node parent, String name) {
        return children(parent, name).findFirst().orElse(null);
    }

    /** A name without its prefix. */
    static String local(String name) {
        return name.substring(name.indexOf(':') + 1).strip();
    }

    /** The annotations of DFDL in a component. */
    static Stream<Element> annotations(Element component) {
        return children(component, "annotation")
                .flatMap(a -> children(a, "appinfo"))
                .flatMap(a -> children(a).stream())
                .filter(e -> DFDL.equals(e.getNamespaceURI()));
    }
}
