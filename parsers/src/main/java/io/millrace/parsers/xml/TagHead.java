package io.millrace.parsers.xml;

import static io.millrace.parsers.xml.NamespaceScope.XMLNS_URI;
import static io.millrace.parsers.xml.XmlContent.STATE;

import io.millrace.engine.message.Element;
import io.millrace.parsers.bytes.Words;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A reader of the part of a start tag after the name. */
final class TagHead {

    /** Maximum number of attributes whose names are compared pairwise to detect duplicates. */
    private static final int MAX_COMPARED_ATTRIBUTES = 12;

    private final XmlContent content;
    private final Markup markup;
    private final TextReader reader;
    private final boolean namespaces;
    private final int namespaceType;
    // The attribute that was read last.
    private int nameStart;
    private int nameEnd;
    private int valueStart;
    private int valueEnd;

    TagHead(XmlContent content, Markup markup, TextReader reader) {
        this.content = content;
        this.markup = markup;
        this.reader = reader;
        namespaces = content.kind().namespaces;
        namespaceType = content.kind().compact ? XmlTypes.NAMESPACE : XmlTypes.OLD_NAMESPACE;
    }

    /**
     * Reads the attribute at an offset into the fields of this object.
     *
     * @return false if no attribute follows; then {@link #nameStart} is the end of the white space
     */
    private boolean attribute(int at) {
        Markup m = markup;
        int p = m.white(at);
        nameStart = p;
        nameEnd = m.nameEnd(p);
        if (nameEnd == p) {
            return false;
        }
        if (p == at) {
            throw m.failed(p, m.shown(p), "white space or the end of the tag");
        }
        p = m.white(nameEnd);
        if (p < m.to && m.a[p] != '=') {
            throw m.failed(p, m.shown(p), "= after the attribute's name");
        }
        p = m.white(p + 1);
        if (p >= m.to) {
            throw m.cutOff("an attribute's value");
        }
        byte quote = m.a[p];
        if (quote != '"' && quote != '\'') {
            throw m.failed(p, m.shown(p), "an attribute's value in quotes");
        }
        valueStart = ++p;
        byte[] a = m.a;
        int to = m.to;
        while (p < to && a[p] != quote) {
            if (a[p] == '<') {
                throw m.failed(p, "<", "&lt; in an attribute's value");
            }
            p++;
        }
        if (p >= to) {
            throw m.cutOff(
                    quote == '"'
                            ? "\" at the end of an attribute's value"
                            : "' at the end of an attribute's value");
        }
        valueEnd = p;
        return true;
    }

    private boolean isDeclaration() {
        return namespaces
                && markup.startsWith("xmlns", nameStart)
                && (nameEnd == nameStart + 5 || markup.a[nameStart + 5] == ':');
    }

    /** Returns the scope inside a tag: the outer scope and the tag's own declarations. */
    NamespaceScope declarations(int tagStart, int afterName, NamespaceScope outer) {
        NamespaceScope scope = outer;
        int p = afterName;
        while (attribute(p)) {
            p = valueEnd + 1;
            if (isDeclaration()) {
                scope = new NamespaceScope(scope, declaredPrefix(), declaredUri(), tagStart);
            }
        }
        return scope;
    }

    private String declaredPrefix() {
        NameCache.Name name = markup.name(nameStart, nameEnd, true);
        return name.prefix().isEmpty() ? "" : name.local();
    }

    private String declaredUri() {
        String uri =
                Words.plain(markup.a, valueStart, valueEnd) == valueEnd
                        ? NameCache.of(markup.a, valueStart, valueEnd, markup.latin1).full()
                        : reader.attribute(valueStart, valueEnd);
        String prefix = declaredPrefix();
        boolean xml = prefix.equals("xml");
        if (prefix.equals("xmlns")
                || xml != uri.equals(NamespaceScope.XML_URI)
                || uri.equals(XMLNS_URI)) {
            throw markup.failed(
                    nameStart,
                    "a declaration of "
                            + (prefix.isEmpty() ? "the default namespace" : prefix)
                            + " as \""
                            + uri
                            + "\"",
                    "the prefixes xml and xmlns only for their reserved namespaces");
        }
        if (uri.isEmpty() && !prefix.isEmpty()) {
            throw markup.failed(nameStart, "an empty namespace for " + prefix, "a URI");
        }
        return uri;
    }

    /**
     * Appends the attributes of a tag and sets the start of its content. If the tag is damaged, no
     * attribute is appended.
     */
    void open(Element tag) {
        int p = ~STATE.cursor(tag);
        Markup m = markup;
        if (p < m.to && m.a[p] == '>') {
            STATE.cursor(tag, p + 1);
            return;
        }
        var found = new ArrayList<Element>(4);
        Set<String> seen = null;
        while (attribute(p)) {
            p = valueEnd + 1;
            Element made = make(tag);
            if (found.size() >= MAX_COMPARED_ATTRIBUTES) {
                seen = seen == null ? names(found) : seen;
            }
            if (seen == null ? contains(found, made) : !seen.add(key(made))) {
                throw m.failed(
                        nameStart,
                        "a second attribute " + m.text(nameStart, nameEnd),
                        "another name");
            }
            found.add(made);
        }
        p = nameStart;
        if (p >= m.to) {
            throw m.cutOff("> at the end of the tag");
        }
        boolean empty = m.a[p] == '/';
        p += empty ? 1 : 0;
        if (p >= m.to || m.a[p] != '>') {
            throw m.failed(p, m.shown(p), "an attribute or the end of the tag");
        }
        found.forEach(e -> STATE.append(tag, e));
        STATE.cursor(tag, p + 1);
        if (empty) {
            STATE.end(tag, p + 1);
            STATE.complete(tag);
        }
    }

    private Element make(Element tag) {
        NameCache.Name name = markup.name(nameStart, nameEnd, namespaces);
        int type = XmlTypes.ATTRIBUTE;
        String uri = "";
        String local = name.full();
        if (isDeclaration()) {
            declaredUri();
            type = namespaceType;
            uri = name.prefix().isEmpty() ? "" : XMLNS_URI;
            local = name.local();
        } else if (namespaces && !name.prefix().isEmpty()) {
            uri = NamespaceScope.uri((NamespaceScope) STATE.context(tag), name.prefix());
            local = name.local();
            if (uri == null) {
                throw markup.undeclared(nameStart, name.prefix());
            }
        }
        Element made = content.make(type, uri, local, nameStart, valueEnd + 1);
        STATE.cursor(made, valueStart);
        STATE.complete(made);
        return made;
    }

    private static boolean contains(List<Element> found, Element requested) {
        for (Element e : found) {
            if (e.isNamed(requested.namespace(), requested.name())) {
                return true;
            }
        }
        return false;
    }

    private static Set<String> names(List<Element> found) {
        var names = new HashSet<String>();
        found.forEach(e -> names.add(key(e)));
        return names;
    }

    private static String key(Element e) {
        return e.namespace() + '\n' + e.name();
    }
}
