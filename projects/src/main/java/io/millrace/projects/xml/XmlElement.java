package io.millrace.projects.xml;

import io.millrace.engine.error.LineIndex;
import io.millrace.engine.error.Place;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An element of a document with the positions of its parts. Immutable after the document was read.
 */
public final class XmlElement {

    /** Namespace of {@code xmi:type} and {@code xmi:id}. */
    public static final String XMI = "http://www.omg.org/XMI";

    private final LineIndex lines;
    private final String name;
    private final int offset;
    private final @Nullable XmlElement parent;
    private final Map<String, String> attributes = new LinkedHashMap<>();
    private final Map<String, String> prefixes = new LinkedHashMap<>();
    private final List<XmlElement> children = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    XmlElement(LineIndex lines, String name, int offset, @Nullable XmlElement parent) {
        this.lines = lines;
        this.name = name;
        this.offset = offset;
        this.parent = parent;
        if (parent != null) {
            parent.children.add(this);
        }
    }

    void attribute(String space, String local, String value) {
        attributes.put(key(space, local), value);
    }

    void prefix(String prefix, String space) {
        prefixes.put(prefix, space);
    }

    void append(String more) {
        text.append(more);
    }

    private static String key(String space, String local) {
        return space.isEmpty() ? local : "{" + space + "}" + local;
    }

    /** Returns the name without prefix. */
    public String name() {
        return name;
    }

    @Nullable XmlElement parent() {
        return parent;
    }

    public List<XmlElement> children() {
        return Collections.unmodifiableList(children);
    }

    /** Returns the children with a name, in any namespace. */
    public List<XmlElement> children(String named) {
        return children.stream().filter(c -> c.name.equals(named)).toList();
    }

    /** Returns the first child with a name; null if there is no such child. */
    public @Nullable XmlElement child(String named) {
        for (XmlElement child : children) {
            if (child.name.equals(named)) {
                return child;
            }
        }
        return null;
    }

    /** Returns all elements below this one with a name, in the order of the document. */
    public List<XmlElement> descendants(String named) {
        List<XmlElement> found = new ArrayList<>();
        collect(named, found);
        return found;
    }

    private void collect(String named, List<XmlElement> found) {
        for (XmlElement child : children) {
            if (child.name.equals(named)) {
                found.add(child);
            }
            child.collect(named, found);
        }
    }

    /** Returns the text directly in this element, without blanks at its ends. */
    public String text() {
        return text.toString().strip();
    }

    /** Returns the text of the first child with a name; empty for none. */
    public String textOf(String child) {
        XmlElement found = child(child);
        return found == null ? "" : found.text();
    }

    /** Returns the value of an attribute without namespace; null if it is missing. */
    public @Nullable String attribute(String local) {
        return attributes.get(local);
    }

    /** Returns the value of an attribute without namespace, or an empty string. */
    public String attributeOrEmpty(String local) {
        return attributes.getOrDefault(local, "");
    }

    /** Returns the value of an attribute in the namespace {@link #XMI}; empty if it is missing. */
    public String xmi(String local) {
        return attributes.getOrDefault(key(XMI, local), "");
    }

    /** Returns the attributes without namespace, in the order of the document. */
    public Map<String, String> plainAttributes() {
        Map<String, String> plain = new LinkedHashMap<>();
        attributes.forEach(
                (key, value) -> {
                    if (!key.startsWith("{")) {
                        plain.put(key, value);
                    }
                });
        return plain;
    }

    /** Returns the namespace that a prefix has here; empty if it is not declared. */
    public String namespaceOf(String prefix) {
        for (XmlElement at = this; at != null; at = at.parent) {
            String space = at.prefixes.get(prefix);
            if (space != null) {
                return space;
            }
        }
        return "";
    }

    /** Returns the position of the start of the tag. */
    public Place place() {
        return lines.place(offset, offset + 1 + nameLength());
    }

    private int nameLength() {
        String source = lines.source().text();
        int end = offset + 1;
        while (end < source.length() && !isEnd(source.charAt(end))) {
            end++;
        }
        return end - offset - 1;
    }

    private static boolean isEnd(char c) {
        return Character.isWhitespace(c) || c == '>' || c == '/' || c == '=';
    }

    /**
     * Returns the position of the name of an attribute; the position of the tag if it is missing.
     */
    public Place keyPlace(String local) {
        return attributePlace(local, false);
    }

    /**
     * Returns the position of the value of an attribute; the position of the tag if it is missing.
     */
    public Place place(String local) {
        return attributePlace(local, true);
    }

    private Place attributePlace(String local, boolean value) {
        String source = lines.source().text();
        int at = offset + 1 + nameLength();
        while (at < source.length() && source.charAt(at) != '>') {
            int start = at;
            while (at < source.length() && !isEnd(source.charAt(at))) {
                at++;
            }
            if (at == start) {
                at++;
                continue;
            }
            String name = source.substring(start, at);
            int from = quote(source, at);
            int to = from < 0 ? -1 : source.indexOf(source.charAt(from), from + 1);
            if (to < 0) {
                return place();
            }
            if (name.equals(local)) {
                return value
                        ? lines.place(from + 1, to)
                        : lines.place(start, start + name.length());
            }
            at = to + 1;
        }
        return place();
    }

    /** Returns the index of the quotation mark before a value; -1 for none. */
    private static int quote(String source, int from) {
        int at = from;
        while (at < source.length()
                && (Character.isWhitespace(source.charAt(at)) || source.charAt(at) == '=')) {
            at++;
        }
        boolean quoted =
                at < source.length() && (source.charAt(at) == '"' || source.charAt(at) == '\'');
        return quoted ? at : -1;
    }
}
