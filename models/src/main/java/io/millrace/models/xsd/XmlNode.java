package io.millrace.models.xsd;

import static java.lang.Math.min;

import io.millrace.engine.error.Place;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/**
 * An element of a document that is read as a whole. Does not change once it is read, but for what
 * the root of a schema specifies of the whole.
 */
final class XmlNode {

    static final String XSD = XMLConstants.W3C_XML_SCHEMA_NS_URI;

    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}\\p{M}_.\u00b7-]*");

    final XmlNode parent;
    final XmlNode root;
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

    /** Of the root: the namespace of the schema, or of one that includes it; empty for none. */
    private String target;

    /** Of the root: whether all of the schema is wanted; else only what is referred to. */
    private boolean main;

    XmlNode(XmlNode parent, String namespace, String name, Place place) {
        this.parent = parent;
        root = parent == null ? this : parent.root;
        this.namespace = namespace;
        this.name = name;
        this.place = place;
    }

    /** Specifies what the schema is part of. */
    void include(String targetNamespace, boolean isMain) {
        target = targetNamespace;
        main = isMain;
    }

    /** Returns the namespace of the schema; empty for none, null while it is part of nothing. */
    String target() {
        return root.target;
    }

    boolean isMain() {
        return root.main;
    }

    /** Whether something is a name as declarations have it (an NCName); null is none. */
    static boolean isName(String text) {
        return text != null && NAME.matcher(text).matches();
    }

    /** Whether it is an element of XML Schema with one of these names. */
    boolean is(String... names) {
        return namespace.equals(XSD) && List.of(names).contains(name);
    }

    /** Returns the name that it declares for the whole schema. */
    QName declared() {
        return new QName(target(), get("name"));
    }

    boolean isQualified() {
        String standard = is("attribute") ? "attributeFormDefault" : "elementFormDefault";
        return get("form", root.get(standard, "")).equals("qualified");
    }

    /** Returns an attribute's value without blanks around it; null if it is not there. */
    String get(String attribute) {
        return get(attribute, null);
    }

    String get(String attribute, String standard) {
        String value = attributes.get(attribute);
        return value == null ? standard : value.strip();
    }

    boolean isTrue(String attribute) {
        return get(attribute, "").matches("true|1");
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
        String uri = prefixes.get(prefix);
        if (uri != null || parent != null) {
            return uri != null ? uri : parent.uri(prefix);
        }
        return prefix.isEmpty() ? "" : prefix.equals("xml") ? XMLConstants.XML_NS_URI : null;
    }

    /** Returns the documentation for people, in one line. */
    String documentation() {
        StringBuilder words = new StringBuilder();
        children("annotation")
                .flatMap(a -> a.children("documentation"))
                .forEach(d -> words.append(' ').append(d.allText(0)));
        String plain = words.toString().replaceAll("\\s+", " ").strip();
        return plain.substring(0, min(plain.length(), 1_000));
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
        String declared = get("name", get("ref"));
        return declared == null ? name : name + " " + declared;
    }
}
