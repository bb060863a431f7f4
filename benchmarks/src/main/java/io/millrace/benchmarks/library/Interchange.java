package io.millrace.benchmarks.library;

import io.millrace.benchmarks.Resources;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** A standard for which a model of the samples describes all messages. */
enum Interchange {
    /** A payment. The remittance information is repeated up to a size. */
    SWIFT("swift/swift.model.yaml", "fin", "swift/messages/mt103.fin", ":70:", ":71A:"),
    /** A purchase order. The positions are repeated up to a size. */
    X12("x12/x12.model.yaml", "interchange", "x12/messages/purchase-order.edi", "PO1*2", "CTT*");

    private final String sample;
    private final String repeated;
    private final String after;
    final Parser parser;
    final ParseOptions options;

    Interchange(String model, String message, String sample, String repeated, String after) {
        this.sample = sample;
        this.repeated = repeated;
        this.after = after;
        parser = Resources.parsers(model, Resources.sampleText(model)).domain("MRM").orElseThrow();
        String set = model.substring(0, model.indexOf('/'));
        MessageTemplate template = new MessageTemplate("MRM", set, message, "tds");
        options = ParseOptions.of(template, Format.CCSID, Format.ENCODING);
    }

    /** Returns the standard of a peer, which is the first part of its name. */
    static Interchange of(InterchangePeer peer) {
        return Stream.of(values())
                .filter(each -> peer.name().startsWith(each + "_"))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the message of the samples with at least a number of bytes. */
    byte[] message(int bytes) {
        String text = Resources.sampleText(sample);
        int from = text.indexOf(repeated);
        String part = text.substring(from, text.indexOf(after));
        int copies = Math.max(0, Math.ceilDiv(bytes - text.length(), part.length()));
        String longer = text.substring(0, from) + part.repeat(copies) + text.substring(from);
        // An X12 message states the number of its segments.
        return longer.replace("SE*13*", "SE*" + (13 + copies) + "*")
                .getBytes(StandardCharsets.UTF_8);
    }
}
