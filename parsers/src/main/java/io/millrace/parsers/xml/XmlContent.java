package io.millrace.parsers.xml;

import static io.millrace.parsers.bytes.Words.lessThan;
import static io.millrace.parsers.bytes.Words.plainText;
import static io.millrace.parsers.xml.Characters.isWhite;
import static io.millrace.parsers.xml.XmlTypes.CDATA;
import static io.millrace.parsers.xml.XmlTypes.CDATA_FIELD;
import static io.millrace.parsers.xml.XmlTypes.COMMENT;
import static io.millrace.parsers.xml.XmlTypes.FIELD;
import static io.millrace.parsers.xml.XmlTypes.INSTRUCTION;
import static io.millrace.parsers.xml.XmlTypes.OLD_COMMENT;
import static io.millrace.parsers.xml.XmlTypes.OLD_INSTRUCTION;
import static io.millrace.parsers.xml.XmlTypes.TAG;
import static io.millrace.parsers.xml.XmlTypes.TEXT;

import static java.lang.Math.max;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Content;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ParseState;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.parsers.xml.TagContext.Stage;

import java.nio.charset.Charset;

/**
 * A body in one of the XML domains, and the mapping from its bytes to elements.
 *
 * <p>Use of the {@link ParseState} of an element: {@code start} and {@code end} are the range of
 * the construct, with its delimiters. While a tag has not been opened, its {@code cursor} is the
 * complement of the end of its name (and so is negative). Afterwards it is the start of the tag's
 * content; the next child is searched from there or from the end of the last child, whichever is
 * further. {@code context} is the {@link NamespaceScope} inside the tag. An attribute's {@code
 * cursor} is the start of its value. The folder of the body has {@link Stage} as its context.
 * Elements read by Woodstox have no range; their {@code start} is negative.
 */
final class XmlContent extends Content {

    static final ParseState<TagContext> STATE = parseState();

    private final XmlDomain domain;

    /** Domain of the body, which need not be an XML domain. */
    private final String label;

    /** Received bytes. */
    final Bytes original;

    final Charset charset;
    final ParseOptions options;
    private final boolean compact;
    private final boolean namespaces;
    private final int maxElements;
    private final int maxLevels;
    private final boolean mixed;
    private final boolean comments;
    private final boolean instructions;
    private Markup markup;
    private TextReader reader;
    private TagHead head;
    private PlainTagReader plainTags;

    /** Content for parts that are parsed again; null until the first such part. */
    private XmlContent again;

    /** Number of elements created since the first access to the body's folder. */
    private int made;

    /**
     * The last field whose text was found to consist of plain characters. Its value is often
     * requested next. Null if there is none.
     */
    private Element plain;

    private int plainEnd;

    XmlContent(XmlDomain domain, Bytes body, ParseOptions options) {
        this(domain, domain.name(), body, options);
    }

    /**
     * @param label domain name for error messages
     */
    XmlContent(XmlDomain domain, String label, Bytes body, ParseOptions options) {
        this(
                domain,
                label,
                body,
                Encodings.of(body, options.ccsid(), options.encoding()),
                options,
                options.limits().treeElements());
    }

    private XmlContent(
            XmlDomain domain,
            String label,
            Bytes body,
            Charset charset,
            ParseOptions options,
            int maxElements) {
        this.domain = domain;
        this.label = label;
        original = body;
        this.charset = charset;
        this.options = options;
        compact = domain.compact;
        namespaces = domain.namespaces;
        this.maxElements = maxElements;
        maxLevels = options.limits().treeDepth();
        mixed = keeps(XmlOptions.MIXED_CONTENT);
        comments = keeps(XmlOptions.COMMENTS);
        instructions = keeps(XmlOptions.INSTRUCTIONS);
    }

    private boolean keeps(String option) {
        return !domain.compact || options.options().contains(option);
    }

    /** Returns the folder of the body. */
    Element folder() {
        Element folder = Element.parsed(this, TAG, "", domain.name()).domain(domain.name());
        STATE.range(folder, 0, original.length());
        STATE.context(folder, Stage.BEFORE_ROOT);
        STATE.decoded(folder, null);
        return folder;
    }

    @Override
    public String domain() {
        return domain.name();
    }

    XmlDomain kind() {
        return domain;
    }

    boolean keepsComments() {
        return comments;
    }

    boolean keepsInstructions() {
        return instructions;
    }

    /** Whether white space between tags is omitted from the tree. */
    boolean dropsWhiteSpace() {
        return !mixed;
    }

    Markup markup() {
        if (markup == null) {
            read(new Markup(original, charset, label, options.limits()));
        }
        return markup;
    }

    private void read(Markup bytes) {
        markup = bytes;
        reader = new TextReader(bytes);
        head = new TagHead(this, bytes, reader);
        plainTags = new PlainTagReader(this, bytes);
    }

    TextReader reader() {
        return reader;
    }

    /** Whether an element has a range in the bytes and the range begins with a tag. */
    boolean isTag(Element e) {
        if (STATE.start(e) < 0 || STATE.context(e) instanceof Stage) {
            return false;
        }
        byte[] a = markup.a;
        return a[STATE.start(e)] == '<' && Characters.NAME_BYTE[a[STATE.start(e) + 1] & 0xFF];
    }

    /** Returns the prefix of a tag in the bytes; null for elements without a tag in the bytes. */
    String prefix(Element e) {
        if (STATE.start(e) < 0 || STATE.context(e) instanceof Stage) {
            return null;
        }
        int at = STATE.start(e) + (markup.a[STATE.start(e)] == '<' ? 1 : 0);
        return NameCache.of(markup.a, at, markup.nameEnd(at), markup.latin1).prefix();
    }

    // Making elements

    Element make(int type, String ns, String name, int start, int end) {
        if (++made > maxElements) {
            throw markup.limit(max(start, 0), "more elements", maxElements);
        }
        Element e = Element.parsed(this, type, ns, name);
        STATE.range(e, start, end);
        return e;
    }

    /** Returns an element with a value, but without children and without a range. */
    Element leaf(int type, String ns, String name, String value) {
        Element e = make(type, ns, name, -1, 0);
        STATE.decoded(e, Value.of(value));
        STATE.complete(e);
        return e;
    }

    private void append(Element parent, int type, int start, int end) {
        STATE.append(parent, nameless(type, start, end));
    }

    private Element nameless(int type, int start, int end) {
        Element e = make(type, "", "", start, end);
        STATE.complete(e);
        return e;
    }

    private void appendTag(Element parent, int at) {
        Markup m = markup;
        if (STATE.depth(parent) >= maxLevels) {
            throw m.tooDeep(at);
        }
        int n = m.knownNameEnd(at + 1);
        NameCache.Name name = m.knownName(at + 1, n, namespaces);
        if (name == null) {
            n = m.nameEnd(at + 1);
            name = m.name(at + 1, n, namespaces);
        }
        Element e;
        if (namespaces) {
            NamespaceScope scope =
                    STATE.context(parent) instanceof NamespaceScope outer ? outer : null;
            if (n < m.to && m.a[n] != '>') {
                scope = head.declarations(at, n, scope);
            }
            boolean plain = scope == null && name.prefix().isEmpty();
            String uri = plain ? "" : NamespaceScope.uri(scope, name.prefix());
            if (uri == null || !plain && name.prefix().equals("xmlns")) {
                throw m.undeclared(at + 1, name.prefix());
            }
            e = make(compact ? 0 : TAG, uri, name.local(), at, -1);
            STATE.context(e, scope);
        } else {
            e = make(TAG, "", name.full(), at, -1);
        }
        STATE.cursor(e, ~n);
        if (n < m.to && m.a[n] == '>') {
            lookAhead(e, n + 1, n - at - 1);
        }
        STATE.append(parent, e);
    }

    /**
     * Looks ahead in a tag. If the tag contains only a short text, as most tags do, its kind and
     * end are known immediately. Other content, including damage, is found when it is requested.
     */
    private void lookAhead(Element e, int from, int name) {
        Markup m = markup;
        int lt = m.nearText(from);
        int end = m.plainEndTag(lt, STATE.start(e) + 1, name);
        if (end < 0) {
            return;
        }
        STATE.end(e, end);
        if (compact) {
            STATE.classified(e, FIELD);
            STATE.cursor(e, from);
            plain = e;
            plainEnd = lt;
        }
    }

    // Tags without an element

    /** See {@link Document#isPlainAhead}. */
    boolean isPlainAhead(Element parent, Element before, int from, PlainTag found) {
        if (mixed || STATE.context(parent) instanceof Stage) {
            return false;
        }
        if (STATE.cursor(parent) < 0) {
            head.open(parent);
        }
        Element last = parent.lastKnown();
        Element next = before == last ? null : before == null ? parent.firstChild() : before.next();
        Markup m = markup;
        int begin = from >= 0 ? from : after(parent, before);
        int at = m.white(begin);
        // The kind of content must be determined before a tag is skipped.
        if (at + 1 >= m.to || m.a[at] != '<' || parent.type() != TAG) {
            return false;
        }
        if (begin < STATE.cursor(parent) || next != null) {
            return (next == null || STATE.start(next) > at) && plainTags.find(found, at, parent);
        }
        // Invalid content becomes an element, whose creation reports the error.
        boolean allowed = STATE.depth(parent) < maxLevels && made < maxElements;
        return allowed && !parent.isComplete() && plainTags.find(found, at, parent);
    }

    /**
     * Returns the position after a part of an opened tag; for null, the start of the tag's content.
     */
    private int after(Element tag, Element part) {
        return part != null && isTag(part)
                ? part.close()
                : markup.headEnd(markup.knownNameEnd(STATE.start(tag) + 1));
    }

    /** See {@link Document#skip}. */
    void skip(Element parent, int end) {
        if (end > STATE.cursor(parent)) {
            made++;
            STATE.cursor(parent, end);
        }
    }

    /**
     * Returns a content of the same body for elements that are created again for the output. These
     * elements do not count towards the maximum number of elements of a message.
     */
    XmlContent reopen() {
        if (again == null) {
            again = new XmlContent(domain, label, original, charset, options, Integer.MAX_VALUE);
            again.read(markup);
            again.again = again;
        }
        return again;
    }

    /** Returns the reader of plain tags; null before the first access to the body's folder. */
    PlainTagReader plainTags() {
        return plainTags;
    }

    private void appendInstruction(Element parent, int at, int end) {
        int n = instructionName(at, end);
        String target = markup.text(at + 2, n);
        int type = compact ? INSTRUCTION : OLD_INSTRUCTION;
        Element e = make(type, "", target, at, end);
        STATE.cursor(e, markup.white(n));
        STATE.complete(e);
        STATE.append(parent, e);
    }

    private int instructionName(int at, int end) {
        Markup m = markup;
        int n = m.nameEnd(at + 2);
        NameCache.Name name = m.name(at + 2, n, namespaces);
        if (name.full().equalsIgnoreCase("xml")) {
            throw m.failed(at, "<?" + name.full(), "the XML declaration only at the very start");
        }
        if (n != end - 2 && !isWhite(m.a[n])) {
            throw m.failed(n, m.shown(n), "white space or ?> after the instruction's target");
        }
        if (namespaces && name.full().indexOf(':') >= 0) {
            throw m.failed(at + 2, name.full(), "an instruction's target without a colon");
        }
        return n;
    }

    // Growing

    @Override
    protected void grow(Element parent) {
        if (STATE.context(parent) instanceof Stage) {
            growDocument(parent);
        } else {
            growTag(parent, false);
        }
    }

    /** Skips text before tags, which in most documents is white space. */
    @Override
    protected void growNamed(Element parent) {
        if (STATE.context(parent) instanceof Stage) {
            growDocument(parent);
        } else {
            growTag(parent, mixed);
        }
    }

    @Override
    protected Element leftOut(Element parent, Element before, Element after) {
        int from =
                before == null
                        ? STATE.cursor(parent)
                        : max(STATE.cursor(parent), STATE.end(before));
        return from < STATE.start(after) ? nameless(TEXT, from, STATE.start(after)) : null;
    }

    private void growTag(Element parent, boolean leavesOut) {
        if (STATE.cursor(parent) < 0) {
            head.open(parent);
            if (parent.isComplete() || parent.lastKnown() != null) {
                return;
            }
        }
        boolean field = compact && (parent.type() & 0xFF000000) == FIELD;
        if (field && !comments && !instructions) {
            STATE.complete(parent);
            return;
        }
        int p = resume(parent);
        Markup m = markup;
        for (; ; ) {
            int lt = lessThan(m.a, p, m.to);
            if (lt + 1 >= m.to) {
                int n = m.knownNameEnd(STATE.start(parent) + 1);
                throw m.cutOff("</" + m.text(STATE.start(parent) + 1, n) + ">");
            }
            byte c = m.a[lt + 1];
            if (lt > p && !field) {
                if (leavesOut && c != '/' && c != '!' && c != '?') {
                    Element before = parent.lastKnown();
                    appendTag(parent, lt);
                    STATE.leftOut(parent, before);
                    return;
                }
                // The markup after the text is scanned anyway, so its element is appended too.
                text(parent, p, lt);
            }
            if (c == '/') {
                int n = m.knownNameEnd(STATE.start(parent) + 1);
                STATE.end(
                        parent, m.endTag(lt, STATE.start(parent) + 1, n - STATE.start(parent) - 1));
                STATE.complete(parent);
                return;
            }
            if (c != '!' && c != '?') {
                appendTag(parent, lt);
                return;
            }
            int end = m.specialEnd(lt);
            if (special(parent, lt, end, field)) {
                return;
            }
            p = end;
        }
    }

    /** Returns the position at which the search for the next child begins. */
    private int resume(Element parent) {
        Element last = parent.lastKnown();
        return last == null ? STATE.cursor(parent) : max(STATE.cursor(parent), last.close());
    }

    /** Adds the element for text before markup. */
    private void text(Element parent, int from, int to) {
        if (mixed) {
            append(parent, TEXT, from, to);
        } else if (!markup.isWhite(from, to)) {
            reader.checkText(from, to);
            skip(parent);
        }
    }

    private void skip(Element parent) {
        if (watch() != null) {
            watch().passedOver(parent);
        }
    }

    /**
     * Reads a comment, CDATA section or processing instruction, and returns whether an element was
     * added for it.
     */
    private boolean special(Element parent, int at, int end, boolean field) {
        if (markup.a[at + 1] == '?') {
            if (instructions) {
                appendInstruction(parent, at, end);
                return true;
            }
            instructionName(at, end);
            reader.checkRaw(at, end);
            return false;
        }
        boolean comment = markup.a[at + 2] == '-';
        if (comment ? comments : mixed && !field) {
            int type = !comment ? CDATA : compact ? COMMENT : OLD_COMMENT;
            append(parent, type, at, end);
            return true;
        }
        if (comment || !field) {
            reader.checkRaw(at, end);
        }
        if (!comment && !field) {
            skip(parent);
        }
        return false;
    }

    private void growDocument(Element folder) {
        Markup m = markup();
        int p;
        if (STATE.cursor(folder) < 0) {
            made = 0;
            if (Declaration.begins(m, m.from)) {
                STATE.append(folder, Declaration.read(m, m.from).element(this, m.from));
                STATE.cursor(folder, m.from);
                return;
            }
            STATE.cursor(folder, m.from);
        }
        p = resume(folder);
        for (; ; ) {
            int lt = m.white(p);
            if (lt > p && !compact) {
                append(folder, XmlTypes.OLD_WHITE_SPACE, p, lt);
                return;
            }
            if (lt >= m.to) {
                endDocument(folder);
                return;
            }
            if (m.a[lt] != '<') {
                throw m.failed(lt, m.shown(lt), "a tag");
            }
            if (m.startsWith("<!DOCTYPE", lt) && STATE.context(folder) == Stage.BEFORE_ROOT) {
                new DoctypeDocument(this, m, lt).read(folder);
                return;
            }
            int end = m.startsWith("<![CDATA[", lt) ? -1 : m.specialEnd(lt);
            if (end < 0) {
                if (STATE.context(folder) == Stage.AFTER_ROOT) {
                    throw m.failed(lt, m.shown(lt), "the end of the message after its root tag");
                }
                appendTag(folder, lt);
                STATE.context(folder, Stage.AFTER_ROOT);
                return;
            }
            if (special(folder, lt, end, true)) {
                return;
            }
            p = end;
        }
    }

    private void endDocument(Element folder) {
        if (STATE.context(folder) == Stage.BEFORE_ROOT) {
            throw markup.cutOff("a root tag");
        }
        STATE.complete(folder);
    }

    // Values and types

    @Override
    protected int classify(Element e) {
        return contentKind(e, contentStart(e));
    }

    @Override
    protected Value decode(Element e) {
        int type = e.type();
        return switch (type) {
            case FIELD, CDATA_FIELD -> field(e);
            case TAG -> compact || !isEmpty(e) ? null : Value.of("");
            case XmlTypes.ATTRIBUTE, XmlTypes.NAMESPACE, XmlTypes.OLD_NAMESPACE ->
                    Value.of(reader.attribute(STATE.cursor(e), STATE.end(e) - 1));
            case TEXT -> Value.of(reader.text(STATE.start(e), STATE.end(e)));
            case CDATA -> Value.of(reader.raw(STATE.start(e) + 9, STATE.end(e) - 3));
            case COMMENT, OLD_COMMENT -> Value.of(reader.raw(STATE.start(e) + 4, STATE.end(e) - 3));
            case INSTRUCTION, OLD_INSTRUCTION ->
                    Value.of(reader.raw(STATE.cursor(e), STATE.end(e) - 2));
            default -> Value.of(reader.raw(STATE.start(e), STATE.end(e)));
        };
    }

    /**
     * Returns the start of a tag's content. For an empty-element tag, it is the position after
     * {@code />}.
     */
    private int contentStart(Element e) {
        if (STATE.cursor(e) >= 0) {
            return STATE.cursor(e);
        }
        int n = ~STATE.cursor(e);
        return n < markup.to && markup.a[n] == '>' ? n + 1 : markup.headEnd(n);
    }

    private boolean isEmpty(Element e) {
        int p = contentStart(e);
        return markup.a[p - 2] == '/'
                || p + 1 < markup.to && markup.a[p] == '<' && markup.a[p + 1] == '/';
    }

    /**
     * Returns the kind of a tag in a compact tree: folder, field or CDATA field. Sets the end of a
     * field.
     */
    private int contentKind(Element e, int from) {
        Markup m = markup;
        if (m.a[from - 2] == '/') {
            STATE.end(e, from);
            return FIELD;
        }
        int n = m.knownNameEnd(STATE.start(e) + 1);
        int p = plainText(m.a, from, m.to);
        int plainEndTag = m.plainEndTag(p, STATE.start(e) + 1, n - STATE.start(e) - 1);
        if (plainEndTag >= 0) {
            STATE.end(e, plainEndTag);
            plain = e;
            plainEnd = p;
            return FIELD;
        }
        int sections = 0;
        boolean text = p > from;
        for (; ; ) {
            int lt = lessThan(m.a, p, m.to);
            text |= lt > p;
            if (lt + 1 >= m.to) {
                throw m.cutOff("</" + m.text(STATE.start(e) + 1, n) + ">");
            }
            if (m.a[lt + 1] == '/') {
                STATE.end(e, m.endTag(lt, STATE.start(e) + 1, n - STATE.start(e) - 1));
                return sections == 1 && !text ? CDATA_FIELD : FIELD;
            }
            int end = m.specialEnd(lt);
            if (end < 0) {
                return TAG;
            }
            sections += m.startsWith("<![", lt) ? 1 : 0;
            p = end;
        }
    }

    /**
     * Returns the value of a field: the concatenation of its text and CDATA sections. It is null if
     * the tag specifies {@code xsi:nil}.
     */
    private Value field(Element e) {
        int p = contentStart(e);
        Markup m = markup;
        if (m.a[p - 2] == '/') {
            return isNil(e) ? null : Value.of("");
        }
        String text = e == plain && plainEnd > p ? reader.plain(p, plainEnd) : reader.plainField(p);
        if (text != null) {
            return Value.of(text);
        }
        int lt = lessThan(m.a, p, m.to);
        if (m.a[lt + 1] == '/') {
            return lt == p && isNil(e) ? null : Value.of(reader.text(p, lt));
        }
        StringBuilder joined = new StringBuilder();
        while (m.a[lt + 1] != '/') {
            joined.append(reader.text(p, lt));
            int end = m.specialEnd(lt);
            if (m.startsWith("<![", lt)) {
                joined.append(reader.raw(lt + 9, end - 3));
            } else {
                if (m.a[lt + 1] == '?') {
                    instructionName(lt, end);
                }
                reader.checkRaw(lt, end);
            }
            p = end;
            lt = lessThan(m.a, p, m.to);
        }
        return Value.of(joined.append(reader.text(p, lt)).toString());
    }

    private boolean isNil(Element e) {
        if (STATE.cursor(e) < 0 && markup.a[~STATE.cursor(e)] == '>') {
            return false;
        }
        Element nil = e.child(NamespaceScope.XSI_URI, "nil");
        return nil != null && isTrue(nil.text());
    }

    /** Whether a string represents {@code true} in the type boolean of XML Schema. */
    static boolean isTrue(String text) {
        String specified = text.strip();
        return specified.equals("true") || specified.equals("1");
    }

    // Closing

    @Override
    protected void close(Element e) {
        Markup m = markup;
        boolean opened = STATE.cursor(e) >= 0;
        int n = opened ? m.knownNameEnd(STATE.start(e) + 1) : ~STATE.cursor(e);
        int p = opened ? resume(e) : contentStart(e);
        if (!opened && m.a[p - 2] == '/') {
            STATE.end(e, p);
            return;
        }
        int lt = lessThan(m.a, p, m.to);
        int length = n - STATE.start(e) - 1;
        boolean ends = lt + 1 < m.to && m.a[lt + 1] == '/';
        STATE.end(
                e,
                ends
                        ? m.endTag(lt, STATE.start(e) + 1, length)
                        : m.pass(lt, STATE.start(e) + 1, length, STATE.depth(e)));
    }
}
