package io.millrace.benchmarks.library;

import ca.uhn.hl7v2.DefaultHapiContext;
import ca.uhn.hl7v2.HapiContext;
import ca.uhn.hl7v2.Location;
import ca.uhn.hl7v2.model.MessageVisitorSupport;
import ca.uhn.hl7v2.model.MessageVisitors;
import ca.uhn.hl7v2.model.Primitive;
import ca.uhn.hl7v2.model.Segment;
import ca.uhn.hl7v2.parser.CanonicalModelClassFactory;
import ca.uhn.hl7v2.parser.PipeParser;
import ca.uhn.hl7v2.validation.impl.ValidationContextFactory;

import com.prowidesoftware.swift.io.parser.SwiftParser;
import com.prowidesoftware.swift.model.SwiftMessage;
import com.prowidesoftware.swift.model.SwiftTagListBlock;
import com.prowidesoftware.swift.model.Tag;

import io.millrace.benchmarks.Resources;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.xlate.edi.stream.EDIInputFactory;
import io.xlate.edi.stream.EDIStreamException;
import io.xlate.edi.stream.EDIStreamReader;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A library that reads all texts of a message of a standard. */
public enum StandardPeer {
    EDIFACT_MILLRACE("order.edi"),
    EDIFACT_STAEDI("order.edi"),
    X12_MILLRACE("purchase-order.edi"),
    X12_STAEDI("purchase-order.edi"),
    HL7_MILLRACE("admission.hl7"),
    HL7_HAPI("admission.hl7"),
    SWIFT_MILLRACE("mt103.fin"),
    SWIFT_PROWIDE("mt103.fin");

    /** Segments that define delimiters, and SWIFT's blocks before the text. */
    private static final Set<String> HEADERS = Set.of("UNA", "ISA", "MSH", "block1", "block2");

    private final String file;

    StandardPeer(String file) {
        this.file = file;
    }

    /** Reads all texts that are not empty, without those of headers. For one thread. */
    interface Work {
        void read(byte[] message, List<String> into) throws Exception;
    }

    /** Returns the name of the standard, which is also the folder of its sample. */
    String standard() {
        return name().split("_")[0].toLowerCase(Locale.ROOT);
    }

    byte[] message() {
        return Resources.sampleBytes(standard() + "/messages/" + file);
    }

    Work open() {
        return switch (this) {
            case EDIFACT_STAEDI, X12_STAEDI -> staedi();
            case HL7_HAPI -> hapi();
            case SWIFT_PROWIDE -> StandardPeer::prowide;
            default -> millrace();
        };
    }

    /** Millrace's parser, with the message set for any message of the standard. */
    private Work millrace() {
        String model = standard() + "/" + standard() + ".model.yaml";
        Parser parser =
                Resources.parsers(model, Resources.sampleText(model)).domain("MRM").orElseThrow();
        int ccsid = this == SWIFT_MILLRACE ? 819 : Format.CCSID;
        ParseOptions options =
                ParseOptions.of(MessageTemplate.domain("MRM"), ccsid, Format.ENCODING);
        return (message, into) -> {
            Element body = parser.parse(Bytes.of(message), options);
            for (Element e = body.firstChild(); e != null; e = e.next()) {
                if (!HEADERS.contains(e.name())) {
                    texts(e, into);
                }
            }
        };
    }

    private static void texts(Element e, List<String> into) {
        Value value = e.value();
        if (value != null && !value.text().isEmpty()) {
            into.add(value.text());
        }
        for (Element child = e.firstChild(); child != null; child = child.next()) {
            texts(child, into);
        }
    }

    /**
     * StAEDI's streams, its faster interface. As its documentation advises, the factory is kept. No
     * schema is set, and its checks of envelopes are off, so that it checks only syntax.
     */
    private static Work staedi() {
        EDIInputFactory inputs = EDIInputFactory.newFactory();
        inputs.setProperty(EDIInputFactory.EDI_VALIDATE_CONTROL_STRUCTURE, false);
        inputs.setProperty(EDIInputFactory.EDI_VALIDATE_CONTROL_CODE_VALUES, false);
        return (message, into) -> {
            boolean header = false;
            try (EDIStreamReader reader =
                    inputs.createEDIStreamReader(new ByteArrayInputStream(message), "UTF-8")) {
                while (reader.hasNext()) {
                    switch (reader.next()) {
                        case START_SEGMENT -> header = HEADERS.contains(reader.getText());
                        case ELEMENT_DATA -> {
                            if (!header && reader.getTextLength() > 0) {
                                into.add(reader.getText());
                            }
                        }
                        case SEGMENT_ERROR, ELEMENT_DATA_ERROR, ELEMENT_OCCURRENCE_ERROR ->
                                throw new EDIStreamException(reader.getErrorType().toString());
                        default -> {
                            // Loops and ends.
                        }
                    }
                }
            }
        };
    }

    /**
     * HAPI with the structures of version 2.5. As its documentation advises for speed, the context
     * and its parser are kept, validation is off, and the structures' version is given, so that
     * nothing is searched for.
     */
    private static Work hapi() {
        @SuppressWarnings("resource") // Holds no resources as long as it connects to nobody.
        HapiContext context = new DefaultHapiContext();
        context.setValidationContext(ValidationContextFactory.noValidation());
        context.setModelClassFactory(new CanonicalModelClassFactory("2.5"));
        PipeParser parser = context.getPipeParser();
        return (message, into) ->
                MessageVisitors.visit(
                        parser.parse(new String(message, StandardCharsets.UTF_8)),
                        MessageVisitors.visitPopulatedElements(
                                new MessageVisitorSupport() {
                                    @Override
                                    public boolean start(Segment segment, Location location) {
                                        return !HEADERS.contains(segment.getName());
                                    }

                                    @Override
                                    public boolean visit(Primitive type, Location location) {
                                        String text = type.getValue();
                                        if (text != null && !text.isEmpty()) {
                                            into.add(text);
                                        }
                                        return true;
                                    }
                                }));
    }

    /**
     * Prowide Core's parser of blocks and tags, its lowest level, which creates no objects of
     * fields; as its documentation advises, set to read texts in tags as texts.
     */
    private static void prowide(byte[] message, List<String> into) throws IOException {
        SwiftParser parser = new SwiftParser(new String(message, StandardCharsets.ISO_8859_1));
        parser.getConfiguration().setParseTextBlock(true);
        SwiftMessage parsed = parser.message();
        for (SwiftTagListBlock block :
                List.of(parsed.getBlock3(), parsed.getBlock4(), parsed.getBlock5())) {
            for (Tag tag : block.getTags()) {
                into.add(tag.getName());
                into.add(tag.getValue());
            }
        }
    }
}
