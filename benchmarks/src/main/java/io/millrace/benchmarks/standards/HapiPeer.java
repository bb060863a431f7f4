package io.millrace.benchmarks.standards;

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

import io.millrace.benchmarks.record.Access;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * HAPI with the structures of version 2.5. As its documentation advises for speed, the context and
 * its parser are kept, validation is off, and the structures' version is given, so that nothing is
 * searched for.
 */
final class HapiPeer implements StandardPeer.Work {

    private final PipeParser parser;

    HapiPeer() {
        @SuppressWarnings("resource") // Holds no resources as long as it connects to nobody.
        HapiContext context = new DefaultHapiContext();
        context.setValidationContext(ValidationContextFactory.noValidation());
        context.setModelClassFactory(new CanonicalModelClassFactory("2.5"));
        parser = context.getPipeParser();
    }

    private Message parse(byte[] message) throws HL7Exception {
        return parser.parse(new String(message, StandardCharsets.UTF_8));
    }

    @Override
    public void read(byte[] message, Access access, List<String> into) throws HL7Exception {
        Message read = parse(message);
        switch (access) {
            case NONE -> {
                // It was parsed all the same.
            }
            case FIRST -> into.add(new Terser(read).get("/.PID-5-1-1"));
            case FIRST_AND_LAST -> {
                Terser terser = new Terser(read);
                into.add(terser.get("/.PID-5-1-1"));
                into.add(terser.get("/.PV1-7-2-1"));
            }
            case ALL ->
                    MessageVisitors.visit(
                            read, MessageVisitors.visitPopulatedElements(new Texts(into)));
        }
    }

    @Override
    public byte[] change(byte[] message) throws HL7Exception {
        Message read = parse(message);
        new Terser(read).set("/.PID-5-1-1", Standard.HL7.changed());
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
