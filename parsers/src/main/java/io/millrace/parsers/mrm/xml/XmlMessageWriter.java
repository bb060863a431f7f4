package io.millrace.parsers.mrm.xml;

import static io.millrace.engine.error.Problems.didYouMean;
import static io.millrace.parsers.model.ContentRule.OPEN;
import static io.millrace.parsers.model.Derivations.local;
import static io.millrace.parsers.mrm.xml.XmlMessageContent.STATE;
import static io.millrace.parsers.mrm.xml.XmlMessageContent.TYPE;
import static io.millrace.parsers.xml.Document.XSI;
import static io.millrace.parsers.xml.Document.attribute;
import static io.millrace.parsers.xml.Document.part;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParseErrors;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.parsers.model.XmlNamespaces.Declaration;
import io.millrace.parsers.model.XmlNulls;
import io.millrace.parsers.model.XmlProlog;
import io.millrace.parsers.model.XmlSettings;
import io.millrace.parsers.mrm.xml.XmlMember.Substitute;
import io.millrace.parsers.record.FieldException;
import io.millrace.parsers.xml.Document;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;

import javax.xml.namespace.QName;

/**
 * A writer of message trees as documents, in the order of the tree. Parts that were parsed from a
 * document of the same message and not changed are copied.
 */
final class XmlMessageWriter {

    private final XmlMessage message;
    private final XmlSettings settings;
    private final WriteOptions options;
    private final WrittenPrefixes prefixes;

    /** Names of the elements that are being written, for error messages. */
    private final ArrayDeque<String> path = new ArrayDeque<>();

    XmlMessageWriter(XmlMessage message, WriteOptions options) {
        this.message = message;
        settings = message.settings();
        this.options = options;
        prefixes = new WrittenPrefixes(settings.namespaces().prefixes());
    }

    Bytes write(Element body) {
        Element document = Document.folder();
        XmlMember member = message.message();
        Element tag = Document.tag(member.tag.namespace(), member.tag.local());
        Element root = tag;
        if (!settings.rootTag().isEmpty()) {
            root = Document.tag("", settings.rootTag());
            root.addLast(tag);
        }
        prolog(document, root.name());
        document.addLast(root);
        Element origin = origin(body, null);
        if (origin != null) {
            carryOver(origin, tag, isOther(body, member));
        }
        if (settings.namespaces().declaration() == Declaration.AT_START_OF_DOCUMENT) {
            for (var e : settings.namespaces().prefixes().entrySet()) {
                prefixes.declare(root, e.getKey(), e.getValue());
            }
        }
        schemaLocations(root, origin);
        prefixes.need(tag, member.tag.namespace());
        path.add(body.name());
        children(body, tag, typed(body, member, tag));
        return Document.write(document, options);
    }

    private void prolog(Element document, String root) {
        XmlProlog prolog = settings.prolog();
        if (!prolog.suppressDeclaration()) {
            document.addLast(Document.declaration(prolog.encoding(), prolog.standalone()));
        }
        if (prolog.hasDoctype()) {
            document.addLast(
                    Document.doctype(
                            root, prolog.publicId(), prolog.systemId(), prolog.doctypeText()));
        }
    }

    /** Writes the schema locations, unless the received message specifies them. */
    private void schemaLocations(Element root, Element origin) {
        Map<String, String> locations = settings.namespaces().schemaLocations();
        boolean specified = origin != null && hasLocations(origin);
        if (locations.isEmpty() || specified) {
            return;
        }
        prefixes.declare(root, "xsi", XSI);
        StringBuilder pairs = new StringBuilder();
        locations.forEach(
                (uri, location) -> {
                    if (uri.isEmpty()) {
                        root.addLast(attribute(XSI, "noNamespaceSchemaLocation", location));
                    } else {
                        pairs.append(pairs.isEmpty() ? "" : " ").append(uri);
                        pairs.append(' ').append(location);
                    }
                });
        if (!pairs.isEmpty()) {
            root.addLast(attribute(XSI, "schemaLocation", pairs.toString()));
        }
    }

    private static boolean hasLocations(Element tag) {
        return attribute(tag, XSI, "schemaLocation") != null
                || attribute(tag, XSI, "noNamespaceSchemaLocation") != null;
    }

    // Parsed tags

    /**
     * Returns the tag from which an element was parsed, in a document of this message; null if
     * there is none.
     *
     * @param member member of the element; null for the folder of the body
     */
    private Element origin(Element e, XmlMember member) {
        if (!(e.content() instanceof XmlMessageContent content) || content.message != message) {
            return null;
        }
        FoundField found = STATE.context(e);
        if (member == null) {
            return content.isFolder(e) ? content.messageTag() : null;
        }
        return found.member() == member ? found.source(e) : null;
    }

    /**
     * Returns the tag to write for a parsed tag. It also contains parts that were skipped when the
     * tag was parsed.
     */
    private static Element findUnchanged(Element origin) {
        return origin.parent() == null ? origin : Document.reopen(origin);
    }

    /**
     * Copies the parts of a tag that are not fields of the model: namespace declarations and
     * attributes of XML Schema.
     */
    private void carryOver(Element from, Element to, boolean isOther) {
        for (Element part = from.firstChild(); part != null; part = part.next()) {
            switch (part(part)) {
                case NAMESPACE -> prefixes.declareAs(to, part);
                case ATTRIBUTE -> {
                    if (part.namespace().equals(XSI)
                            && !part.isNamed(XSI, "nil")
                            && !(isOther && part.isNamed(XSI, TYPE))) {
                        to.addLast(part.copy());
                    }
                }
                default -> {
                    return;
                }
            }
        }
    }

    // Elements

    /** A folder that is being written: its next element, and the parent of the output. */
    private static final class Level {
        final Element tag;
        final XmlShape shape;

        /** Number of prefixes declared before the folder. */
        final int prefixes;

        Element next;

        Level(Element first, Element tag, XmlShape shape, int prefixes) {
            next = first;
            this.tag = tag;
            this.shape = shape;
            this.prefixes = prefixes;
        }
    }

    /**
     * Writes the content of a folder. It does not use recursion, because a deep tree would overflow
     * the stack.
     */
    private void children(Element body, Element root, XmlShape shape) {
        var open = new ArrayDeque<Level>();
        open.push(enter(body, root, shape, prefixes.size()));
        while (!open.isEmpty()) {
            Level level = open.peek();
            Element e = level.next;
            if (e == null) {
                open.pop();
                prefixes.truncate(level.prefixes);
                path.removeLast();
                continue;
            }
            level.next = e.next();
            path.add(e.name());
            Level inner = child(e, level.tag, level.shape);
            if (inner == null) {
                path.removeLast();
            } else {
                open.push(inner);
            }
        }
    }

    private Level enter(Element folder, Element tag, XmlShape shape, int before) {
        if (path.size() > options.limits().treeDepth()) {
            throw unwritable("more than " + options.limits().treeDepth() + " levels");
        }
        Value own = folder.value();
        if (own != null && shape.isMixed) {
            tag.addLast(Document.text(own.text()));
        } else if (own != null && !own.text().isBlank()) {
            throw unwritable("has a value, but is a folder in the model");
        }
        return new Level(folder.firstChild(), tag, shape, before);
    }

    /**
     * Writes an element. If it is a folder whose content must still be written, returns its level;
     * otherwise null.
     */
    private Level child(Element e, Element tag, XmlShape shape) {
        XmlMember member = shape.named(e);
        if (member == null && shape.globals != null) {
            member = shape.globals.named(e);
        }
        boolean isText = e.name().isEmpty() && ElementType.kind(e.type()) == ElementType.VALUE;
        boolean isOpen =
                shape.rule == OPEN || shape.takesAttributes && Document.isAttributeType(e.type());
        if (member != null) {
            return member(e, member, tag);
        }
        if (e.isNamed(XSI, TYPE) && attribute(tag, XSI, TYPE) != null) {
            return null;
        }
        if (isText && shape.isMixed) {
            Value text = e.value();
            tag.addLast(Document.text(text == null ? "" : text.text()));
        } else if (isOpen && !e.name().isEmpty()) {
            writeUndescribed(e, tag);
        } else if (!settings.lenient() || e.name().isEmpty()) {
            throw unexpected(e, shape);
        }
        return null;
    }

    private MillraceException unexpected(Element e, XmlShape shape) {
        if (e.name().isEmpty()) {
            return unwritable(
                    """
                    contains an element without a name, for example an unresolved choice; select \
                    a branch first\
                    """);
        }
        String near = didYouMean(e.name(), shape.names());
        List<String> names = shape.names();
        return unwritable(
                "the model does not permit this element here"
                        + (near.isEmpty()
                                ? names.isEmpty()
                                        ? ""
                                        : "; expected one of " + String.join(", ", names)
                                : "; " + near));
    }

    private Level member(Element e, XmlMember member, Element tag) {
        Element origin = origin(e, member);
        if (origin != null && e.isClean()) {
            tag.addLast(findUnchanged(origin));
            return null;
        }
        if (member.isFolder()) {
            return folder(e, member, tag, origin);
        }
        field(e, member, tag);
        return null;
    }

    private Level folder(Element e, XmlMember member, Element parent, Element origin) {
        Element tag = parent.addLast(start(member));
        int before = prefixes.size();
        if (origin != null) {
            carryOver(origin, tag, isOther(e, member));
        }
        prefixes.need(tag, member.tag.namespace());
        path.add(e.name());
        XmlShape shape = typed(e, member, tag);
        path.removeLast();
        return enter(e, tag, shape, before);
    }

    /** Whether a parsed folder has a derived type that is specified in the tree. */
    private static boolean isOther(Element e, XmlMember member) {
        return STATE.context(e).shape() != member.shape;
    }

    /**
     * Returns the permitted content of a folder with the type that its tree specifies, and writes
     * the type into the tag.
     */
    private XmlShape typed(Element e, XmlMember member, Element tag) {
        Element specified = member.substitutes == null ? null : e.child(XSI, TYPE);
        Value value = specified == null ? null : specified.fieldValue();
        if (value == null) {
            return member.shape;
        }
        Substitute meant = member.substitutes.get(local(value.text()));
        if (meant == null) {
            throw unwritable(
                    "xsi:type is '"
                            + value.text()
                            + "'; expected one of the types "
                            + String.join(", ", member.substitutes.keySet()));
        }
        prefixes.declare(tag, "xsi", XSI);
        QName expanded = meant.expanded();
        String prefix = prefixes.prefix(tag, expanded.getNamespaceURI());
        String local = expanded.getLocalPart();
        String qualified = prefix.isEmpty() ? local : prefix + ":" + local;
        tag.addLast(attribute(XSI, TYPE, qualified));
        return meant.shape();
    }

    /** Returns a tag with the attribute that identifies its member. */
    private static Element start(XmlMember member) {
        Element tag = Document.tag(member.tag.namespace(), member.tag.local());
        if (member.id != null) {
            tag.addLast(attribute("", member.field.idName(), member.id));
        }
        return tag;
    }

    private void field(Element e, XmlMember member, Element parent) {
        Value value = e.fieldValue();
        for (Element c = e.firstChild(); c != null; c = c.next()) {
            if (ElementType.kind(c.type()) != ElementType.VALUE && !member.hasAttributes()) {
                path.add(c.name());
                throw unwritable("is in " + e.name() + ", which is a field in the model");
            }
        }
        String text = null;
        if (value == null) {
            if (!member.nillable) {
                return;
            }
        } else {
            text = text(member, value);
        }
        if (member.isAttribute()) {
            String written = text != null ? text : nullText(member);
            prefixes.need(parent, member.tag.namespace());
            parent.addLast(attribute(member.tag.namespace(), member.tag.local(), written));
            return;
        }
        Element tag = start(member);
        int before = prefixes.size();
        prefixes.need(tag, member.tag.namespace());
        if (member.hasAttributes()) {
            attributes(e, tag, member.shape);
        }
        if (text == null) {
            markNull(tag, member);
        } else {
            put(tag, member, text);
        }
        prefixes.truncate(before);
        parent.addLast(tag);
    }

    /** Writes the attributes of a field. */
    private void attributes(Element field, Element tag, XmlShape shape) {
        for (Element e = field.firstChild(); e != null; e = e.next()) {
            if (ElementType.kind(e.type()) != ElementType.VALUE) {
                path.add(e.name());
                child(e, tag, shape);
                path.removeLast();
            }
        }
    }

    private static void put(Element tag, XmlMember member, String text) {
        if (member.render.hasValueAttribute()) {
            tag.addLast(attribute("", member.field.valueName(), text));
        } else {
            tag.type(Document.fieldType(member.field.cdata()));
            tag.value(Value.of(text));
        }
    }

    private static String nullText(XmlMember member) {
        return member.nulls.encoding() == XmlNulls.Encoding.VALUE ? member.nulls.value() : "";
    }

    private void markNull(Element tag, XmlMember member) {
        XmlNulls.Rule rule = member.nulls;
        switch (rule.encoding()) {
            case EMPTY, VALUE -> put(tag, member, nullText(member));
            case XML_SCHEMA -> {
                prefixes.declare(tag, "xsi", XSI);
                tag.addLast(attribute(XSI, "nil", "true"));
            }
            case ELEMENT -> tag.addLast(Document.tag("", rule.value()));
            case ATTRIBUTE -> tag.addLast(attribute("", rule.value(), "true"));
            case VALUE_ATTRIBUTE -> {
                // NULL is represented by omitting the attribute.
            }
        }
    }

    private String text(XmlMember member, Value value) {
        try {
            return member.text.write(value);
        } catch (FieldException wrong) {
            throw unwritable("expected " + wrong.getMessage());
        }
    }

    /** Writes an element that the model does not describe but an open type permits. */
    private void writeUndescribed(Element e, Element parent) {
        if (e.isClean() && e.content() instanceof XmlMessageContent) {
            parent.addLast(findUnchanged(STATE.context(e).source(e)));
            return;
        }
        Value value = e.fieldValue();
        String text = value == null ? "" : value.text();
        if (Document.isAttributeType(e.type())) {
            prefixes.need(parent, e.namespace());
            parent.addLast(attribute(e.namespace(), e.name(), text));
            return;
        }
        if (path.size() > options.limits().treeDepth()) {
            throw unwritable("more than " + options.limits().treeDepth() + " levels");
        }
        Element tag = parent.addLast(Document.tag(e.namespace(), e.name()));
        if (!text.isEmpty()) {
            tag.type(Document.fieldType(false));
            tag.value(Value.of(text));
        }
        int before = prefixes.size();
        prefixes.need(tag, e.namespace());
        for (Element c = e.firstChild(); c != null; c = c.next()) {
            if (ElementType.kind(c.type()) != ElementType.VALUE) {
                path.add(c.name());
                writeUndescribed(c, tag);
                path.removeLast();
            }
        }
        prefixes.truncate(before);
    }

    private MillraceException unwritable(String words) {
        return ParseErrors.unwritable(String.join(".", path), words);
    }
}
