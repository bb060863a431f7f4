package io.millrace.benchmarks.library;

import io.xlate.edi.stream.EDIInputFactory;
import io.xlate.edi.stream.EDIOutputFactory;
import io.xlate.edi.stream.EDIStreamException;
import io.xlate.edi.stream.EDIStreamReader;
import io.xlate.edi.stream.EDIStreamWriter;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * StAEDI's streams, its faster interface. As its documentation advises, the factories are kept. No
 * schema is set, and its checks of envelopes are off, so that it checks only syntax.
 */
final class StaediPeer implements StandardPeer.Work {

    /** Held, so that it stays silent: it would write a line for each message without a schema. */
    private static final Logger LOG =
            Logger.getLogger("io.xlate.edi.internal.stream.StaEDIStreamWriter");

    private final StandardPeer.Standard standard;
    private final String firstTag;
    private final int firstNumber;
    private final EDIInputFactory inputs = EDIInputFactory.newFactory();
    private final EDIOutputFactory outputs = EDIOutputFactory.newFactory();

    StaediPeer(StandardPeer.Standard standard) {
        LOG.setLevel(Level.OFF);
        this.standard = standard;
        boolean edifact = standard == StandardPeer.Standard.EDIFACT;
        firstTag = edifact ? "BGM" : "BEG";
        firstNumber = edifact ? 2 : 3;
        inputs.setProperty(EDIInputFactory.EDI_VALIDATE_CONTROL_STRUCTURE, false);
        inputs.setProperty(EDIInputFactory.EDI_VALIDATE_CONTROL_CODE_VALUES, false);
    }

    private EDIStreamReader open(byte[] message) throws EDIStreamException {
        return inputs.createEDIStreamReader(new ByteArrayInputStream(message), "UTF-8");
    }

    @Override
    public void read(byte[] message, Access access, List<String> into)
            throws EDIStreamException, IOException {
        String lastTag = standard == StandardPeer.Standard.EDIFACT ? "UNZ" : "IEA";
        try (EDIStreamReader reader = open(message)) {
            boolean service = false;
            String tag = "";
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case START_SEGMENT -> {
                        tag = reader.getText();
                        service = tag.equals("ISA") || tag.equals("UNA");
                    }
                    case ELEMENT_DATA -> {
                        if (access == Access.READ_ALL && !service && reader.getTextLength() > 0) {
                            into.add(reader.getText());
                        } else if (access == Access.READ_FIRST
                                || access == Access.READ_FIRST_AND_LAST) {
                            int number = reader.getLocation().getElementPosition();
                            boolean last = number == 2 && tag.equals(lastTag);
                            if (number == firstNumber && tag.equals(firstTag)
                                    || last && access == Access.READ_FIRST_AND_LAST) {
                                into.add(reader.getText());
                            }
                            if (access == Access.READ_FIRST && !into.isEmpty()) {
                                return;
                            }
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
    }

    @Override
    public byte[] change(byte[] message) throws EDIStreamException, IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(message.length + 16);
        try (EDIStreamReader reader = open(message);
                EDIStreamWriter writer = outputs.createEDIStreamWriter(out, "UTF-8")) {
            boolean composite = false;
            String tag = "";
            // The writer writes the delimiters itself where they are not the standard's.
            boolean service = false;
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case START_INTERCHANGE -> writer.startInterchange();
                    case END_INTERCHANGE -> writer.endInterchange();
                    case START_SEGMENT -> {
                        tag = reader.getText();
                        service = tag.equals("UNA");
                        if (!service) {
                            writer.writeStartSegment(tag);
                        }
                    }
                    case END_SEGMENT -> {
                        if (!service) {
                            writer.writeEndSegment();
                        }
                    }
                    case START_COMPOSITE -> {
                        composite = true;
                        writer.writeStartElement();
                    }
                    case END_COMPOSITE -> {
                        composite = false;
                        writer.endElement();
                    }
                    case ELEMENT_DATA -> {
                        boolean changes =
                                tag.equals(firstTag)
                                        && reader.getLocation().getElementPosition() == firstNumber;
                        String text = changes ? standard.changed() : reader.getText();
                        if (service) {
                            continue;
                        }
                        if (composite) {
                            writer.writeComponent(text);
                        } else {
                            writer.writeElement(text);
                        }
                    }
                    default -> {
                        // Loops, which are not written.
                    }
                }
            }
        }
        return out.toByteArray();
    }
}
