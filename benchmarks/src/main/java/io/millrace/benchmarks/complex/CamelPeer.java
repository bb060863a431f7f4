package io.millrace.benchmarks.complex;

import io.millrace.engine.message.Bytes;

import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** A Camel route of one step, in the caller's thread. */
final class CamelPeer implements Peer.Work {

    private static final String ENTRY = "direct:complex";
    private static final String FOLDER = "classpath:io/millrace/benchmarks/complex/";

    private final CamelContext context = new DefaultCamelContext();
    private final ProducerTemplate template;
    private final Endpoint entry;

    private CamelPeer(RouteBuilder route) throws Exception {
        context.addRoutes(route);
        context.start();
        template = context.createProducerTemplate();
        entry = context.getEndpoint(ENTRY);
    }

    /** Returns a peer whose step is the stylesheet. */
    static CamelPeer xslt() throws Exception {
        return new CamelPeer(
                new RouteBuilder() {
                    @Override
                    public void configure() {
                        from(ENTRY).to("xslt:" + FOLDER + XsltPeer.STYLESHEET + "?output=bytes");
                    }
                });
    }

    /** Returns a peer whose step is a Groovy script. */
    static CamelPeer groovy() throws Exception {
        return new CamelPeer(
                new RouteBuilder() {
                    @Override
                    public void configure() {
                        from(ENTRY).transform().groovy("resource:" + FOLDER + "complex.groovy");
                    }
                });
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
