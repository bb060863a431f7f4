package io.millrace.parsers.xml;

import static io.millrace.parsers.xml.XmlDomain.XMLNSC;

import static java.lang.Math.max;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.parsers.bytes.Digits;

import java.util.HashSet;

/**
 * Documents for domains that are written as XML without being an XML domain: compact trees, like
 * those of the domain XMLNSC, parsed on demand. Unchanged parts are written unchanged.
 */
public final class Document {

    public static final String XSI = NamespaceScope.XSI_URI;

    /** Kind of an element of a document. */
    public enum Part {
        TAG,
        ATTRIBUTE,
        NAMESPACE,
        /** Returns text between tags. */
        TEXT,
        /** Comments, instructions, declarations. */
        OTHER
    }

    private static final XmlnscParser WRITER = new XmlnscParser();

    private Document() {}

    /**
     * Returns the folder of a document, which has not been parsed.
     *
     * @param domain for error strings
     * @param withTexts whether text between tags is part of the tree
     */
    public static Element parse(
            Bytes body, ParseOptions options, String domain, boolean withTexts) {
        return new XmlContent(XMLNSC, domain, body, withTexts ? mixed(options) : options).folder();
    }

    private static ParseOptions mixed(ParseOptions options) {
        var more = new HashSet<String>(options.options());
        more.add(XmlOptions.MIXED_CONTENT);
        return new ParseOptions(
                options.template(),
                options.ccsid(),
                options.encoding(),
                options.timing(),
                more,
                options.limits(),
                options.validation());
    }

    /**
     * Returns the root tag of a document.
     *
     * @throws MillraceException if the document is damaged up to there
     */
    public static Element root(Element folder) {
        return WRITER.element(folder);
    }

    /** Returns a document as bytes; the received bytes themselves if no change is necessary. */
    public static Bytes write(Element folder, WriteOptions options) {
        return WRITER.write(folder, options);
    }

    public static Part part(Element e) {
        if (e.start >= 0 && e.content() instanceof XmlContent content && content.isTag(e)) {
            return Part.TAG;
        }
        return switch (XmlRole.of(e)) {
            case TAG, CDATA_TAG -> Part.TAG;
            case ATTRIBUTE -> Part.ATTRIBUTE;
            case NAMESPACE -> Part.NAMESPACE;
            case TEXT, CDATA -> Part.TEXT;
            default -> Part.OTHER;
        };
    }

    /** Whether a tag contains only text, or nothing. */
    public static boolean isField(Element tag) {
        return ElementType.kind(tag.type()) == ElementType.NAME_VALUE;
    }

    /** Whether a tag that contains only text is known to have no attributes. */
    public static boolean hasNoAttributes(Element field) {
        return field.cursor >= 0 && field.lastKnown() == null && field.isClean();
    }

    /** Returns an attribute of a tag; null if it does not exist. */
    public static Element attribute(Element tag, String namespace, String name) {
        for (Element e = tag.firstChild(); e != null; e = e.next()) {
            Part part = part(e);
            if (part == Part.ATTRIBUTE && e.isNamed(namespace, name)) {
                return e;
            }
            if (part == Part.TAG) {
                return null;
            }
        }
        return null;
    }

    /**
     * Returns the namespace of a prefix in a tag.
     *
     * @param prefix empty for the default namespace
     * @return empty for none; null if the prefix is not declared
     */
    public static String uri(Element tag, String prefix) {
        for (Element at = tag; at != null; at = at.parent()) {
            for (Element e = at.firstChild(); e != null && part(e) != Part.TAG; e = e.next()) {
                if (part(e) == Part.NAMESPACE && prefix.equals(declared(e))) {
                    String uri = e.text();
                    return uri == null ? "" : uri;
                }
            }
        }
        return NamespaceScope.uri(null, prefix);
    }

    /** Returns the prefix of a declaration; empty for the default namespace. */
    private static String declared(Element declaration) {
        boolean standard = declaration.isNamed("xmlns") && declaration.namespace().isEmpty();
        return standard ? "" : declaration.name();
    }

    // Tags without an element

    /** Position directly after a part of a tag. */
    public static final int BEHIND = -1;

    /**
     * Whether the next of a tag's parts is a {@linkplain PlainTag plain tag} without an element in
     * the document. Creates no element of it; attributes become known.
     *
     * @param before the last known child of the tag that is before it; null for none
     * @param from position to start at, if a plain tag was skipped after that; otherwise {@link
     *     #BEHIND}
     * @param found receives its position; undefined if there is none
     * @return false also if only a complete scan can determine it
     */
    public static boolean isPlainAhead(Element tag, Element before, int from, PlainTag found) {
        return tag.start >= 0
                && ((XmlContent) tag.content()).isPlainAhead(tag, before, from, found);
    }

    /**
     * Moves after a plain tag that was found ahead. It does not become a child of the enclosing
     * tag, whose children are incomplete from then on.
     */
    public static void skip(Element tag, PlainTag plain) {
        ((XmlContent) tag.content()).skip(tag, plain.end);
    }

    /** Returns the text of a plain tag that was skipped; the arguments are those of that tag. */
    public static String plainText(Element around, int start, int text, int end) {
        TextReader reader = ((XmlContent) around.content()).reader();
        return reader.plain(text, PlainTag.textEnd(start, text, end));
    }

    /**
     * Returns the text of a plain tag that was skipped, in the form of {@link Digits#pointed};
     * {@link Digits#NONE} also if its last character is not a digit.
     */
    public static long plainDigits(Element around, int start, int text, int end) {
        return ((XmlContent) around.content())
                .plainTags()
                .digits(text, PlainTag.textEnd(start, text, end));
    }

    /** Returns an element, without a parent, for a plain tag that was skipped. */
    public static Element plainTag(Element around, int start, int end) {
        return ((XmlContent) around.content()).reopen().plainTags().element(around, start, end);
    }

    /**
     * Returns a copy of an element with everything in its tag, including skipped parts, which
     * {@link Element#copy} does not copy.
     */
    public static Element reopen(Element tag) {
        boolean opened = tag.start >= 0 && tag.cursor >= 0;
        return opened && tag.content() instanceof XmlContent content && content.isTag(tag)
                ? content.reopen().plainTags().reopen(tag)
                : tag.copy();
    }

    /** Returns an error that the model of a message has detected, at an element of its document. */
    public static MillraceException failed(Element at, String found, String expected) {
        Markup markup = ((XmlContent) at.content()).markup();
        return markup.failed(max(at.start, markup.from), found, expected);
    }

    // Making

    /** Returns an empty folder. */
    public static Element folder() {
        String name = XMLNSC.name();
        return Element.of(XmlTypes.TAG, name).domain(name);
    }

    public static Element tag(String namespace, String name) {
        return Element.of(XmlTypes.TAG, namespace, name, null);
    }

    /** Returns the type of tags that hold text, as a CDATA section or not. */
    public static int fieldType(boolean cdata) {
        return cdata ? XmlTypes.CDATA_FIELD : XmlTypes.FIELD;
    }

    public static Element attribute(String namespace, String name, String text) {
        return Element.of(XmlTypes.ATTRIBUTE, namespace, name, Value.of(text));
    }

    /** Text between tags. */
    public static Element text(String text) {
        return Element.of(XmlTypes.TEXT, "", Value.of(text));
    }

    /**
     * Returns a declaration of a prefix.
     *
     * @param prefix empty for the default namespace
     */
    public static Element namespace(String prefix, String uri) {
        return prefix.isEmpty()
                ? Element.of(XmlTypes.NAMESPACE, "", "xmlns", Value.of(uri))
                : Element.of(XmlTypes.NAMESPACE, NamespaceScope.XMLNS_URI, prefix, Value.of(uri));
    }

    /**
     * Returns the XML declaration.
     *
     * @param encoding whether the declaration names the character set, which is that of the output
     * @param standalone null for none
     */
    public static Element declaration(boolean encoding, Boolean standalone) {
        Element declaration = Element.of(XmlTypes.XML_DECLARATION, "XmlDeclaration");
        part(declaration, "Version", "1.0");
        part(declaration, "Encoding", encoding ? "UTF-8" : null);
        part(declaration, "StandAlone", standalone == null ? null : standalone ? "yes" : "no");
        return declaration;
    }

    /**
     * Returns a DOCTYPE.
     *
     * @param publicId null for none, as the others
     */
    public static Element doctype(String root, String publicId, String systemId, String subset) {
        Element doctype = Element.of(XmlTypes.DOCUMENT_TYPE, root);
        part(doctype, "PublicId", publicId);
        part(doctype, "SystemId", systemId);
        part(doctype, "IntSubset", subset);
        return doctype;
    }

    private static void part(Element parent, String name, String text) {
        if (text != null) {
            parent.addLast(Element.of(XmlTypes.ATTRIBUTE, name, Value.of(text)));
        }
    }

    /** Whether an element of any tree is an attribute by its type. */
    public static boolean isAttributeType(int type) {
        return type == XmlTypes.ATTRIBUTE || type == XmlTypes.SINGLE_ATTRIBUTE;
    }

    /** Returns the type of attributes. */
    public static int attributeType() {
        return XmlTypes.ATTRIBUTE;
    }

    /** Whether a string is a name in the sense of XML, without a colon. */
    public static boolean isName(String text) {
        return Characters.isName(text) && text.indexOf(':') < 0;
    }
}
