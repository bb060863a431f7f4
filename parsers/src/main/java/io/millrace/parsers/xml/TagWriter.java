package io.millrace.parsers.xml;

import static io.millrace.engine.error.ErrorCode.WRITE_CHARACTER;
import static io.millrace.engine.error.ErrorCode.WRITE_FAILED;
import static io.millrace.parsers.xml.XmlContent.STATE;
import static io.millrace.parsers.xml.XmlRole.ATTRIBUTE;
import static io.millrace.parsers.xml.XmlRole.NAMESPACE;
import static io.millrace.parsers.xml.XmlTypes.DOCUMENT_TYPE;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.engine.parser.Ccsid;
import io.millrace.parsers.bytes.Words;
import io.millrace.parsers.record.UnresolvedChoice;

import java.util.ArrayDeque;
import java.util.Base64;

/**
 * A writer of tags, of the declarations that their names require, and of other nodes without
 * children.
 */
final class TagWriter {

    private static final int PLAIN_NAMES = 32;

    /** Minimum length of strings that are processed as bytes. */
    private static final int LONG_TEXT = 48;

    private final XmlDomain domain;
    private final MarkupOutput out;
    private final Prefixes prefixes = new Prefixes();

    /**
     * Names that were found to be plain ASCII names, by their hash. A document has few different
     * names.
     */
    private final String[] plainNames = new String[PLAIN_NAMES];

    TagWriter(XmlDomain domain, MarkupOutput out) {
        this.domain = domain;
        this.out = out;
    }

    /** Returns an exception for an element, with the path of the element. */
    static MillraceException failed(Element e, String words) {
        var path = new ArrayDeque<String>();
        for (Element p = e; p != null && path.size() < 40; p = p.parent()) {
            path.push(p.name().isEmpty() ? "(no name)" : p.name());
        }
        String where = String.join(".", path);
        return new MillraceException(
                WRITE_FAILED,
                "the tree cannot be written as XML: " + where + ": found " + words,
                Insert.of(where),
                Insert.of(words));
    }

    private static MillraceException unencodable(Element e, int c, MarkupOutput out) {
        return new MillraceException(
                WRITE_CHARACTER,
                String.format(
                        """
                        the tree cannot be written as XML: %s: found the character U+%04X, which \
                        %s does not contain, where XML does not allow character references\
                        """,
                        e.name(), c, out.charset.name()),
                Insert.of(e.name()),
                Insert.of(String.format("U+%04X", c)),
                Insert.of(out.charset.name()));
    }

    // Namespaces

    int declared() {
        return prefixes.size();
    }

    void leave(int declared) {
        prefixes.truncate(declared);
    }

    /** Whether the namespace declarations in force at a parsed tag are also in force here. */
    boolean covers(Element tag) {
        return prefixes.cover(
                NamespaceScope.outside((NamespaceScope) STATE.context(tag), STATE.start(tag)));
    }

    /**
     * Writes the namespace declarations that are in force at a parsed tag but not here, except
     * those in the tag itself.
     */
    void declareMissing(Element tag) {
        NamespaceScope inside = (NamespaceScope) STATE.context(tag);
        NamespaceScope outside = NamespaceScope.outside(inside, STATE.start(tag));
        int before = prefixes.size();
        for (NamespaceScope s = inside; s != outside; s = s.outer()) {
            prefixes.declare(s.prefix(), s.uri());
        }
        boolean defaulted = prefixes.isDeclaredSince(before, "");
        for (NamespaceScope s = outside; s != null; s = s.outer()) {
            defaulted |= s.prefix().isEmpty();
            if (!prefixes.isDeclaredSince(before, s.prefix())) {
                boolean known = s.uri().equals(prefixes.uri(s.prefix()));
                prefixes.declare(s.prefix(), s.uri());
                if (!known) {
                    declaration(tag, s.prefix(), s.uri(), '"');
                }
            }
        }
        if (!defaulted && !prefixes.uri("").isEmpty()) {
            declaration(tag, "", "", '"');
        }
    }

    private void declaration(Element tag, String prefix, String uri, char quote) {
        out.ascii(prefix.isEmpty() ? " xmlns=" : " xmlns:");
        if (!prefix.isEmpty()) {
            name(tag, prefix);
            out.write('=');
        }
        out.write(quote);
        attributeText(tag, uri, quote);
        out.write(quote);
    }

    /** Whether neither the name nor the content of a tag needs namespace declarations here. */
    boolean keepsPrefixes(Element tag) {
        String uri = tag.namespace();
        if (!domain.namespaces) {
            return uri.isEmpty();
        }
        boolean declares =
                NamespaceScope.outside((NamespaceScope) STATE.context(tag), STATE.start(tag))
                        != STATE.context(tag);
        boolean named = uri.isEmpty() ? prefixes.uri("").isEmpty() : prefixes.of(uri, true) != null;
        return named && !declares && covers(tag);
    }

    // Tags

    /**
     * Writes {@code <} and the name of a tag that {@linkplain #keepsPrefixes needs no
     * declarations}.
     *
     * @return the name with its prefix
     */
    String open(Element e) {
        String name = tagName(e, prefixes.size());
        out.write('<');
        name(e, name);
        return name;
    }

    /**
     * Writes a start tag without its {@code >}.
     *
     * @return the name with its prefix
     */
    String head(Element e) {
        int before = prefixes.size();
        boolean attributes = false;
        for (Element c = headChild(e.firstChild()); c != null; c = headChild(c.next())) {
            if (XmlRole.of(c) == NAMESPACE) {
                prefixes.declare(declaredPrefix(c), c.value() == null ? "" : c.text());
            } else {
                attributes = true;
            }
        }
        int own = prefixes.size();
        String name = tagName(e, before);
        out.write('<');
        name(e, name);
        if (own > before) {
            for (Element c = headChild(e.firstChild()); c != null; c = headChild(c.next())) {
                if (XmlRole.of(c) == NAMESPACE) {
                    char quote = c.type() == XmlTypes.SINGLE_NAMESPACE ? '\'' : '"';
                    declaration(c, declaredPrefix(c), c.value() == null ? "" : c.text(), quote);
                }
            }
        }
        if (prefixes.size() > own) {
            // The name needed a declaration.
            int colon = name.indexOf(':');
            String prefix = colon < 0 ? "" : name.substring(0, colon);
            declaration(e, prefix, prefixes.uri(prefix), '"');
        }
        if (attributes) {
            for (Element c = headChild(e.firstChild()); c != null; c = headChild(c.next())) {
                if (XmlRole.of(c) == ATTRIBUTE) {
                    attribute(c);
                }
            }
        }
        return name;
    }

    /**
     * Returns the first sibling, starting with the given element, that is written in the start tag.
     */
    private static Element headChild(Element from) {
        Element c = from;
        while (c != null && (isParsedTag(c) || !XmlRole.of(c).isInHead())) {
            c = c.next();
        }
        return c;
    }

    /** Returns the first child that is written between the tags; null if there is none. */
    Element firstInside(Element e) {
        Element c = e.firstChild();
        while (c != null && !isParsedTag(c) && XmlRole.of(c).isInHead()) {
            c = c.next();
        }
        return c;
    }

    /** Whether an element is an unchanged tag of a parsed document, either a folder or a field. */
    private static boolean isParsedTag(Element c) {
        return c.isClean() && c.content() instanceof XmlContent source && source.isTag(c);
    }

    /**
     * Returns the prefix that a declaration in a tree declares. Programs can represent a
     * declaration in several ways.
     */
    private static String declaredPrefix(Element declaration) {
        String name = declaration.name();
        if (name.startsWith("xmlns:")) {
            return name.substring(6);
        }
        return name.equals("xmlns") ? "" : name;
    }

    private String tagName(Element e, int before) {
        String uri = e.namespace();
        if (uri.isEmpty()) {
            boolean taken =
                    domain.namespaces
                            && !prefixes.uri("").isEmpty()
                            && !prefixes.isDeclaredSince(before, "");
            if (taken) {
                prefixes.declare("", "");
            }
            return e.name();
        }
        String hint = e.content() instanceof XmlContent source ? source.prefix(e) : null;
        if (hint != null && uri.equals(prefixes.uri(hint))) {
            return hint.isEmpty() ? e.name() : hint + ":" + e.name();
        }
        String prefix = prefixes.of(uri, true);
        if (prefix == null) {
            prefix =
                    hint != null && !hint.isEmpty() && prefixes.uri(hint) == null
                            ? hint
                            : prefixes.generate();
            prefixes.declare(prefix, uri);
        }
        return prefix.isEmpty() ? e.name() : prefix + ":" + e.name();
    }

    private void attribute(Element a) {
        String uri = a.namespace();
        String prefix = null;
        if (!uri.isEmpty()) {
            prefix = prefixes.of(uri, false);
            if (prefix == null) {
                prefix = prefixes.generate();
                prefixes.declare(prefix, uri);
                declaration(a, prefix, uri, '"');
            }
        }
        char quote = a.type() == XmlTypes.SINGLE_ATTRIBUTE ? '\'' : '"';
        out.write(' ');
        name(a, prefix == null ? a.name() : prefix + ":" + a.name());
        out.write('=');
        out.write(quote);
        Value value = a.value();
        if (value != null) {
            attributeText(a, string(a, value), quote);
        }
        out.write(quote);
    }

    void end(String name) {
        if (isPlain(name)) {
            out.endTag(name);
        } else {
            out.ascii("</");
            out.character(name);
            out.write('>');
        }
    }

    /** Writes a name after checking that it is valid. */
    private void name(Element e, String name) {
        if (isPlain(name)) {
            out.ascii(name);
            return;
        }
        if (!Characters.isName(name)
                || domain.namespaces && name.indexOf(':') != name.lastIndexOf(':')) {
            throw failed(
                    e,
                    name.isEmpty()
                            ? "an element without a name"
                            : "\"" + name + "\", which is not an XML name");
        }
        checked(e, name);
    }

    private boolean isPlain(String name) {
        int slot = name.hashCode() & PLAIN_NAMES - 1;
        if (name.equals(plainNames[slot])) {
            return true;
        }
        boolean plain = Characters.isPlainName(name);
        if (plain) {
            plainNames[slot] = name;
        }
        return plain;
    }

    /** Writes text at a position where character references are not permitted. */
    private void checked(Element e, String text) {
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            if (!Characters.isLegal(c)) {
                throw illegal(e, c);
            }
            if (!out.has(c)) {
                throw unencodable(e, c, out);
            }
            out.character(c);
            i += Character.charCount(c);
        }
    }

    private static MillraceException illegal(Element e, int c) {
        return failed(e, String.format("the character U+%04X, which XML does not allow", c));
    }

    // Text

    void value(Element e, Value value, boolean section) {
        if (section) {
            section(e, string(e, value));
        } else {
            text(e, string(e, value));
        }
    }

    /**
     * Returns the text of a value; base 64 for a BLOB in a field whose type includes base64Binary.
     */
    private static String string(Element e, Value value) {
        return (e.type() & XmlTypes.BASE64) != 0 && value instanceof BlobValue(var bytes)
                ? Base64.getEncoder().encodeToString(bytes.toArray())
                : value.text();
    }

    private void text(Element e, String text) {
        int length = text.length();
        if (length >= LONG_TEXT) {
            longText(e, text);
            return;
        }
        int plain = 0;
        while (plain < length && isPlain(text.charAt(plain))) {
            plain++;
        }
        if (plain == length) {
            out.ascii(text);
            return;
        }
        eachCharacter(e, text);
    }

    /** Writes text; ranges with only ASCII are written as plain bytes. */
    private void longText(Element e, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        int length = bytes.length;
        if (length != text.length()) {
            eachCharacter(e, text);
            return;
        }
        for (int i = 0; i < length; i++) {
            int stop = Words.plainContent(bytes, i, length);
            out.ascii(bytes, i, stop);
            i = stop;
            if (i < length) {
                // Half of a surrogate pair has been replaced by a question mark.
                textCharacter(e, text.charAt(i));
            }
        }
    }

    private void eachCharacter(Element e, String text) {
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            textCharacter(e, c);
            i += Character.charCount(c);
        }
    }

    private void textCharacter(Element e, int c) {
        switch (c) {
            case '<' -> out.ascii("&lt;");
            case '>' -> out.ascii("&gt;");
            case '&' -> out.ascii("&amp;");
            case '\r' -> out.ascii("&#13;");
            default -> character(e, c);
        }
    }

    private static boolean isPlain(char c) {
        return c >= 0x20 && c < 0x7F && c != '<' && c != '>' && c != '&';
    }

    private void character(Element e, int c) {
        if (!Characters.isLegal(c)) {
            throw illegal(e, c);
        }
        if (out.has(c)) {
            out.character(c);
        } else {
            out.ascii("&#" + c + ";");
        }
    }

    private void attributeText(Element e, String text, char quote) {
        int length = text.length();
        for (int i = 0; i < length; ) {
            int c = text.codePointAt(i);
            switch (c) {
                case '<' -> out.ascii("&lt;");
                case '&' -> out.ascii("&amp;");
                case '\r', '\n', '\t' -> out.ascii("&#" + c + ";");
                default -> {
                    if (c == quote) {
                        out.ascii(quote == '"' ? "&quot;" : "&apos;");
                    } else {
                        character(e, c);
                    }
                }
            }
            i += Character.charCount(c);
        }
    }

    /** Writes a CDATA section, or several if the text contains {@code ]]>}. */
    private void section(Element e, String text) {
        out.ascii("<![CDATA[");
        int from = 0;
        for (int i = text.indexOf("]]>"); i >= 0; i = text.indexOf("]]>", from)) {
            checked(e, text.substring(from, i + 2));
            out.ascii("]]><![CDATA[");
            from = i + 2;
        }
        checked(e, text.substring(from));
        out.ascii("]]>");
    }

    // Elements without children

    /** Writes an element that is not a tag and is not written in a start tag. */
    void simple(Element e, XmlRole role) {
        String text = e.value() == null ? "" : string(e, e.value());
        switch (role) {
            case TEXT -> {
                UnresolvedChoice.check(e);
                text(e, text);
            }
            case CDATA -> section(e, text);
            case COMMENT -> comment(e, text);
            case INSTRUCTION -> instruction(e, text);
            case AS_IS -> out.character(text);
            case BIT_STREAM -> {
                if (e.value() instanceof BlobValue(var bytes)) {
                    out.raw(bytes);
                } else {
                    throw failed(e, "a BitStream element whose value is not a BLOB");
                }
            }
            case ENTITY_REFERENCE -> {
                out.write('&');
                name(e, text.isEmpty() ? e.name() : text);
                out.write(';');
            }
            case DECLARATION -> declaration(e);
            case DOCTYPE -> doctype(e);
            default -> {
                // The element is not represented in a document.
            }
        }
    }

    private void comment(Element e, String text) {
        if (text.contains("--") || text.endsWith("-")) {
            throw failed(e, "a comment with -- in it or - at its end");
        }
        out.ascii("<!--");
        checked(e, text);
        out.ascii("-->");
    }

    private void instruction(Element e, String text) {
        if (text.contains("?>") || e.name().equalsIgnoreCase("xml")) {
            throw failed(e, "an instruction named xml, or with ?> in it");
        }
        out.ascii("<?");
        name(e, e.name());
        if (!text.isEmpty()) {
            out.write(' ');
            checked(e, text);
        }
        out.ascii("?>");
    }

    private void declaration(Element e) {
        if (out.length() > 0) {
            throw failed(e, "an XML declaration that is not the first child of the body");
        }
        String version = partText(e, "Version", XmlTypes.OLD_VERSION);
        out.ascii("<?xml version=\"" + (Declaration.isVersion(version) ? version : "1.0") + "\"");
        String encoding = partText(e, "Encoding", XmlTypes.OLD_ENCODING);
        if (!encoding.isEmpty()) {
            boolean right =
                    out.charset.equals(Ccsid.named(encoding))
                            || Encodings.isUtf16(out.charset)
                                    && encoding.equalsIgnoreCase("UTF-16");
            String written = Encodings.isUtf16(out.charset) ? "UTF-16" : out.charset.name();
            out.ascii(" encoding=\"" + (right ? encoding : written) + "\"");
        }
        String standalone = partText(e, "StandAlone", XmlTypes.OLD_STANDALONE);
        if (standalone.equals("yes") || standalone.equals("no")) {
            out.ascii(" standalone=\"" + standalone + "\"");
        } else if (!standalone.isEmpty()) {
            throw failed(e, "StandAlone \"" + standalone + "\", expected yes or no");
        }
        out.ascii("?>");
    }

    private static String partText(Element e, String name, int oldType) {
        Element part = XmlRole.part(e, XmlTypes.XML_DECLARATION, name, oldType);
        return part == null || part.value() == null ? "" : part.text();
    }

    private void doctype(Element e) {
        out.ascii("<!DOCTYPE ");
        name(e, e.name().isEmpty() && e.value() != null ? e.text() : e.name());
        Element publicId = XmlRole.part(e, DOCUMENT_TYPE, "PublicId", XmlTypes.OLD_PUBLIC_ID);
        Element systemId = XmlRole.part(e, DOCUMENT_TYPE, "SystemId", XmlTypes.OLD_SYSTEM_ID);
        if (systemId != null) {
            out.ascii(publicId == null ? " SYSTEM" : " PUBLIC");
            if (publicId != null) {
                identifier(publicId);
            }
            identifier(systemId);
        }
        Element subset = XmlRole.part(e, DOCUMENT_TYPE, "IntSubset", XmlTypes.OLD_INTERNAL_SUBSET);
        boolean entities = e.child("IntSubset") == null && hasEntities(e);
        if (subset != null || entities) {
            out.ascii(" [");
            if (subset != null) {
                checked(subset, subset.text());
            }
            for (Element c = e.firstChild(); c != null; c = c.next()) {
                if (isEntity(c)) {
                    out.ascii("<!ENTITY ");
                    name(c, c.name());
                    out.ascii(" \"");
                    checked(
                            c,
                            c.value() == null
                                    ? ""
                                    : c.text().replace("\"", "&#34;").replace("%", "&#37;"));
                    out.ascii("\">");
                }
            }
            out.write(']');
        }
        out.write('>');
    }

    private static boolean isEntity(Element c) {
        return c.type() == XmlTypes.ENTITY_DEFINITION
                || c.type() == XmlTypes.SINGLE_ENTITY_DEFINITION;
    }

    private static boolean hasEntities(Element e) {
        for (Element c = e.firstChild(); c != null; c = c.next()) {
            if (isEntity(c)) {
                return true;
            }
        }
        return false;
    }

    private void identifier(Element id) {
        String text = id.value() == null ? "" : id.text();
        char quote = text.indexOf('"') < 0 ? '"' : '\'';
        if (text.indexOf(quote) >= 0) {
            throw failed(id, "an identifier with both kinds of quotes");
        }
        out.write(' ');
        out.write(quote);
        checked(id, text);
        out.write(quote);
    }
}
