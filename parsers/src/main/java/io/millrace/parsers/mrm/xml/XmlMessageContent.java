package io.millrace.parsers.mrm.xml;

import static io.millrace.engine.error.Problems.didYouMean;
import static io.millrace.engine.message.ElementType.NAME_VALUE;
import static io.millrace.engine.message.ElementType.VALUE;
import static io.millrace.parsers.model.ContentRule.CLOSED;
import static io.millrace.parsers.model.ContentRule.OPEN;
import static io.millrace.parsers.model.ContentRule.OPEN_DEFINED;
import static io.millrace.parsers.model.Derivations.expanded;
import static io.millrace.parsers.model.Derivations.local;
import static io.millrace.parsers.record.RecordTypes.DOMAIN;
import static io.millrace.parsers.xml.Document.AFTER_PART;
import static io.millrace.parsers.xml.Document.Part.TAG;
import static io.millrace.parsers.xml.Document.XSI;
import static io.millrace.parsers.xml.Document.isField;
import static io.millrace.parsers.xml.Document.part;

import static java.lang.Math.max;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Content;
import io.millrace.engine.message.ContentListener;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.ParseState;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.parsers.model.XmlField.Render;
import io.millrace.parsers.model.XmlNulls;
import io.millrace.parsers.model.XmlNulls.Encoding;
import io.millrace.parsers.mrm.xml.XmlMember.Follower;
import io.millrace.parsers.mrm.xml.XmlMember.Substitute;
import io.millrace.parsers.record.FieldException;
import io.millrace.parsers.xml.Document;
import io.millrace.parsers.xml.Document.Part;
import io.millrace.parsers.xml.PlainTag;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

import javax.xml.namespace.QName;

/**
 * A body in an XML format, and the mapping from its document's tags to the elements of its model.
 * Each element has a {@link FoundField} as its context.
 */
final class XmlMessageContent extends Content {

    static final ParseState<FoundField> STATE = parseState();

    /** Attribute of XML Schema that specifies the type of an element. */
    static final String TYPE = "type";

    private static final int MAX_SHOWN = 60;

    final XmlMessage message;

    /** The folder of the document. */
    private final Element document;

    private final Texts texts = new Texts();

    /** The message's tag; null until the first lookup. */
    private Element messageTag;

    private final PlainTag ahead = new PlainTag();
    private XmlMember aheadMember;

    /** Whether some tags were skipped, so that the document has no elements for them. */
    private boolean passesOver;

    private final Bytes body;
    private final ParseOptions options;

    private XmlMessageContent(XmlMessage message, Bytes body, ParseOptions options) {
        this.message = message;
        this.body = body;
        this.options = options;
        document = parse();
        document.content().watch(texts);
    }

    /** Listener for tags with text between their child tags. */
    private static final class Texts implements ContentListener {
        private final Set<Element> around = Collections.newSetFromMap(new IdentityHashMap<>());

        @Override
        public void passedOver(Element parent) {
            around.add(parent);
        }

        @Override
        public void completed(Element parent) {
            // The elements are validated one by one.
        }

        @Override
        public Value decoded(Element element, Value value) {
            return value;
        }
    }

    static Element folder(XmlMessage message, Bytes body, ParseOptions options) {
        XmlMessageContent content = new XmlMessageContent(message, body, options);
        Element folder = Element.parsed(content, ElementType.NAME, "", DOMAIN).domain(DOMAIN);
        STATE.decoded(folder, null);
        STATE.range(folder, 0, body.length());
        STATE.context(folder, new FoundField(message.message(), null, message.message().shape));
        return folder;
    }

    private Element parse() {
        return Document.parse(body, options, DOMAIN, message.hasMixed());
    }

    /** Returns the folder of a document in which no element was skipped. */
    Element document() {
        return passesOver ? parse() : document;
    }

    /** Whether an element of this content is the folder of the body. */
    boolean isFolder(Element e) {
        return STATE.context(e).source() == null;
    }

    @Override
    public String domain() {
        return DOMAIN;
    }

    /** Returns the message's tag. */
    Element messageTag() {
        if (messageTag == null) {
            messageTag = findMessageTag();
        }
        return messageTag;
    }

    private Element findMessageTag() {
        Element root = Document.root(document);
        String rootTag = message.settings().rootTag();
        if (rootTag.isEmpty()) {
            return expect(root, root, message.message().tag);
        }
        if (!root.isNamed(rootTag)) {
            throw Document.failed(root, tag(root), "<" + rootTag + ">");
        }
        Element inner = root.firstChild();
        while (inner != null && part(inner) != Part.TAG) {
            inner = inner.next();
        }
        return expect(inner, root, message.message().tag);
    }

    private static Element expect(Element tag, Element around, QualifiedName name) {
        if (tag == null) {
            throw Document.failed(around, tag(around) + " without a tag in it", "<" + name + ">");
        }
        if (!tag.isNamed(name.namespace(), name.local())) {
            throw Document.failed(tag, tag(tag), "<" + name + ">");
        }
        return tag;
    }

    private static String tag(Element e) {
        return "<" + QualifiedName.of(e) + ">";
    }

    // Growing

    @Override
    protected void grow(Element parent) {
        FoundField found = STATE.context(parent);
        Element last = parent.lastKnown();
        Element tag = found.source() == null ? messageTag() : found.source();
        boolean textOnly = false;
        if (last != null) {
            textOnly = STATE.context(last).source() == tag && !isPassedOver(last);
        } else {
            if (found.source() == null && found.member().substitutes != null) {
                found = new FoundField(found.member(), null, shape(found.member(), tag));
                STATE.context(parent, found);
            }
            checkFolder(parent, found, tag);
        }
        if (!textOnly) {
            Element made = next(parent, found, tag);
            if (made == null && hasTextOnly(found, tag)) {
                made = text(tag);
            }
            if (made != null) {
                STATE.append(parent, made);
                return;
            }
        }
        checkTexts(parent, found);
        if (found.source() == null) {
            endDocument();
        } else if (STATE.end(parent) < 0) {
            close(parent);
        }
        STATE.complete(parent);
    }

    /** Returns the element after the known children of a folder; null if there are no more. */
    private Element next(Element parent, FoundField found, Element tag) {
        Element last = parent.lastKnown();
        FoundField lately = last == null ? null : STATE.context(last);
        boolean passed = lately != null && lately.isPassedOver();
        Element before = lately == null ? null : passed ? lately.before() : lately.source();
        // A copy of this folder can have more elements, so the elements determine where to
        // continue.
        int from = passed ? STATE.end(last) : AFTER_PART;
        while (true) {
            if (found.shape() != null && isPlainNext(found, lately, tag, before, from)) {
                return skip(tag, before);
            }
            Element part = before == null ? tag.firstChild() : before.next();
            if (part == null) {
                return null;
            }
            Element made = make(parent, found, part);
            if (made != null) {
                return made;
            }
            before = part;
            from = AFTER_PART;
        }
    }

    private static boolean isPassedOver(Element e) {
        return STATE.context(e).isPassedOver();
    }

    /**
     * Whether the next tag and its text identify its member, so that the document needs no element
     * for the tag.
     */
    private boolean isPlainNext(
            FoundField found, FoundField lately, Element tag, Element before, int from) {
        XmlMember last = lately == null ? null : lately.member();
        Follower likely =
                lately == null ? found.shape().first : last == null ? null : last.follower;
        ahead.expect(likely == null ? null : likely.tag());
        if (!Document.isPlainAhead(tag, before, from, ahead)) {
            return false;
        }
        aheadMember =
                ahead.isExpected()
                        ? likely.member()
                        : found.shape().textAlone(ahead.namespace(), ahead.name());
        return aheadMember != null;
    }

    /** Skips a tag that was found ahead, and returns its field. */
    private Element skip(Element tag, Element before) {
        Document.skip(tag, ahead);
        passesOver = true;
        QualifiedName name = aheadMember.name;
        Element made = Element.parsed(this, NAME_VALUE, name.namespace(), name.local());
        STATE.range(made, ahead.start(), ahead.end());
        STATE.cursor(made, ahead.text());
        STATE.context(made, FoundField.ofSkipped(aheadMember, tag, before));
        STATE.complete(made);
        return made;
    }

    /** Whether a folder with mixed content contains only text. */
    private static boolean hasTextOnly(FoundField found, Element tag) {
        return found.shape() != null
                && found.shape().isMixed
                && isField(tag)
                && tag.text() != null
                && !tag.text().isEmpty();
    }

    /** Returns an element without a name that contains text. */
    private Element text(Element source) {
        Element made = Element.parsed(this, VALUE, "", "");
        STATE.range(made, max(0, Document.start(source)), -1);
        STATE.context(made, new FoundField(null, source, null));
        STATE.complete(made);
        return made;
    }

    /** Returns the element for text between tags; null if the model does not permit text there. */
    private Element between(Element parent, FoundField found, Element part) {
        if (found.shape() != null && found.shape().isMixed) {
            return text(part);
        }
        boolean closed = found.shape() != null && found.shape().rule == CLOSED;
        if (closed && !part.text().isBlank() && !message.settings().lenient()) {
            throw Document.failed(part, shown(part.text()), "tags alone in " + where(parent));
        }
        return null;
    }

    /** Rejects text between tags, which the model does not permit. */
    private void checkTexts(Element folder, FoundField found) {
        if (texts.around.isEmpty() || found.shape() == null || message.settings().lenient()) {
            return;
        }
        Element tag = found.source() == null ? messageTag() : found.source();
        if (found.shape().rule == CLOSED && texts.around.contains(tag)) {
            throw Document.failed(
                    tag, "text between the tags in " + tag(tag), "tags alone in " + where(folder));
        }
    }

    /** Rejects content after the message. */
    private void endDocument() {
        Element root = Document.root(document);
        Element next = message.settings().rootTag().isEmpty() ? root : messageTag();
        for (next = next.next(); next != null; next = next.next()) {
            if (part(next) == Part.TAG && !message.settings().lenient()) {
                throw Document.failed(next, tag(next), "nothing after the message");
            }
        }
        while (root != null) {
            root = root.next();
        }
    }

    /**
     * Throws an exception if an element that is a folder in the model contains text in the
     * document.
     */
    private static void checkFolder(Element folder, FoundField found, Element tag) {
        boolean mayHold =
                found.shape() == null
                        || found.shape().isMixed
                        || found.member() != null && found.member().hasAttributes();
        if (!mayHold && isField(tag)) {
            String text = tag.text();
            if (text != null && !text.isBlank()) {
                throw Document.failed(
                        tag, shown(text), "tags in " + where(folder) + ", which is a folder");
            }
        }
    }

    /** Returns the element for a part of a tag; null if the part has no element. */
    private Element make(Element parent, FoundField found, Element part) {
        return switch (part(part)) {
            case ATTRIBUTE -> attribute(parent, found, part);
            case TAG -> named(parent, found, part, false);
            case TEXT -> between(parent, found, part);
            default -> null;
        };
    }

    private Element attribute(Element parent, FoundField found, Element part) {
        XmlMember declared = found.member();
        boolean isOther = declared != null && found.shape() != declared.shape;
        if (isOther && part.isNamed(XSI, TYPE)) {
            return type(declared, part);
        }
        return isMarkup(declared, part) ? null : named(parent, found, part, true);
    }

    private Element named(Element parent, FoundField found, Element part, boolean attribute) {
        XmlShape shape = found.shape();
        if (shape == null) {
            return addUndescribed(part);
        }
        XmlMember member = attribute ? shape.attribute(part) : shape.tag(part);
        return member != null ? addDescribed(member, part) : unknown(parent, shape, part);
    }

    /** Returns an element with the name of the type that a tag specifies, as in the message set. */
    private Element type(XmlMember declared, Element part) {
        Element made = addUndescribed(part);
        String called = declared.substitutes == null ? null : nameOf(part, declared);
        if (called != null) {
            STATE.decoded(made, Value.of(called));
        }
        return made;
    }

    /** Whether an attribute is not a field of the model but determines the meaning of its tag. */
    static boolean isMarkup(XmlMember member, Element attribute) {
        if (attribute.namespace().equals(XSI)) {
            return true;
        }
        if (member == null || !attribute.namespace().isEmpty()) {
            return false;
        }
        String name = attribute.name();
        return member.render.hasId() && name.equals(member.field.idName())
                || member.render.hasValueAttribute() && name.equals(member.field.valueName())
                || member.nulls != null
                        && member.nulls.encoding() == Encoding.ATTRIBUTE
                        && name.equals(member.nulls.value());
    }

    private Element addDescribed(XmlMember member, Element part) {
        boolean folder = member.isFolder();
        int type = folder ? ElementType.NAME : NAME_VALUE;
        Element made = Element.parsed(this, type, member.name.namespace(), member.name.local());
        STATE.range(made, max(0, Document.start(part)), -1);
        STATE.context(made, new FoundField(member, part, shape(member, part)));
        if (folder) {
            STATE.decoded(made, null);
        } else if (member.shape == null) {
            STATE.complete(made);
        }
        return made;
    }

    /**
     * Returns the shape of a tag's content: the shape of its member, or of the derived type that
     * the tag specifies.
     */
    private static XmlShape shape(XmlMember member, Element tag) {
        Element specified = member.substitutes == null ? null : Document.attribute(tag, XSI, TYPE);
        if (specified == null) {
            return member.shape;
        }
        String called = nameOf(specified, member);
        if (called != null) {
            return member.substitutes.get(called).shape();
        }
        String near = didYouMean(local(specified.text()), member.substitutes.keySet());
        throw Document.failed(
                specified,
                "the type " + shown(specified.text()),
                "one of the types "
                        + String.join(", ", member.substitutes.keySet())
                        + " for "
                        + member.name.local()
                        + spaces(specified, member)
                        + (near.isEmpty() ? "" : "; " + near));
    }

    /** Returns the description of the namespace if the name matches but the namespace does not. */
    private static String spaces(Element specified, XmlMember member) {
        Substitute meant = member.substitutes.get(local(specified.text()));
        if (meant == null) {
            return "";
        }
        QName found = expanded(specified.text(), p -> Document.uri(specified, p));
        String uri = meant.expanded().getNamespaceURI();
        return (uri.isEmpty() ? ", in no namespace" : ", in the namespace " + uri)
                + (found == null ? "; its prefix is not declared" : "");
    }

    /** Returns the name of the type of an {@code xsi:type}; null if the type is not permitted. */
    private static String nameOf(Element specified, XmlMember member) {
        QName name = expanded(specified.text(), p -> Document.uri(specified, p));
        for (var e : member.substitutes.entrySet()) {
            if (e.getValue().expanded().equals(name)) {
                return e.getKey();
            }
        }
        return null;
    }

    /**
     * Creates the element for a tag or attribute that the model does not declare. Its fields are
     * CHARACTER.
     */
    private Element addUndescribed(Element part) {
        boolean attribute = part(part) == Part.ATTRIBUTE;
        int type =
                attribute
                        ? Document.attributeType()
                        : isField(part) ? NAME_VALUE : ElementType.NAME;
        Element made = Element.parsed(this, type, part.namespace(), part.name());
        STATE.range(made, max(0, Document.start(part)), -1);
        STATE.context(made, new FoundField(null, part, null));
        if (attribute) {
            STATE.complete(made);
        }
        return made;
    }

    private Element unknown(Element parent, XmlShape shape, Element part) {
        boolean attribute = part(part) == Part.ATTRIBUTE;
        if (shape.rule == OPEN || attribute && shape.takesAttributes) {
            return addUndescribed(part);
        }
        XmlMember global =
                shape.rule == OPEN_DEFINED && !attribute ? shape.globals.tag(part) : null;
        if (global != null) {
            return addDescribed(global, part);
        }
        if (message.settings().lenient()) {
            return null;
        }
        List<String> names = attribute ? shape.attributeNames() : shape.tagNames();
        String near = didYouMean(part.name(), names);
        String kind = attribute ? "attribute" : "tag";
        throw Document.failed(
                part,
                attribute ? "the attribute " + QualifiedName.of(part) : tag(part),
                (names.isEmpty()
                                ? "no " + kind
                                : "one of the " + kind + "s " + String.join(", ", names))
                        + " in "
                        + where(parent)
                        + (near.isEmpty() ? "" : "; " + near));
    }

    // Values

    @Override
    protected Value decode(Element e) {
        FoundField found = STATE.context(e);
        XmlMember member = found.member();
        if (member == null && e.isNamed(XSI, TYPE)) {
            return Value.of(local(found.source().text()));
        }
        if (member == null) {
            return ElementType.kind(e.type()) == VALUE
                    ? Value.of(found.source().text())
                    : found.source().value();
        }
        Value few = found.readFewDigits(e);
        if (few != null) {
            return few;
        }
        String text = found.isPassedOver() ? found.skippedText(e) : text(e, member, found.source());
        if (text != null && text.isEmpty() && member.preset != null) {
            return member.preset;
        }
        if (text == null || member.nillable && isNull(member, text)) {
            return null;
        }
        try {
            return member.text.read(text);
        } catch (FieldException wrong) {
            throw Document.failed(
                    found.source(e), shown(text), wrong.getMessage() + " in " + where(e));
        }
    }

    private static boolean isNull(XmlMember member, String text) {
        XmlNulls.Rule rule = member.nulls;
        return switch (rule.encoding()) {
            case VALUE -> text.equals(rule.value());
            case EMPTY -> text.isEmpty();
            // An attribute cannot represent NULL in another way.
            default -> text.isEmpty() && member.isAttribute();
        };
    }

    /** Returns the text of a field; null for NULL. */
    private String text(Element e, XmlMember member, Element source) {
        if (member.isAttribute()) {
            return source.text();
        }
        if (!isField(source)) {
            return inner(e, member, source);
        }
        Element first = Document.hasNoAttributes(source) ? null : source.firstChild();
        for (Element part = first; part != null; part = part.next()) {
            if (part(part) == Part.ATTRIBUTE) {
                boolean own = isMarkup(member, part) || member.hasAttributes();
                if (!own && !message.settings().lenient()) {
                    throw Document.failed(
                            part,
                            "the attribute " + QualifiedName.of(part),
                            "none in " + where(e) + ", which is a field");
                }
                if (member.nillable && marksNull(member, part)) {
                    return null;
                }
            }
        }
        if (!member.render.hasValueAttribute()) {
            String text = source.text();
            // The element is declared as nil, but is not nillable.
            return text == null ? "" : text;
        }
        Element value = Document.attribute(source, "", member.field.valueName());
        if (value != null) {
            return value.text();
        }
        if (member.nillable) {
            return null;
        }
        throw Document.failed(
                source,
                tag(source),
                "the attribute " + member.field.valueName() + " with the value of " + e.name());
    }

    private static boolean marksNull(XmlMember member, Element attribute) {
        boolean schema = attribute.isNamed(XSI, "nil");
        boolean own =
                member.nulls.encoding() == Encoding.ATTRIBUTE
                        && attribute.isNamed(member.nulls.value());
        String text = attribute.text().strip();
        return (schema || own) && (text.equals("true") || text.equals("1"));
    }

    /** Returns the text of a field that contains tags, because a tag can represent NULL. */
    private static String inner(Element e, XmlMember member, Element source) {
        Element first = source.firstChild();
        while (first != null && part(first) != Part.TAG) {
            first = first.next();
        }
        boolean mark =
                member.nillable
                        && member.render != Render.ATTRIBUTE
                        && member.nulls.encoding() == Encoding.ELEMENT
                        && first.isNamed(member.nulls.value());
        if (mark) {
            return null;
        }
        throw Document.failed(first, tag(first), "text in " + where(e) + ", a field");
    }

    @Override
    protected void close(Element e) {
        Element source = STATE.context(e).source();
        STATE.end(e, max(0, source.close()));
    }

    // Errors

    /** Returns the path of an element. */
    private static String where(Element e) {
        var path = new ArrayDeque<String>();
        for (Element p = e; p != null && p.content() instanceof XmlMessageContent; p = p.parent()) {
            path.push(p.name());
        }
        return String.join(".", path);
    }

    private static String shown(String text) {
        return "'"
                + (text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text)
                + "'";
    }
}
