package io.millrace.benchmarks.library;

import com.ctc.wstx.stax.WstxInputFactory;
import com.ctc.wstx.stax.WstxOutputFactory;
import com.fasterxml.aalto.stax.InputFactoryImpl;
import com.fasterxml.aalto.stax.OutputFactoryImpl;

import io.millrace.benchmarks.ComputeProgram;
import io.millrace.benchmarks.Resources;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.parser.MessageTemplate;

import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.ProcessorDefinition;
import org.w3c.dom.Document;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.function.UnaryOperator;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;

/** A contender for the work of the complex compute node. */
public enum Peer {
    /** Millrace: the program of the report, parsing on access. */
    MILLRACE,
    /** Written by hand with Aalto's StAX reader and writer. */
    AALTO,
    /** Written by hand with Woodstox' StAX reader and writer. */
    WOODSTOX,
    /** Written by hand with the JDK's DOM. */
    DOM,
    /** A compiled stylesheet, with the JDK's processor. */
    XSLT,
    /** The same stylesheet in a Camel route. */
    CAMEL_XSLT,
    /** A Groovy script in a Camel route. */
    CAMEL_GROOVY;

    private static final String FOLDER = "io/millrace/benchmarks/library/";

    /** The work, from a message, which is not changed, to the changed one; for one thread. */
    public interface Work extends AutoCloseable {

        Bytes process(byte[] message) throws Exception;

        @Override
        default void close() {}
    }

    /** A buffer of results, which are not copied. */
    static final class Result extends ByteArrayOutputStream {

        Result(byte[] message) {
            super(message.length + 4096);
        }

        Bytes bytes() {
            return new Bytes(buf, 0, count);
        }
    }

    /** A Camel route of one step, in the caller's thread. */
    private record Route(CamelContext context, ProducerTemplate template, Endpoint entry)
            implements Work {

        static Route of(UnaryOperator<ProcessorDefinition<?>> step) throws Exception {
            String entry = "direct:complex";
            CamelContext context = new DefaultCamelContext();
            RouteBuilder.addRoutes(context, route -> step.apply(route.from(entry)));
            context.start();
            return new Route(context, context.createProducerTemplate(), context.getEndpoint(entry));
        }

        @Override
        public Bytes process(byte[] message) {
            return Bytes.of(template.requestBody(entry, message, byte[].class));
        }

        @Override
        public void close() {
            template.stop();
            context.stop();
        }
    }

    static InputFactoryImpl aalto() {
        InputFactoryImpl inputs = new InputFactoryImpl();
        inputs.configureForSpeed();
        return inputs;
    }

    static WstxInputFactory woodstox() {
        WstxInputFactory inputs = new WstxInputFactory();
        inputs.configureForSpeed();
        return inputs;
    }

    /** Opens the contender. */
    public Work open() throws Exception {
        return switch (this) {
            case MILLRACE ->
                    new ComputeProgram(
                                    Resources.sampleText("csim/csim.esql"),
                                    "Complex",
                                    ComputeProgram.parsers(),
                                    MessageTemplate.domain("XML"))
                            ::run;
            case AALTO -> {
                OutputFactoryImpl outputs = new OutputFactoryImpl();
                outputs.configureForSpeed();
                yield new StaxPeer(aalto(), outputs);
            }
            case WOODSTOX -> {
                WstxOutputFactory outputs = new WstxOutputFactory();
                outputs.configureForSpeed();
                yield new StaxPeer(woodstox(), outputs);
            }
            case DOM -> new DomPeer();
            case XSLT -> {
                Transformer transformer =
                        TransformerFactory.newDefaultInstance()
                                .newTemplates(
                                        new StreamSource(
                                                Peer.class.getResource("complex.xsl").toString()))
                                .newTransformer();
                yield message -> {
                    Result out = new Result(message);
                    transformer.transform(
                            new StreamSource(new ByteArrayInputStream(message)),
                            new StreamResult(out));
                    return out.bytes();
                };
            }
            case CAMEL_XSLT ->
                    Route.of(
                            from ->
                                    from.to(
                                            "xslt:classpath:"
                                                    + FOLDER
                                                    + "complex.xsl?output=bytes"));
            case CAMEL_GROOVY ->
                    Route.of(
                            from ->
                                    from.transform()
                                            .groovy(
                                                    "resource:classpath:"
                                                            + FOLDER
                                                            + "complex.groovy"));
        };
    }

    /** Returns the message of {@code 4k}, {@code 16k} or {@code 64k}. */
    static byte[] message(String size) {
        return Resources.sampleBytes("csim/messages/csim-" + size + ".xml");
    }

    /**
     * Compares a result with that of {@link #DOM}: they must be the same document, white space
     * included. Comments are not compared: Groovy's XmlParser does not read them.
     */
    void check(byte[] message, Bytes result) throws Exception {
        if (!parse(new DomPeer().process(message)).isEqualNode(parse(result))) {
            throw new IllegalStateException(this + " has another result than the DOM");
        }
    }

    private static Document parse(Bytes bytes) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setIgnoringComments(true);
        Document document =
                factory.newDocumentBuilder().parse(new ByteArrayInputStream(bytes.toArray()));
        document.normalizeDocument();
        return document;
    }
}
