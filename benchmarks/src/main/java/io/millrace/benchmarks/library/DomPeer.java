package io.millrace.benchmarks.library;

import io.millrace.engine.message.Bytes;

import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

import java.io.ByteArrayInputStream;
import java.io.IOException;

import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;

/** Written by hand with the JDK's DOM, like JAXP's tutorial, with an identity transformer. */
final class DomPeer implements Peer.Work {

    private static final int MAX_COUNT = 20;

    private final DocumentBuilder builder;
    private final Transformer writer;

    DomPeer() throws ParserConfigurationException, TransformerException {
        builder = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder();
        writer = TransformerFactory.newDefaultInstance().newTransformer();
        writer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
    }

    @Override
    public Bytes process(byte[] message) throws IOException, SAXException, TransformerException {
        Document document = builder.parse(new ByteArrayInputStream(message));
        Element testCase = child(document.getDocumentElement(), "TestCase");
        Element path = document.createElement("ProcessingPath");
        Element element = child(child(child(testCase, "Stack"), "ProcessingPath"), "Element");
        for (int i = 0; i < MAX_COUNT && element != null; i++) {
            Element component = add(path, "Component", null);
            add(component, "Name", child(element, "COMPONENT").getTextContent());
            Element transport = add(component, "Transport", null);
            transport.setAttribute("Type", "A");
            add(transport, "Queue", child(element, "QUEUE").getTextContent());
            element = from(element.getNextSibling(), "Element");
        }
        testCase.appendChild(path);
        Peer.Result out = new Peer.Result(message);
        writer.transform(new DOMSource(document), new StreamResult(out));
        return out.bytes();
    }

    private static Element add(Element parent, String name, String text) {
        Element made = parent.getOwnerDocument().createElement(name);
        if (text != null) {
            made.setTextContent(text);
        }
        parent.appendChild(made);
        return made;
    }

    private static Element child(Element parent, String name) {
        return from(parent.getFirstChild(), name);
    }

    private static Element from(Node first, String name) {
        for (Node n = first; n != null; n = n.getNextSibling()) {
            if (n instanceof Element e && e.getTagName().equals(name)) {
                return e;
            }
        }
        return null;
    }
}
