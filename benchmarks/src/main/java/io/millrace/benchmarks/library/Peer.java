package io.millrace.benchmarks.library;

import io.millrace.benchmarks.ComputeProgram;
import io.millrace.benchmarks.Resources;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.parser.MessageTemplate;

import org.w3c.dom.Document;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;

import javax.xml.parsers.DocumentBuilderFactory;

/** A contender for the work of the complex compute node. */
public enum Peer {
    /** Millrace with the program of the report and parsing on access. */
    MILLRACE,
    /** A handwritten program with the StAX reader and writer of Aalto. */
    AALTO;

    /** The work: converts a message to a result without changing the message. For one thread. */
    interface Work {
        Bytes process(byte[] message) throws Exception;
    }

    /** A buffer that returns its content without copying. */
    static final class Result extends ByteArrayOutputStream {

        Result(byte[] message) {
            super(message.length + 4096);
        }

        Bytes bytes() {
            return new Bytes(buf, 0, count);
        }
    }

    /** Opens the contender. */
    Work open() throws Exception {
        return switch (this) {
            case MILLRACE ->
                    new ComputeProgram(
                                    Resources.sampleText("csim/csim.esql"),
                                    "Complex",
                                    ComputeProgram.parsers(),
                                    MessageTemplate.domain("XML"))
                            ::run;
            case AALTO -> new StaxPeer();
        };
    }

    /** Returns the message of a size: {@code 4k}, {@code 16k} or {@code 64k}. */
    static byte[] message(String size) {
        return Resources.sampleBytes("csim/messages/csim-" + size + ".xml");
    }

    /**
     * Compares a result with the result of the other contender. Fails unless the two results are
     * equal as XML documents.
     */
    void check(byte[] message, Bytes result) throws Exception {
        Peer other = this == AALTO ? MILLRACE : AALTO;
        if (!parse(other.open().process(message)).isEqualNode(parse(result))) {
            throw new IllegalStateException(this + " and " + other + " have different results");
        }
    }

    private static Document parse(Bytes bytes) throws Exception {
        Document document =
                DocumentBuilderFactory.newDefaultInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(bytes.toArray()));
        document.normalizeDocument();
        return document;
    }
}
