package io.millrace.benchmarks.library;

import com.fasterxml.aalto.stax.InputFactoryImpl;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** A peer that builds a small tree of the document with the StAX reader of Aalto. */
final class XmlTreePeer implements RecordPeer.Work {

    private final InputFactoryImpl inputs = aalto();

    /** An element with text or child elements. */
    private static final class Node {
        final String name;
        final List<Node> children = new ArrayList<>();
        String text = "";

        Node(String name) {
            this.name = name;
        }
    }

    static InputFactoryImpl aalto() {
        InputFactoryImpl inputs = new InputFactoryImpl();
        inputs.configureForSpeed();
        return inputs;
    }

    private Node tree(byte[] message) throws XMLStreamException {
        XMLStreamReader reader = inputs.createXMLStreamReader(new ByteArrayInputStream(message));
        List<Node> open = new ArrayList<>();
        Node top = new Node("");
        open.add(top);
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    Node node = new Node(reader.getLocalName());
                    open.getLast().children.add(node);
                    open.add(node);
                }
                case XMLStreamConstants.END_ELEMENT -> open.removeLast();
                case XMLStreamConstants.CHARACTERS -> {
                    Node node = open.getLast();
                    node.text =
                            node.text.isEmpty() ? reader.getText() : node.text + reader.getText();
                }
                default -> {
                    // The messages contain nothing else.
                }
            }
        }
        reader.close();
        return top.children.getFirst();
    }

    @Override
    public Fields.Source open(byte[] message) throws XMLStreamException {
        List<Node> fields = tree(message).children;
        return i -> text(fields, i);
    }

    /** Returns the text of the field at an index. The field must have the expected name. */
    private static String text(List<Node> fields, int index) {
        Node field = fields.get(index);
        if (!field.name.equals(Fields.name(index))) {
            throw new IllegalArgumentException("no " + Fields.name(index) + " at " + index);
        }
        return field.text;
    }

    @Override
    public byte[] write(Fields fields, int size) {
        String[] texts = fields.all();
        StringBuilder out = new StringBuilder(size).append("<record>");
        for (int i = 0; i <= Fields.LAST; i++) {
            String name = Fields.name(i);
            out.append('<').append(name).append('>').append(texts[i]);
            out.append("</").append(name).append('>');
        }
        return out.append("</record>").toString().getBytes(StandardCharsets.UTF_8);
    }
}
