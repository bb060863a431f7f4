package io.millrace.benchmarks.library;

import com.fasterxml.aalto.stax.OutputFactoryImpl;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * A conversion as a Java programmer would write it: a library reads if one exists for the format
 * (Aalto for both XML formats, Cobrix for the record), typed values are copied one by one, and a
 * library or a few lines for this record write. No library supports the tagged format, so both
 * directions are by hand. Everything that a conversion must check is checked: the names of tags,
 * that a string fits its field, and that it contains no delimiter.
 */
final class ConversionPeer {

    private static final String TAGS = "ABCD";

    private final Format from;
    private final Format to;
    private final XmlTreePeer xml;
    private final RecordPeer.Work record = new CobrixPeer();
    private final OutputFactoryImpl outputs = new OutputFactoryImpl();
    private final Fields fields = new Fields();

    ConversionPeer(Format from, Format to) {
        this.from = from;
        this.to = to;
        xml = new XmlTreePeer(Peer.aalto());
    }

    byte[] convert(byte[] message) throws Exception {
        if (from == Format.XML && to == Format.XML) {
            return xml(xml.texts(message), message.length);
        }
        switch (from) {
            case CWF -> record.read(message, Access.READ_ALL, fields);
            case TAG -> read(message);
            default -> xml.read(message, Access.READ_ALL, fields);
        }
        return switch (to) {
            case CWF -> HandWritten.bytes(fields);
            case TAG -> tagged();
            default -> xml(fields.all(), message.length);
        };
    }

    private byte[] xml(String[] texts, int size) throws XMLStreamException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(size + 1024);
        XMLStreamWriter writer = outputs.createXMLStreamWriter(out, "UTF-8");
        if (to == Format.MRM_XML) {
            writer.writeStartDocument("1.0");
        }
        writer.writeStartElement("record");
        for (int i = 0; i <= Fields.LAST; i++) {
            writer.writeStartElement(Fields.name(i));
            writer.writeCharacters(texts[i]);
            writer.writeEndElement();
        }
        writer.writeEndElement();
        writer.close();
        return out.toByteArray();
    }

    /** Fields in their order, a tag of two characters before each. */
    private void read(byte[] message) {
        String text = new String(message, StandardCharsets.UTF_8);
        int at = 0;
        for (int i = 0; i <= Fields.LAST; i++) {
            int end = i == Fields.LAST ? text.length() : text.indexOf(';', at);
            if (end < at + 2 || text.charAt(at) != kind(i) || text.charAt(at + 1) != digit(i)) {
                throw new IllegalArgumentException("no tag of " + Fields.name(i) + " at " + at);
            }
            String value = text.substring(at + 2, end);
            fields.read(i, index -> value);
            at = end + 1;
        }
    }

    private byte[] tagged() {
        StringBuilder out = new StringBuilder(1024);
        for (int i = 0; i <= Fields.LAST; i++) {
            String text = fields.text(i);
            if (text.indexOf(';') >= 0) {
                throw new IllegalArgumentException(Fields.name(i) + " holds a delimiter");
            }
            out.append(i == 0 ? "" : ";").append(kind(i)).append(digit(i)).append(text);
        }
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static char kind(int index) {
        return TAGS.charAt(index / Fields.EACH);
    }

    private static char digit(int index) {
        return (char) ('0' + index % Fields.EACH);
    }
}
