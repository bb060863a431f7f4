package io.millrace.parsers.xml;

import static io.millrace.parsers.xml.XmlContent.STATE;
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
 * Documents of domains that are not XML domains but have XML as their format. Their trees are
 * compact, as in the domain XMLNSC, and parsed on demand. Unchanged parts are copied.
 */
public final class Document {

    public static final String XSI = NamespaceScope.XSI_URI;

    /** Kind of an element of a document. */
    public enum Part {
        TAG,
        ATTRIBUTE,
        NAMESPACE,
        /** Text between tags. */
        TEXT,
        /** Comments, instructions, declarations. */
        OTHER
    }

    private static final XmlnscParser WRITER = new XmlnscParser();

    private Document() {}

    /**
     * Returns the folder of a document that has not been parsed yet.
     *
     * @param domain domain name for error messages
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
     * @throws MillraceException if the document is damaged before the end of its root tag's name
     */
    public static Element root(Element folder) {
        return WRITER.element(folder);
    }

    /** Returns a document as bytes. If no change is necessary, these are the received bytes. */
    public static Bytes write(Element folder, WriteOptions options) {
        return WRITER.write(folder, options);
    }

    public static Part part(Element e) {
        if (STATE.start(e) >= 0 && e.content() instanceof XmlContent content && content.isTag(e)) {
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

    /** Whether a tag contains only text or is empty. */
    public static boolean isField(Element tag) {
        return ElementType.kind(tag.type()) == ElementType.NAME_VALUE;
    }

    /** Whether a tag that contains only text is known to have no attributes. */
    public static boolean hasNoAttributes(Element field) {
        return STATE.cursor(field) >= 0 && field.lastKnown() == null && field.isClean();
    }

    /** Returns an attribute of a tag; null if there is none. */
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
     * @param prefix prefix; empty for the default namespace
     * @return the URI; empty if the default namespace is not declared; null if the prefix is not
     *     declared
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

    /**
     * Returns the prefix that a namespace declaration declares; empty for the default namespace.
     */
    private static String declared(Element declaration) {
        boolean standard = declaration.isNamed("xmlns") && declaration.namespace().isEmpty();
        return standard ? "" : declaration.name();
    }

    // Tags without an element

    /** Position directly after a part of a tag. */
    public static final int AFTER_PART = -1;

    /**
     * Whether the next part of a tag is a {@linkplain PlainTag plain tag} that has no element in
     * the document yet. Creates no element for it, but creates the elements of the enclosing tag's
     * attributes.
     *
     * @param before last known child before the position; null if there is none
     * @param from start position if a plain tag was skipped after {@code before}; otherwise {@link
     *     #AFTER_PART}
     * @param found receives the position of the plain tag; undefined if the result is false
     * @return false also if only a complete scan can determine the result
     */
    public static boolean isPlainAhead(Element tag, Element before, int from, PlainTag found) {
        return STATE.start(tag) >= 0
                && ((XmlContent) tag.content()).isPlainAhead(tag, before, from, found);
    }

    /**
     * Moves to the position after a plain tag. The plain tag does not become a child of the
     * enclosing tag, so the enclosing tag's list of children is incomplete from then on.
     */
    public static void skip(Element tag, PlainTag plain) {
        ((XmlContent) tag.content()).skip(tag, plain.end);
    }

    /**
     * Returns the index of the first byte of an element in a document; -1 if the element has no
     * bytes.
     */
    public static int start(Element e) {
        return STATE.start(e);
    }

    /** Returns the text of a skipped plain tag. The arguments are the tag's positions. */
    public static String plainText(Element around, int start, int text, int end) {
        TextReader reader = ((XmlContent) around.content()).reader();
        return reader.plain(text, PlainTag.textEnd(start, text, end));
    }

    /**
     * Returns the number in a skipped plain tag, in the form of {@link Digits#pointed}. Returns
     * {@link Digits#NONE} also if the last character of the text is not a digit.
     */
    public static long plainDigits(Element around, int start, int text, int end) {
        return ((XmlContent) around.content())
                .plainTags()
                .digits(text, PlainTag.textEnd(start, text, end));
    }

    /** Returns an element without a parent for a skipped plain tag. */
    public static Element plainTag(Element around, int start, int end) {
        return ((XmlContent) around.content()).reopen().plainTags().element(around, start, end);
    }

    /**
     * Returns a copy of an element with the complete content of its tag. It includes skipped parts,
     * which {@link Element#copy} does not copy.
     */
    public static Element reopen(Element tag) {
        boolean opened = STATE.start(tag) >= 0 && STATE.cursor(tag) >= 0;
        return opened && tag.content() instanceof XmlContent content && content.isTag(tag)
                ? content.reopen().plainTags().reopen(tag)
                : tag.copy();
    }

    /** Returns the exception for an error at an element of a document. */
    public static MillraceException failed(Element at, String found, String expected) {
        Markup markup = ((XmlContent) at.content()).markup();
        return markup.failed(max(STATE.start(at), markup.from), found, expected);
    }

    // Creating elements

    /** Returns an empty folder. */
    public static Element folder() {
        String name = XMLNSC.name();
        return Element.of(XmlTypes.TAG, name).domain(name);
    }

    public static Element tag(String namespace, String name) {
        return Element.of(XmlTypes.TAG, namespace, name, null);
    }

    /** Returns the element type of tags that contain text: in a CDATA section or not. */
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
     * Returns a new namespace declaration.
     *
     * @param prefix prefix; empty for the default namespace
     */
    public static Element namespace(String prefix, String uri) {
        return prefix.isEmpty()
                ? Element.of(XmlTypes.NAMESPACE, "", "xmlns", Value.of(uri))
                : Element.of(XmlTypes.NAMESPACE, NamespaceScope.XMLNS_URI, prefix, Value.of(uri));
    }

    /**
     * Returns the XML declaration.
     *
     * @param encoding whether the declaration specifies the character set of the output
     * @param standalone value of the standalone declaration; null to omit it
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
     * @param publicId public identifier; null if there is none, as for the other parameters
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

    /** Whether an element type means an attribute, in any domain. */
    public static boolean isAttributeType(int type) {
        return type == XmlTypes.ATTRIBUTE || type == XmlTypes.SINGLE_ATTRIBUTE;
    }

    /** Returns the type of attributes. */
    public static int attributeType() {
        return XmlTypes.ATTRIBUTE;
    }

    /** Whether a string is an XML name without a colon. */
    public static boolean isName(String text) {
        return Characters.isName(text) && text.indexOf(':') < 0;
    }
}
