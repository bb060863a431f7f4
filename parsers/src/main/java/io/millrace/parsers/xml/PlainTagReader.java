package io.millrace.parsers.xml;

import static io.millrace.parsers.bytes.Words.broadcast;
import static io.millrace.parsers.xml.XmlContent.STATE;

import io.millrace.engine.message.Element;
import io.millrace.parsers.bytes.Digits;
import io.millrace.parsers.xml.NameCache.Name;

/**
 * A reader that finds and reads the {@linkplain PlainTag plain tags} of a document with namespaces.
 */
record PlainTagReader(XmlContent content, Markup markup) {

    private static final long ZEROS = broadcast('0');
    private static final long POINTS = broadcast('0' ^ '.');

    /** Whether a plain tag begins at the {@code <} at an offset in the content of another tag. */
    boolean find(PlainTag found, int at, Element parent) {
        NamespaceScope scope = scope(parent);
        return isExpected(found, at, scope) || isPlain(found, at, scope);
    }

    private static NamespaceScope scope(Element parent) {
        return STATE.context(parent) instanceof NamespaceScope scope ? scope : null;
    }

    private boolean isExpected(PlainTag found, int at, NamespaceScope scope) {
        int text = found.expected == null ? -1 : found.expected.text(markup, at, scope);
        int end = text < 0 ? -1 : found.expected.end(markup, markup.nearText(text));
        found.isExpected = end >= 0;
        return end >= 0 && isAt(found, at, text, end);
    }

    private boolean isPlain(PlainTag found, int at, NamespaceScope scope) {
        Markup m = markup;
        int n = m.knownNameEnd(at + 1);
        if (n >= m.to || m.a[n] != '>') {
            return false;
        }
        int end = m.plainEndTag(m.nearText(n + 1), at + 1, n - at - 1);
        return end >= 0 && isNamed(found, scope, name(at + 1, n)) && isAt(found, at, n + 1, end);
    }

    /** Returns the name between two offsets; null if the name ends before the second offset. */
    private Name name(int start, int end) {
        Name met = markup.knownName(start, end, true);
        return met == null && markup.nameEnd(start) == end ? markup.name(start, end, true) : met;
    }

    /** Whether the name of a plain tag is valid and its namespace is known. */
    private static boolean isNamed(PlainTag found, NamespaceScope scope, Name name) {
        if (name == null || name.prefix().equals("xmlns")) {
            return false;
        }
        found.namespace =
                scope == null && name.prefix().isEmpty()
                        ? ""
                        : NamespaceScope.uri(scope, name.prefix());
        found.name = name.local();
        return found.namespace != null;
    }

    private static boolean isAt(PlainTag found, int start, int text, int end) {
        found.start = start;
        found.text = text;
        found.end = end;
        return true;
    }

    /** See {@link Document#plainDigits}. */
    long digits(int from, int to) {
        byte[] a = markup.a;
        return to > from && a[to - 1] >= '0' && a[to - 1] <= '9'
                ? Digits.pointed(a, from, to, ZEROS, POINTS)
                : Digits.NONE;
    }

    /** See {@link Document#plainTag}. */
    Element element(Element around, int start, int end) {
        int n = markup.knownNameEnd(start + 1);
        Name name = markup.name(start + 1, n, true);
        NamespaceScope scope = scope(around);
        String uri = NamespaceScope.uri(scope, name.prefix());
        Element e = Element.parsed(content, XmlTypes.FIELD, uri, name.local());
        STATE.range(e, start, end);
        STATE.cursor(e, n + 1);
        STATE.context(e, scope);
        return e;
    }

    /** See {@link Document#reopen}. */
    Element reopen(Element tag) {
        Element e = Element.parsed(content, 0, tag.namespace(), tag.name());
        STATE.range(e, STATE.start(tag), tag.close());
        STATE.cursor(e, ~markup.knownNameEnd(STATE.start(tag) + 1));
        STATE.context(e, STATE.context(tag));
        return e;
    }
}
