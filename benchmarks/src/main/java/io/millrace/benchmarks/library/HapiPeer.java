package io.millrace.benchmarks.library;

import ca.uhn.hl7v2.DefaultHapiContext;
import ca.uhn.hl7v2.HL7Exception;
import ca.uhn.hl7v2.HapiContext;
import ca.uhn.hl7v2.model.Message;
import ca.uhn.hl7v2.model.MessageVisitorSupport;
import ca.uhn.hl7v2.model.MessageVisitors;
import ca.uhn.hl7v2.model.Primitive;
import ca.uhn.hl7v2.model.Segment;
import ca.uhn.hl7v2.parser.CanonicalModelClassFactory;
import ca.uhn.hl7v2.parser.PipeParser;
import ca.uhn.hl7v2.util.Terser;
import ca.uhn.hl7v2.validation.impl.ValidationContextFactory;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * HAPI with the structures of version 2.5. As its documentation advises for speed, the context and
 * its parser are kept, validation is off, and the structures' version is given, so that nothing is
 * searched for.
 */
final class HapiPeer extends StandardPeer.Parsed<Message> {

    private static final String NAME = "/.PID-5-1-1";

    private final PipeParser parser;

    HapiPeer() {
        @SuppressWarnings("resource") // Holds no resources as long as it connects to nobody.
        HapiContext context = new DefaultHapiContext();
        context.setValidationContext(ValidationContextFactory.noValidation());
        context.setModelClassFactory(new CanonicalModelClassFactory("2.5"));
        parser = context.getPipeParser();
    }

    @Override
    Message parse(byte[] message) throws HL7Exception {
        return parser.parse(new String(message, StandardCharsets.UTF_8));
    }

    @Override
    String first(Message message) throws HL7Exception {
        return new Terser(message).get(NAME);
    }

    @Override
    String last(Message message) throws HL7Exception {
        return new Terser(message).get("/.PV1-7-2-1");
    }

    @Override
    void all(Message message, List<String> into) throws HL7Exception {
        MessageVisitors.visit(message, MessageVisitors.visitPopulatedElements(new Texts(into)));
    }

    @Override
    public byte[] change(byte[] message) throws HL7Exception {
        Message read = parse(message);
        new Terser(read).set(NAME, StandardPeer.Standard.HL7.changed());
        return parser.encode(read).getBytes(StandardCharsets.UTF_8);
    }

    /** All texts but those of MSH. */
    private static final class Texts extends MessageVisitorSupport {

        private final List<String> into;

        Texts(List<String> into) {
            this.into = into;
        }

        @Override
        public boolean start(Segment segment, ca.uhn.hl7v2.Location location) {
            return !segment.getName().equals("MSH");
        }

        @Override
        public boolean visit(Primitive type, ca.uhn.hl7v2.Location location) {
            if (type.getValue() != null && !type.getValue().isEmpty()) {
                into.add(type.getValue());
            }
            return true;
        }
    }
}
