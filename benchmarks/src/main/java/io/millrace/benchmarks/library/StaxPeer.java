package io.millrace.benchmarks.library;

import com.fasterxml.aalto.stax.InputFactoryImpl;
import com.fasterxml.aalto.stax.OutputFactoryImpl;

import io.millrace.engine.message.Bytes;

import java.io.ByteArrayInputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/**
 * A handwritten program optimized for speed: a single pass with the StAX reader and writer of
 * Aalto.
 */
final class StaxPeer implements Peer.Work {

    private static final int MAX_COUNT = 20;

    private final InputFactoryImpl inputs = XmlTreePeer.aalto();
    private final OutputFactoryImpl outputs = new OutputFactoryImpl();

    private record Component(String name, String queue) {}

    StaxPeer() {
        outputs.configureForSpeed();
    }

    @Override
    public Bytes process(byte[] message) throws XMLStreamException {
        Peer.Result out = new Peer.Result(message);
        XMLStreamReader reader = inputs.createXMLStreamReader(new ByteArrayInputStream(message));
        XMLStreamWriter writer = outputs.createXMLStreamWriter(out, "UTF-8");
        List<Component> found = new ArrayList<>(MAX_COUNT);
        ArrayDeque<String> path = new ArrayDeque<>();
        String component = null;
        String queue = null;
        StringBuilder text = new StringBuilder();
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    String name = reader.getLocalName();
                    path.push(name);
                    text.setLength(0);
                    writer.writeStartElement(name);
                    for (int i = 0; i < reader.getAttributeCount(); i++) {
                        writer.writeAttribute(
                                reader.getAttributeLocalName(i), reader.getAttributeValue(i));
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    String name = path.pop();
                    String parent = path.peek();
                    if ("Element".equals(parent) && name.equals("COMPONENT")) {
                        component = text.toString();
                    } else if ("Element".equals(parent) && name.equals("QUEUE")) {
                        queue = text.toString();
                    } else if (name.equals("Element")
                            && "ProcessingPath".equals(parent)
                            && found.size() < MAX_COUNT) {
                        found.add(new Component(component, queue));
                    } else if (name.equals("TestCase")) {
                        write(writer, found);
                    }
                    writer.writeEndElement();
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.SPACE -> {
                    char[] characters = reader.getTextCharacters();
                    int start = reader.getTextStart();
                    int length = reader.getTextLength();
                    text.append(characters, start, length);
                    writer.writeCharacters(characters, start, length);
                }
                case XMLStreamConstants.COMMENT -> writer.writeComment(reader.getText());
                default -> {
                    // The sample messages contain nothing else.
                }
            }
        }
        writer.close();
        reader.close();
        return out.bytes();
    }

    private static void write(XMLStreamWriter writer, List<Component> components)
            throws XMLStreamException {
        writer.writeStartElement("ProcessingPath");
        for (Component c : components) {
            writer.writeStartElement("Component");
            writer.writeStartElement("Name");
            writer.writeCharacters(c.name());
            writer.writeEndElement();
            writer.writeStartElement("Transport");
            writer.writeAttribute("Type", "A");
            writer.writeStartElement("Queue");
            writer.writeCharacters(c.queue());
            writer.writeEndElement();
            writer.writeEndElement();
            writer.writeEndElement();
        }
        writer.writeEndElement();
    }
}
