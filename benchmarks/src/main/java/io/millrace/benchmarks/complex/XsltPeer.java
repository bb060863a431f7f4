package io.millrace.benchmarks.complex;

import io.millrace.engine.message.Bytes;

import java.io.ByteArrayInputStream;

import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;

/** A stylesheet that was compiled once, with the JDK's processor. */
final class XsltPeer implements Peer.Work {

    static final String STYLESHEET = "complex.xsl";

    private final Transformer transformer;

    XsltPeer() throws TransformerException {
        String stylesheet = XsltPeer.class.getResource(STYLESHEET).toString();
        transformer =
                TransformerFactory.newDefaultInstance()
                        .newTemplates(new StreamSource(stylesheet))
                        .newTransformer();
    }

    @Override
    public Bytes process(byte[] message) throws TransformerException {
        Result out = new Result(message.length);
        transformer.transform(
                new StreamSource(new ByteArrayInputStream(message)), new StreamResult(out));
        return out.bytes();
    }
}
