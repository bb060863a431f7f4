package io.millrace.benchmarks.complex;

import io.millrace.engine.message.Bytes;

import org.w3c.dom.Document;
import org.xml.sax.SAXException;

import java.io.ByteArrayInputStream;
import java.io.IOException;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

/**
 * Sees to it that all peers do the same work: their results are the same document, white space
 * included. Comments are not compared: Groovy's XmlParser does not read them.
 */
final class SameContent {

    private SameContent() {}

    /**
     * Compares a peer's result with that of the work done on the DOM; that of {@link Peer#COPY}
     * with the message.
     */
    static void check(Peer peer, byte[] message, Bytes result) throws Exception {
        Bytes expected = Bytes.of(message);
        if (peer != Peer.COPY) {
            expected = new DomPeer().process(message);
        }
        if (!parse(expected).isEqualNode(parse(result))) {
            throw new IllegalStateException(peer + " has another result than the DOM");
        }
    }

    private static Document parse(Bytes bytes)
            throws ParserConfigurationException, IOException, SAXException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setIgnoringComments(true);
        Document document =
                factory.newDocumentBuilder().parse(new ByteArrayInputStream(bytes.toArray()));
        document.normalizeDocument();
        return document;
    }
}
