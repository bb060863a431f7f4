package io.millrace.benchmarks.library;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** A small tree of the document, built with a StAX reader. */
final class XmlTreePeer implements RecordPeer.Work {

    private final XMLInputFactory inputs;

    /** An element with its text or the elements in it. */
    private static final class Node {
        final String name;
        final List<Node> children = new ArrayList<>();
        String text = "";

        Node(String name) {
            this.name = name;
        }
    }

    XmlTreePeer(XMLInputFactory inputs) {
        this.inputs = inputs;
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
    public void read(byte[] message, Access access, Fields into) throws XMLStreamException {
        Node record = tree(message);
        into.read(access, i -> text(record, i));
    }

    /** Returns the text of a field, which is usually at its index. */
    private static String text(Node record, int index) {
        String name = Fields.name(index);
        List<Node> children = record.children;
        return index < children.size() && children.get(index).name.equals(name)
                ? children.get(index).text
                : children.stream()
                        .filter(each -> each.name.equals(name))
                        .findFirst()
                        .orElseThrow()
                        .text;
    }

    /** Returns all texts. */
    String[] texts(byte[] message) throws XMLStreamException {
        Node record = tree(message);
        String[] texts = new String[Fields.LAST + 1];
        Arrays.setAll(texts, i -> text(record, i));
        return texts;
    }

    @Override
    public byte[] rewrite(byte[] message, Fields scratch) throws XMLStreamException {
        Node record = tree(message);
        StringBuilder out = new StringBuilder(message.length + 2).append("<record>");
        for (Node field : record.children) {
            String text =
                    field.name.equals("integer10")
                            ? Long.toString(Long.parseLong(field.text) + 1)
                            : field.text;
            out.append('<').append(field.name).append('>').append(text);
            out.append("</").append(field.name).append('>');
        }
        return out.append("</record>").toString().getBytes(StandardCharsets.UTF_8);
    }
}
