package io.millrace.parsers.xml;

import static io.millrace.parsers.xml.Characters.isWhite;
import static io.millrace.parsers.xml.XmlContent.STATE;
import static io.millrace.parsers.xml.XmlTypes.ATTRIBUTE;

import io.millrace.engine.message.Element;
import io.millrace.parsers.bytes.Words;

import java.util.regex.Pattern;

/**
 * The XML declaration of a document.
 *
 * @param encoding declared encoding; null if not specified
 * @param standalone value of standalone; null if not specified
 * @param end offset after its last byte
 */
record Declaration(String version, String encoding, String standalone, int end) {

    private static final Form VERSION = Form.of("1.0", "1\\.[0-9]+");
    private static final Form ENCODING = Form.of("UTF-8", "[A-Za-z][A-Za-z0-9._-]*");
    private static final Form STANDALONE = Form.of("yes", "yes|no");

    /**
     * Permitted form of the version, encoding or standalone declaration.
     *
     * @param usual most frequent value, which is accepted without matching the pattern
     */
    private record Form(String usual, Pattern pattern) {

        static Form of(String usual, String pattern) {
            return new Form(usual, Pattern.compile(pattern));
        }

        boolean has(String value) {
            return value.equals(usual) || pattern.matcher(value).matches();
        }

        @Override
        public String toString() {
            return pattern.toString();
        }
    }

    static boolean isVersion(String text) {
        return VERSION.has(text);
    }

    static boolean begins(Markup m, int at) {
        return m.startsWith("<?xml", at) && at + 5 < m.to && isWhite(m.a[at + 5]);
    }

    /** Reads the declaration that begins at an offset. */
    static Declaration read(Markup m, int at) {
        int end = m.instructionEnd(at);
        Cursor c = new Cursor(m, at + 5, end - 2);
        String version = c.part("version", VERSION);
        if (version == null) {
            throw m.failed(c.at, m.shown(c.at), "version=\"1.0\"");
        }
        String encoding = c.part("encoding", ENCODING);
        String standalone = c.part("standalone", STANDALONE);
        int rest = m.white(c.at);
        if (rest != end - 2) {
            throw m.failed(rest, m.shown(rest), "?> at the end of the XML declaration");
        }
        return new Declaration(version, encoding, standalone, end);
    }

    /** Returns the element for the declaration that begins at an offset of a document. */
    Element element(XmlContent content, int start) {
        Element e;
        if (content.kind().compact) {
            e = content.make(XmlTypes.XML_DECLARATION, "", "XmlDeclaration", start, end);
            add(e, content, ATTRIBUTE, "Version", version);
            add(e, content, ATTRIBUTE, "Encoding", encoding);
            add(e, content, ATTRIBUTE, "StandAlone", standalone);
        } else {
            e = content.make(XmlTypes.OLD_DECLARATION, "", "XML", start, end);
            add(e, content, XmlTypes.OLD_VERSION, "", version);
            add(e, content, XmlTypes.OLD_ENCODING, "", encoding);
            add(e, content, XmlTypes.OLD_STANDALONE, "", standalone);
        }
        STATE.decoded(e, null);
        STATE.complete(e);
        return e;
    }

    private static void add(Element e, XmlContent content, int type, String name, String value) {
        if (value != null) {
            STATE.append(e, content.leaf(type, "", name, value));
        }
    }

    private static final class Cursor {
        private final Markup m;
        private final int end;
        private int at;

        Cursor(Markup m, int at, int end) {
            this.m = m;
            this.at = at;
            this.end = end;
        }

        /** Returns the value of a part; null if the next part has another name. */
        String part(String name, Form form) {
            int p = m.white(at);
            if (p == at || !m.startsWith(name, p)) {
                return null;
            }
            p = m.white(p + name.length());
            if (p >= end || m.a[p] != '=') {
                throw m.failed(p, m.shown(p), "= after " + name);
            }
            p = m.white(p + 1);
            byte quote = p < end ? m.a[p] : 0;
            int close = quote == '"' || quote == '\'' ? Words.find(m.a, p + 1, end, quote) : end;
            if (close >= end) {
                throw m.failed(p, m.shown(p), "the value of " + name + " in quotes");
            }
            String value = m.text(p + 1, close);
            if (!form.has(value)) {
                throw m.failed(p + 1, name + " \"" + value + "\"", "a value of the form " + form);
            }
            at = close + 1;
            return value;
        }
    }
}
