package io.millrace.parsers.xml;

import static io.millrace.parsers.xml.XmlContent.STATE;

import static java.lang.Math.max;
import static java.lang.Math.min;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.dtd.DTDSubset;
import com.ctc.wstx.exc.WstxEOFException;
import com.ctc.wstx.stax.WstxInputFactory;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;

import org.codehaus.stax2.DTDInfo;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLResolver;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A document with a DOCTYPE. Woodstox reads the document completely. Entities and attribute
 * defaults of the internal subset apply. External entities and subsets are never read; a reference
 * to an undeclared entity is an error. Names follow the fifth edition of XML 1.0.
 */
final class DoctypeDocument {

    private final XmlContent content;
    private final XmlDomain domain;
    private final Markup markup;
    private final Limits limits;

    /**
     * Remaining number of characters for text and attribute values: initially the length of the
     * document plus a limit for entities.
     */
    private long room;

    /** Offset of the DOCTYPE. */
    private final int at;

    private final FifthEdition edition;
    private final EventTree tree;
    private final DeclaredNamespaces namespaces = new DeclaredNamespaces();

    /**
     * @param at offset of the DOCTYPE
     */
    DoctypeDocument(XmlContent content, Markup markup, int at) {
        this.content = content;
        this.at = at;
        domain = content.kind();
        this.markup = markup;
        limits = content.options.limits();
        String document = document();
        checkCharacters(document);
        edition = new FifthEdition(document, document.indexOf("<!DOCTYPE", characters(at)));
        tree = new EventTree(content, edition);
        int length = max(markup.to - markup.from, edition.document.length());
        room = (long) length + limits.expansionBytes();
    }

    /**
     * Appends the content from the DOCTYPE to the end to the folder of the body, and completes the
     * folder.
     */
    void read(Element folder) {
        boolean prolog = true;
        try {
            XMLStreamReader reader = reader(domain.namespaces);
            try {
                while (reader.hasNext()) {
                    int event = reader.next();
                    if (event == XMLStreamConstants.DTD) {
                        prolog = false;
                        doctype((XMLStreamReader2) reader);
                    } else if (!prolog) {
                        take(event, reader);
                    }
                }
            } finally {
                reader.close();
            }
        } catch (XMLStreamException e) {
            throw rejected(e);
        }
        tree.outside.forEach(e -> STATE.append(folder, e));
        STATE.complete(folder);
    }

    private XMLStreamReader reader(boolean namespaceAware) throws XMLStreamException {
        return factory(namespaceAware).createXMLStreamReader(new StringReader(edition.document));
    }

    /** Returns the number of characters before an offset. */
    private int characters(int offset) {
        return new String(markup.a, markup.from, offset - markup.from, charset()).length();
    }

    private Charset charset() {
        return markup.latin1 ? ISO_8859_1 : UTF_8;
    }

    private String document() {
        ByteBuffer bytes = ByteBuffer.wrap(markup.a, markup.from, markup.to - markup.from);
        try {
            return charset().newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            throw markup.failed(bytes.position(), "invalid bytes", markup.charset.name());
        }
    }

    /** Rejects the two characters that Woodstox wrongly accepts when it reads from a string. */
    private void checkCharacters(String document) {
        int at = max(document.indexOf('\uFFFE'), document.indexOf('\uFFFF'));
        if (at >= 0) {
            String found = String.format("the character U+%04X", (int) document.charAt(at));
            throw markup.failed(
                    markup.from + bytes(document.substring(0, at)),
                    found,
                    "a character that " + "XML allows");
        }
    }

    private XMLInputFactory factory(boolean namespaceAware) {
        WstxInputFactory f = new WstxInputFactory();
        f.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, namespaceAware);
        f.setProperty(XMLInputFactory.IS_VALIDATING, false);
        f.setProperty(XMLInputFactory.IS_COALESCING, false);
        f.setProperty(XMLInputFactory.SUPPORT_DTD, true);
        f.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        f.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, true);
        f.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
        f.setProperty(WstxInputProperties.P_CACHE_DTDS, false);
        f.setProperty(WstxInputProperties.P_DTD_RESOLVER, NOTHING);
        f.setProperty(WstxInputProperties.P_ENTITY_RESOLVER, NOTHING);
        f.setProperty(WstxInputProperties.P_UNDECLARED_ENTITY_RESOLVER, null);
        f.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, limits.treeDepth());
        f.setProperty(WstxInputProperties.P_MAX_ELEMENT_COUNT, (long) limits.treeElements());
        f.setProperty(WstxInputProperties.P_MAX_ATTRIBUTE_SIZE, (int) min(Integer.MAX_VALUE, room));
        f.setProperty(WstxInputProperties.P_MAX_TEXT_LENGTH, (int) min(Integer.MAX_VALUE, room));
        f.setProperty(WstxInputProperties.P_MAX_ENTITY_COUNT, ENTITIES);
        f.setProperty(WstxInputProperties.P_MAX_ENTITY_DEPTH, ENTITY_DEPTH);
        return f;
    }

    /** Pattern of Woodstox's message about an external entity. */
    private static final Pattern EXTERNAL =
            Pattern.compile("Encountered a reference to external entity \"([^\"]*)\"");

    /** Maximum number of expansions of entities in one document. */
    private static final int ENTITIES = 100_000;

    /** Maximum nesting of entities. */
    private static final int ENTITY_DEPTH = 100;

    /** A resolver that resolves every external identifier to empty content. */
    private static final XMLResolver NOTHING =
            (publicId, systemId, base, namespace) -> new ByteArrayInputStream(new byte[0]);

    private MillraceException rejected(XMLStreamException e) {
        int offset = e.getLocation() == null ? -1 : e.getLocation().getCharacterOffset();
        int place = offset < 0 || offset > edition.document.length() ? at : place(offset);
        String words = edition.original(e.getMessage().lines().findFirst().orElse("").trim());
        if (words.contains("imit (") || words.contains("exceed")) {
            return markup.overLimit(place, "the document exceeds a limit: " + words);
        }
        if (e instanceof WstxEOFException) {
            return markup.cutOff("a complete document (" + words + ")");
        }
        Matcher external = EXTERNAL.matcher(words);
        if (external.lookingAt()) {
            return markup.failed(
                    place,
                    "a reference to the external entity " + external.group(1),
                    "entities of the internal subset; external entities are never read");
        }
        return markup.failed(
                place, words, "a well-formed document; external entities are never read");
    }

    private int bytes(String characters) {
        return markup.latin1 ? characters.length() : characters.getBytes(UTF_8).length;
    }

    // From events to elements

    private void take(int event, XMLStreamReader reader) throws XMLStreamException {
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> startTag(reader);
            case XMLStreamConstants.END_ELEMENT -> {
                tree.endTag();
                namespaces.leave();
            }
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.SPACE -> {
                countExpansion(reader.getTextLength());
                tree.text(
                        reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
            }
            case XMLStreamConstants.CDATA -> {
                countExpansion(reader.getTextLength());
                tree.section(reader.getText());
            }
            case XMLStreamConstants.COMMENT -> tree.comment(reader.getText());
            case XMLStreamConstants.PROCESSING_INSTRUCTION -> {
                String data = reader.getPIData();
                tree.instruction(reader.getPITarget(), data == null ? "" : data);
            }
            case XMLStreamConstants.ENTITY_REFERENCE ->
                    throw markup.failed(
                            place(reader),
                            "the entity &"
                                    + string(reader.getLocalName())
                                    + "; which the document does not declare",
                            "entities of the internal subset; external entities are never read");
            default -> {
                // The end of the document.
            }
        }
    }

    private int place(XMLStreamReader reader) {
        int offset = reader.getLocation().getCharacterOffset();
        return place(max(0, min(offset, edition.document.length())));
    }

    /** Returns the offset of a character of the converted document. */
    private int place(int offset) {
        return markup.from + bytes(edition.original(edition.document.substring(0, offset)));
    }

    private void countExpansion(int characters) {
        room -= characters;
        if (room < 0) {
            throw markup.limit(
                    markup.from,
                    "more bytes in expanded entities (expansionBytes, under limits in"
                            + " application.yaml)",
                    limits.expansionBytes());
        }
    }

    private void startTag(XMLStreamReader reader) {
        if (tree.depth() >= limits.treeDepth()) {
            throw markup.tooDeep(place(reader));
        }
        String twice = namespaces.enter(reader);
        if (twice != null) {
            throw markup.failed(
                    place(reader),
                    "the attribute " + edition.original(twice) + " twice in the same namespace",
                    "different attributes");
        }
        Element e =
                tag(
                        domain.compact ? 0 : XmlTypes.TAG,
                        string(namespaces.element(reader)),
                        string(reader.getLocalName()));
        int type = domain.compact ? XmlTypes.NAMESPACE : XmlTypes.OLD_NAMESPACE;
        for (int i = 0; domain.namespaces && i < reader.getNamespaceCount(); i++) {
            String prefix = string(reader.getNamespacePrefix(i));
            String owner = prefix.isEmpty() ? "" : NamespaceScope.XMLNS_URI;
            String uri = string(namespaces.declared(reader, i));
            STATE.append(e, content.leaf(type, owner, prefix.isEmpty() ? "xmlns" : prefix, uri));
        }
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            String value = reader.getAttributeValue(i);
            countExpansion(value.length());
            STATE.append(
                    e,
                    content.leaf(
                            XmlTypes.ATTRIBUTE,
                            string(namespaces.attribute(reader, i)),
                            string(reader.getAttributeLocalName(i)),
                            string(value)));
        }
        tree.startTag(e);
    }

    private Element tag(int type, String uri, String name) {
        if (name.length() > limits.nameLength()) {
            throw markup.limit(
                    markup.from, "a name of " + name.length() + " characters", limits.nameLength());
        }
        return content.make(type, uri, name.intern(), -1, 0);
    }

    /** Returns the original form of a string in the document; an empty string for null. */
    private String string(String read) {
        return read == null ? "" : edition.original(read);
    }

    private void doctype(XMLStreamReader2 reader) throws XMLStreamException {
        DTDInfo info = reader.getDTDInfo();
        String subset = info.getDTDInternalSubset();
        if (domain.namespaces && subset != null && subset.contains("xmlns")) {
            readNamespaceTypes();
        }
        if (domain.compact) {
            return;
        }
        // The name of the root tag is the value of this element, not its name, because a path to
        // the root tag must not find this element.
        Element e = tag(XmlTypes.OLD_DOCUMENT_TYPE, "", "");
        part(e, XmlTypes.OLD_PUBLIC_ID, string(info.getDTDPublicId()));
        part(e, XmlTypes.OLD_SYSTEM_ID, string(info.getDTDSystemId()));
        part(e, XmlTypes.OLD_INTERNAL_SUBSET, subset == null ? "" : edition.originalSubset(subset));
        STATE.decoded(e, Value.of(string(info.getDTDRootName())));
        STATE.complete(e);
        tree.append(e);
    }

    /** Reads the DTD without namespaces, because Woodstox otherwise ignores the types of xmlns. */
    private void readNamespaceTypes() throws XMLStreamException {
        XMLStreamReader2 reader = (XMLStreamReader2) reader(false);
        try {
            while (reader.next() != XMLStreamConstants.DTD) {
                // Before the DOCTYPE.
            }
            if (reader.getDTDInfo().getProcessedDTD() instanceof DTDSubset dtd) {
                namespaces.addTypes(dtd);
            }
        } finally {
            reader.close();
        }
    }

    private void part(Element doctype, int type, String value) {
        if (!value.isEmpty()) {
            STATE.append(doctype, content.leaf(type, "", "", value));
        }
    }
}
