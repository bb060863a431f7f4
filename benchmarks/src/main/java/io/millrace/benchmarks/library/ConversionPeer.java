package io.millrace.benchmarks.library;

import com.fasterxml.aalto.stax.OutputFactoryImpl;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

import javax.xml.stream.XMLStreamWriter;

/**
 * A conversion as a Java programmer would write it. A library reads the format if one exists (Aalto
 * for both XML formats, Cobrix for the record), typed values are copied one by one, and a library
 * or handwritten code writes the result. No library supports the tagged format, so its reader and
 * writer are handwritten. The conversion checks tag names, and checks that a string fits its field
 * and contains no delimiter.
 */
final class ConversionPeer {

    private final Format to;
    private final boolean untyped;
    private final RecordPeer.Work reader;
    private final RecordPeer.Work record = new HandWritten();
    private final OutputFactoryImpl outputs = new OutputFactoryImpl();
    private final Fields fields = new Fields();

    ConversionPeer(Format from, Format to) {
        this.to = to;
        untyped = from == Format.XML && to == Format.XML;
        reader =
                switch (from) {
                    case CWF -> new CobrixPeer();
                    case TAG -> ConversionPeer::tagged;
                    default -> new XmlTreePeer();
                };
    }

    byte[] convert(byte[] message) throws Exception {
        if (untyped) {
            return xml(reader.open(message), message.length);
        }
        reader.read(message, fields);
        return switch (to) {
            case CWF -> record.write(fields, message.length);
            case TAG -> tagged();
            default -> xml(i -> fields.value(i).toString(), message.length);
        };
    }

    private byte[] xml(Fields.Source texts, int size) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream(size + 1024);
        XMLStreamWriter writer = outputs.createXMLStreamWriter(out, "UTF-8");
        if (to == Format.MRM_XML) {
            writer.writeStartDocument("1.0");
        }
        writer.writeStartElement("record");
        for (int i = 0; i <= Fields.LAST; i++) {
            writer.writeStartElement(Fields.name(i));
            writer.writeCharacters(texts.text(i));
            writer.writeEndElement();
        }
        writer.writeEndElement();
        writer.close();
        return out.toByteArray();
    }

    /** Returns a reader of fields in ascending order, each after a tag of two characters. */
    private static Fields.Source tagged(byte[] message) {
        String text = new String(message, StandardCharsets.UTF_8);
        int[] next = {0};
        return index -> {
            int at = next[0];
            int end = index == Fields.LAST ? text.length() : text.indexOf(';', at);
            if (end < at + 2
                    || text.charAt(at) != kind(index)
                    || text.charAt(at + 1) != digit(index)) {
                throw new IllegalArgumentException(
                        "expected the tag of " + Fields.name(index) + " at " + at);
            }
            next[0] = end + 1;
            return text.substring(at + 2, end);
        };
    }

    private byte[] tagged() {
        StringBuilder out = new StringBuilder(1024);
        for (int i = 0; i <= Fields.LAST; i++) {
            String text = fields.value(i).toString();
            if (text.indexOf(';') >= 0) {
                throw new IllegalArgumentException(Fields.name(i) + " contains a delimiter");
            }
            out.append(i == 0 ? "" : ";").append(kind(i)).append(digit(i)).append(text);
        }
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static char kind(int index) {
        return (char) ('A' + index / Fields.EACH);
    }

    private static char digit(int index) {
        return (char) ('0' + index % Fields.EACH);
    }
}
