package io.millrace.benchmarks.complex;

import com.ctc.wstx.stax.WstxInputFactory;
import com.ctc.wstx.stax.WstxOutputFactory;
import com.fasterxml.aalto.stax.InputFactoryImpl;
import com.fasterxml.aalto.stax.OutputFactoryImpl;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.parser.ParseTiming;

/** A program for the work of the complex compute node. */
public enum Peer {
    /** The floor: the message is only copied. */
    COPY,
    /** Millrace: the program of the report, which parses the fields that it accesses. */
    MILLRACE,
    /** The same program; the message is parsed in full before. */
    MILLRACE_COMPLETE,
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

    /** The work; for one thread. */
    public interface Work extends AutoCloseable {

        /**
         * Transforms a message and returns the changed one.
         *
         * @param message is not changed
         */
        Bytes process(byte[] message) throws Exception;

        @Override
        default void close() {}
    }

    /** Creates the program that does the work. */
    public Work open() throws Exception {
        return switch (this) {
            case COPY -> message -> Bytes.of(message.clone());
            case MILLRACE -> new MillracePeer(ParseTiming.ON_DEMAND);
            case MILLRACE_COMPLETE -> new MillracePeer(ParseTiming.COMPLETE);
            case AALTO -> {
                InputFactoryImpl inputs = new InputFactoryImpl();
                OutputFactoryImpl outputs = new OutputFactoryImpl();
                inputs.configureForSpeed();
                outputs.configureForSpeed();
                yield new StaxPeer(inputs, outputs);
            }
            case WOODSTOX -> {
                WstxInputFactory inputs = new WstxInputFactory();
                WstxOutputFactory outputs = new WstxOutputFactory();
                inputs.configureForSpeed();
                outputs.configureForSpeed();
                yield new StaxPeer(inputs, outputs);
            }
            case DOM -> new DomPeer();
            case XSLT -> new XsltPeer();
            case CAMEL_XSLT -> CamelPeer.xslt();
            case CAMEL_GROOVY -> CamelPeer.groovy();
        };
    }
}
