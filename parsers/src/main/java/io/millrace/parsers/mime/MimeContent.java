package io.millrace.parsers.mime;

import static io.millrace.engine.message.ElementType.NAME_VALUE;
import static io.millrace.engine.parser.ParseErrors.cutOff;
import static io.millrace.parsers.mime.MimeParser.DOMAIN;

import static java.lang.Math.max;
import static java.lang.Math.min;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Content;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.ParseState;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParseErrors;

import java.util.ArrayList;

/** The bytes of one MIME message. */
final class MimeContent extends Content {

    static final ParseState<Part> STATE = parseState();

    /** Maximum nesting of multiparts: each level reads the bytes of the inner ones again. */
    static final int LEVELS = 32;

    static final String PARTS = "Parts";
    static final String PART = "Part";
    static final String DATA = "Data";
    static final String BLOB = "BLOB";
    static final String CONTENT_TYPE = "Content-Type";

    /** Kind of the unparsed content of an element. */
    sealed interface Part {}

    /** Headers and the content after them: the message or a part. */
    record Entity(int from, int to, int level) implements Part {}

    private record Multipart(int from, int to, String boundary, int level) implements Part {}

    /** Bytes that are not parsed: Data, and the BLOB folder below it. */
    private record Raw(int from, int to) implements Part {}

    /**
     * A delimiter line.
     *
     * @param at position of its line break, or of its first byte in the first line
     * @param next position after the line
     */
    record Delimiter(int at, int next, boolean closes) {}

    final Bytes bytes;
    private final Limits limits;
    private int elements;

    MimeContent(Bytes bytes, Limits limits) {
        this.bytes = bytes;
        this.limits = limits;
    }

    Element folder() {
        Element folder = Element.parsed(this, ElementType.NAME, "", DOMAIN).domain(DOMAIN);
        place(folder, new Entity(0, bytes.length(), 0), 0, bytes.length());
        STATE.decoded(folder, null);
        return folder;
    }

    @Override
    public String domain() {
        return DOMAIN;
    }

    @Override
    protected void grow(Element parent) {
        if (parent.lastKnown() == null && STATE.depth(parent) >= limits.treeDepth()) {
            throw ParseErrors.limit(
                    DOMAIN,
                    max(0, STATE.start(parent)),
                    "elements are more than " + limits.treeDepth() + " levels deep");
        }
        switch (STATE.context(parent)) {
            case Entity entity -> growEntity(parent, entity);
            case Multipart multipart -> growParts(parent, multipart);
            case Raw raw -> growRaw(parent, raw);
            case null -> STATE.complete(parent);
        }
    }

    @Override
    protected Value decode(Element element) {
        return null;
    }

    @Override
    protected void close(Element element) {
        STATE.end(element, max(0, STATE.end(element)));
    }

    private void growEntity(Element parent, Entity entity) {
        // Elements found by an earlier attempt, before an error, are not created again.
        int at = STATE.cursor(parent) < 0 ? entity.from : STATE.cursor(parent);
        String contentType = contentType(parent);
        while (true) {
            int end = lineEnd(at, entity.to);
            if (end == at || at == entity.to) {
                break;
            }
            int next = afterLine(bytes, end, entity.to);
            while (next < entity.to && isBlank(bytes.at(next))) {
                next = afterLine(bytes, lineEnd(next, entity.to), entity.to);
            }
            header(parent, at, next);
            if (parent.lastKnown().name().equalsIgnoreCase(CONTENT_TYPE)) {
                contentType = parent.lastKnown().value().text();
            }
            STATE.cursor(parent, next);
            at = next;
        }
        if (contentType == null && entity.level == 0) {
            throw ParseErrors.failed(
                    DOMAIN, at, "found no Content-Type in the headers before this position");
        }
        body(parent, entity, afterLine(bytes, at, entity.to), contentType);
        STATE.complete(parent);
    }

    /** Returns the content type from the last Content-Type header; null if there is none. */
    private static String contentType(Element parent) {
        Element c = parent.lastKnown();
        while (c != null && !c.name().equalsIgnoreCase(CONTENT_TYPE)) {
            c = c.previous();
        }
        return c == null ? null : c.value().text();
    }

    private void header(Element parent, int from, int to) {
        int colon = from;
        while (colon < to && isNameByte(bytes.at(colon))) {
            colon++;
        }
        if (colon == from || colon == to || bytes.at(colon) != ':') {
            throw ParseErrors.failed(
                    DOMAIN,
                    colon,
                    """
                    found no colon after the name of a header, expected 'Name: value' or the \
                    empty line that ends the headers\
                    """);
        }
        String name = latin(from, colon);
        if (name.length() > limits.nameLength()) {
            throw ParseErrors.limit(
                    DOMAIN,
                    from,
                    "the name of a header has more than " + limits.nameLength() + " bytes");
        }
        Element made = made(parent, NAME_VALUE, name, null, from, to);
        // A folded value is one line again (RFC 5322, 2.2.3).
        STATE.decoded(made, Value.of(latin(colon + 1, to).replaceAll("\r?\n", "").strip()));
        STATE.complete(made);
        STATE.append(parent, made);
    }

    private void body(Element parent, Entity entity, int from, String contentType) {
        if (!ContentType.isMultipart(contentType)) {
            Raw raw = new Raw(from, entity.to);
            STATE.append(parent, made(parent, ElementType.NAME, DATA, raw, from, entity.to));
            return;
        }
        String boundary = ContentType.boundary(contentType);
        if (boundary == null) {
            throw ParseErrors.failed(
                    DOMAIN,
                    entity.from,
                    "found Content-Type '"
                            + contentType
                            + "', expected a boundary of 1 to 70 characters in it");
        }
        if (entity.level == LEVELS) {
            throw ParseErrors.limit(
                    DOMAIN, entity.from, "more than " + LEVELS + " multiparts are nested");
        }
        var parts = new Multipart(from, entity.to, boundary, entity.level + 1);
        STATE.append(parent, made(parent, ElementType.NAME, PARTS, parts, from, entity.to));
    }

    /**
     * Finds all parts. The end of a part is known only from the delimiter after the part. No
     * element is created before all parts are found, so that an error does not change the parent.
     */
    private void growParts(Element parent, Multipart parts) {
        var delimiters = new ArrayList<Delimiter>();
        Delimiter last = next(parts, parts.from);
        delimiters.add(last);
        while (!last.closes) {
            last = next(parts, last.next);
            delimiters.add(last);
        }
        text(parent, parts.from, delimiters.getFirst().at);
        for (int i = 1; i < delimiters.size(); i++) {
            int from = delimiters.get(i - 1).next;
            int to = max(from, delimiters.get(i).at);
            Entity entity = new Entity(from, to, parts.level);
            STATE.append(parent, made(parent, ElementType.NAME, PART, entity, from, to));
        }
        text(parent, last.next, parts.to);
        STATE.complete(parent);
    }

    private void text(Element parent, int from, int to) {
        if (from < to) {
            Element made = made(parent, ElementType.VALUE, "", null, from, to);
            STATE.decoded(made, Value.of(latin(from, to)));
            STATE.complete(made);
            STATE.append(parent, made);
        }
    }

    private void growRaw(Element parent, Raw raw) {
        if (raw.from < raw.to && parent.name().equals(DATA)) {
            Element folder = made(parent, ElementType.NAME, BLOB, raw, raw.from, raw.to);
            folder.domain(BLOB);
            STATE.append(parent, folder);
        } else if (raw.from < raw.to) {
            Element field = made(parent, NAME_VALUE, BLOB, null, raw.from, raw.to);
            STATE.decoded(field, Value.of(bytes.slice(raw.from, raw.to)));
            STATE.complete(field);
            STATE.append(parent, field);
        }
        STATE.complete(parent);
    }

    private Element made(Element parent, int type, String name, Part part, int from, int to) {
        if (++elements > limits.treeElements()) {
            throw ParseErrors.limit(
                    DOMAIN, from, "more than " + limits.treeElements() + " elements");
        }
        Element made = Element.parsed(this, type, "", name);
        place(made, part, from, to);
        if (type == ElementType.NAME) {
            STATE.decoded(made, null);
        }
        return made;
    }

    private static void place(Element made, Part part, int from, int to) {
        STATE.context(made, part);
        STATE.range(made, from, to);
    }

    // Lines

    private int lineEnd(int from, int to) {
        int at = from;
        while (at < to && bytes.at(at) != '\n') {
            at++;
        }
        return at > from && at < to && bytes.at(at - 1) == '\r' ? at - 1 : at;
    }

    /**
     * Returns the position after the line break at a position; the position itself if there is no
     * line break.
     */
    private static int afterLine(Bytes bytes, int end, int to) {
        int at = end;
        if (at < to && bytes.at(at) == '\r') {
            at++;
        }
        return at < to && bytes.at(at) == '\n' ? at + 1 : at;
    }

    private Delimiter next(Multipart parts, int from) {
        int at = from;
        while (at < parts.to) {
            Delimiter found = delimiter(bytes, parts.boundary, at, parts.to);
            if (found != null) {
                return new Delimiter(lineBefore(from, at), found.next, found.closes);
            }
            at = nextLine(bytes, at, parts.to);
        }
        throw cutOff(
                DOMAIN,
                parts.to,
                "the delimiter '--" + parts.boundary + "' or '--" + parts.boundary + "--'");
    }

    /**
     * Returns the position before the line break that precedes a delimiter, because the line break
     * is part of it.
     */
    private int lineBefore(int from, int at) {
        int before = at;
        if (before > from && bytes.at(before - 1) == '\n') {
            before--;
            before -= before > from && bytes.at(before - 1) == '\r' ? 1 : 0;
        }
        return before;
    }

    /** Returns the position of the next line, or the end. */
    static int nextLine(Bytes bytes, int from, int to) {
        int at = from;
        while (at < to && bytes.at(at) != '\n') {
            at++;
        }
        return min(to, at + 1);
    }

    /**
     * Returns the delimiter in the line at a position; null if the line is not a delimiter. Only
     * blanks can follow a delimiter, so one boundary can be the beginning of another boundary.
     */
    static Delimiter delimiter(Bytes bytes, String boundary, int at, int to) {
        int end = at + 2 + boundary.length();
        if (end > to || bytes.at(at) != '-' || bytes.at(at + 1) != '-') {
            return null;
        }
        for (int i = 0; i < boundary.length(); i++) {
            if (bytes.at(at + 2 + i) != boundary.charAt(i)) {
                return null;
            }
        }
        boolean closes = end + 1 < to && bytes.at(end) == '-' && bytes.at(end + 1) == '-';
        end += closes ? 2 : 0;
        while (end < to && isBlank(bytes.at(end))) {
            end++;
        }
        int next = afterLine(bytes, end, to);
        return next == end && end < to ? null : new Delimiter(at, next, closes);
    }

    private String latin(int from, int to) {
        return bytes.slice(from, to).text(ISO_8859_1);
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    static boolean isNameByte(int b) {
        return b > ' ' && b < 0x7F && b != ':';
    }
}
