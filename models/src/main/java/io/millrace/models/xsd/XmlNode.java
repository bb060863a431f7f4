package io.millrace.models.xsd;

import io.millrace.engine.error.Place;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An element of a document that is read as a whole. Does not change once it is read. */
final class XmlNode {

    static final String XSD = "http://www.w3.org/2001/XMLSchema";

    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}\\p{M}_.\u00b7-]*");

    final XmlNode parent;
    final String namespace;
    final String name;
    final Place place;

    /**
     * Attributes without a namespace by their name; those with a namespace by {@code {uri}name}.
     */
    final Map<String, String> attributes = new LinkedHashMap<>();

    final List<XmlNode> children = new ArrayList<>();

    /** Namespaces that are declared here, by prefix. */
    final Map<String, String> prefixes = new LinkedHashMap<>();

    final StringBuilder text = new StringBuilder();

    XmlNode(XmlNode parent, String namespace, String name, Place place) {
        this.parent = parent;
        this.namespace = namespace;
        this.name = name;
        this.place = place;
    }

    /** Whether something is a name as declarations have it (an NCName); null is none. */
    static boolean isName(String text) {
        return text != null && NAME.matcher(text).matches();
    }

    /** Whether it is an element of XML Schema with one of these names. */
    boolean is(String... names) {
        return namespace.equals(XSD) && List.of(names).contains(name);
    }

    /** Returns an attribute's value without blanks around it; null if it is not there. */
    String get(String attribute) {
        String value = attributes.get(attribute);
        return value == null ? null : value.strip();
    }

    String get(String attribute, String standard) {
        String value = get(attribute);
        return value == null ? standard : value;
    }

    boolean isTrue(String attribute) {
        String value = get(attribute, "");
        return value.equals("true") || value.equals("1");
    }

    /** Returns the first child of XML Schema with one of these names; null for none. */
    XmlNode child(String... names) {
        return children(names).findFirst().orElse(null);
    }

    Stream<XmlNode> children(String... names) {
        return children.stream().filter(c -> c.is(names));
    }

    /** Returns the namespace of a prefix; null if it is not declared. */
    String uri(String prefix) {
        for (XmlNode node = this; node != null; node = node.parent) {
            String uri = node.prefixes.get(prefix);
            if (uri != null) {
                return uri;
            }
        }
        return prefix.isEmpty()
                ? ""
                : prefix.equals("xml") ? "http://www.w3.org/XML/1998/namespace" : null;
    }

    /** Returns the documentation for people, in one line. */
    String documentation() {
        StringBuilder words = new StringBuilder();
        children("annotation")
                .flatMap(a -> a.children("documentation"))
                .forEach(d -> words.append(' ').append(d.allText(0)));
        String plain = words.toString().replaceAll("\\s+", " ").strip();
        return plain.length() > 1_000 ? plain.substring(0, 1_000) : plain;
    }

    private String allText(int level) {
        StringBuilder all = new StringBuilder(text);
        if (level < 20) {
            children.forEach(c -> all.append(' ').append(c.allText(level + 1)));
        }
        return all.toString();
    }

    /** Returns a label for problems: the tag, with the name that it declares. */
    String label() {
        String declared = get("name") == null ? get("ref") : get("name");
        return declared == null ? name : name + " " + declared;
    }
}
