package io.millrace.parsers.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Content;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.ParseState;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.parser.ParseErrors;
import io.millrace.parsers.bytes.Digits;

import java.math.BigDecimal;
import java.nio.charset.Charset;

/**
 * A JSON text, and the creation of its elements. The range of an element is the range of its value.
 * The {@code cursor} of an element is the depth, 0 for the folder of the domain.
 */
final class JsonContent extends Content {

    static final ParseState<Void> STATE = parseState();

    private final Bytes body;

    /** Charset that is declared for the body; null if unknown. */
    private final Charset charset;

    private final Limits limits;
    private int elements;

    /**
     * The text in UTF-8; null until the first access. It is the array of the body if the body is in
     * UTF-8.
     */
    private byte[] text;

    private int from;
    private int to;

    private JsonContent(Bytes body, Charset charset, Limits limits) {
        this.body = body;
        this.charset = charset;
        this.limits = limits;
    }

    static Element folder(Bytes body, Charset charset, Limits limits) {
        JsonContent content = new JsonContent(body, charset, limits);
        Element folder =
                Element.parsed(content, ElementType.NAME, "", JsonParser.NAME)
                        .domain(JsonParser.NAME);
        STATE.decoded(folder, null);
        STATE.range(folder, 0, body.length());
        STATE.cursor(folder, 0);
        return folder;
    }

    boolean isFolder(Element e) {
        return STATE.cursor(e) == 0;
    }

    /**
     * Returns the whole text in a charset. The received bytes are returned if they are in this
     * charset.
     */
    Bytes bodyIn(Charset requested) {
        if (requested == null || requested.equals(charset)) {
            return body;
        }
        open();
        return JsonCharset.encode(new Bytes(text, from, to), requested);
    }

    /** Returns the bytes of a value in UTF-8. */
    Bytes slice(Element value) {
        int end = value.close();
        open();
        return new Bytes(text, STATE.start(value), end);
    }

    private void open() {
        if (text == null) {
            Bytes utf8 = JsonCharset.utf8(body, charset);
            from = utf8.start();
            to = utf8.end();
            text = utf8.array();
        }
    }

    @Override
    public String domain() {
        return JsonParser.NAME;
    }

    @Override
    protected void grow(Element parent) {
        open();
        if (isFolder(parent)) {
            growFolder(parent);
            return;
        }
        byte first = text[STATE.start(parent)];
        if (first != '{' && first != '[') {
            close(parent);
            STATE.complete(parent);
            return;
        }
        int at = next(parent, first == '{' ? '}' : ']');
        if (at < 0) {
            return;
        }
        if (first == '[') {
            append(parent, JsonParser.ITEM, at);
        } else {
            member(parent, at);
        }
    }

    private void growFolder(Element folder) {
        Element data = folder.lastKnown();
        if (data == null) {
            append(folder, JsonParser.DATA, skip(from, "a JSON value"));
            return;
        }
        int at = blanks(data.close());
        if (at < to) {
            throw failed(at, "the end of the text");
        }
        STATE.complete(folder);
    }

    /**
     * Returns the start of the next member or item of a container. At the end of the container,
     * marks the container as complete and returns a negative number.
     */
    private int next(Element container, char closing) {
        Element last = container.lastKnown();
        int at = blanks(last == null ? STATE.start(container) + 1 : last.close());
        if (at < to && text[at] == closing) {
            STATE.end(container, at + 1);
            STATE.complete(container);
            return -1;
        }
        if (at < to && last == null) {
            return at;
        }
        if (at >= to || text[at] != ',') {
            String expected = (last == null ? "a value" : "','") + " or '" + closing + "'";
            throw at < to ? failed(at, expected) : cutOff(expected);
        }
        return skip(at + 1, "a value");
    }

    private void member(Element object, int at) {
        if (text[at] != '"') {
            throw failed(at, "a member's name in double quotation marks");
        }
        int end = JsonSkipper.plainString(text, at, to);
        boolean plain = end >= 0;
        end = plain ? end : JsonSkipper.string(text, at, to);
        if (end < 0) {
            throw cutOff("the quotation mark after the name at byte " + offset(at));
        }
        if (end - at - 2 > limits.nameLength()) {
            throw ParseErrors.limit(
                    domain(),
                    offset(at),
                    "a name has " + (end - at - 2) + " bytes; the limit is " + limits.nameLength());
        }
        String name = plain ? NameCache.name(text, at + 1, end - 1) : null;
        name = name == null ? JsonValues.string(this, text, at, end) : name;
        int colon = skip(end, "':'");
        if (text[colon] != ':') {
            throw failed(colon, "':'");
        }
        append(object, name, skip(colon + 1, "a value"));
    }

    private void append(Element parent, String name, int at) {
        int type = type(at);
        if (++elements > limits.treeElements()) {
            throw ParseErrors.limit(
                    domain(), offset(at), "more than " + limits.treeElements() + " elements");
        }
        if (STATE.cursor(parent) >= limits.treeDepth()) {
            throw ParseErrors.limit(
                    domain(), offset(at), "more than " + limits.treeDepth() + " levels");
        }
        Element child = Element.parsed(this, type, "", name);
        STATE.range(child, at, -1);
        STATE.cursor(child, STATE.cursor(parent) + 1);
        if (ElementType.kind(type) == ElementType.NAME) {
            STATE.decoded(child, null);
        }
        STATE.append(parent, child);
    }

    private int type(int at) {
        return switch (text[at]) {
            case '{' -> JsonType.OBJECT;
            case '[' -> JsonType.ARRAY;
            case 'n' -> JsonType.NULL;
            case '"', '-', 't', 'f', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' ->
                    ElementType.NAME_VALUE;
            default -> throw failed(at, "a value");
        };
    }

    @Override
    protected Value decode(Element e) {
        open();
        return switch (text[STATE.start(e)]) {
            case '{', '[' -> null;
            case '"' -> Value.of(string(e));
            default -> {
                Value number = plainNumber(e);
                yield number != null
                        ? number
                        : JsonValues.scalar(this, text, STATE.start(e), e.close());
            }
        };
    }

    private String string(Element e) {
        int end = JsonSkipper.plainString(text, STATE.start(e), to);
        if (end < 0) {
            return JsonValues.string(this, text, STATE.start(e), e.close());
        }
        STATE.end(e, end);
        return new String(text, STATE.start(e) + 1, end - STATE.start(e) - 2, ISO_8859_1);
    }

    /**
     * Returns the value of a number with few digits and without an exponent, and sets the element's
     * end; null for other values.
     */
    private Value plainNumber(Element e) {
        int start = STATE.start(e);
        int first = text[start] == '-' ? start + 1 : start;
        long some = Digits.readDigits(text, first, to, '0');
        int whole = Digits.count(some);
        int point = first + whole;
        long number = Digits.number(some);
        int scale = 0;
        int end = point;
        if (whole > 0 && point < to && text[point] == '.') {
            some = Digits.readDigits(text, point + 1, to, '0');
            scale = Digits.count(some);
            number = Digits.join(number, Digits.number(some), scale);
            end = point + 1 + scale;
        }
        boolean plain =
                whole > 0
                        && (whole == 1 || text[first] != '0')
                        && (scale > 0 || end == point)
                        && (end == to || JsonSkipper.endsScalar(text[end]));
        if (!plain) {
            return null;
        }
        STATE.end(e, end);
        long signed = first > start ? -number : number;
        return scale == 0 ? Value.of(signed) : new DecimalValue(BigDecimal.valueOf(signed, scale));
    }

    @Override
    protected void close(Element element) {
        open();
        Element e = element;
        while (e.lastKnown() != null && STATE.end(e.lastKnown()) < 0) {
            e = e.lastKnown();
        }
        while (true) {
            if (STATE.end(e) < 0) {
                STATE.end(e, end(e));
            }
            if (e == element) {
                return;
            }
            e = e.parent();
        }
    }

    /** Returns the end of a value. The last known child must be complete. */
    private int end(Element e) {
        byte first = text[STATE.start(e)];
        if (first == '"') {
            int end = JsonSkipper.string(text, STATE.start(e), to);
            if (end < 0) {
                throw cutOff(
                        "the quotation mark after the string at byte " + offset(STATE.start(e)));
            }
            return end;
        }
        if (first != '{' && first != '[') {
            return JsonSkipper.scalar(text, STATE.start(e), to);
        }
        char closing = first == '{' ? '}' : ']';
        int inside = e.lastKnown() == null ? STATE.start(e) + 1 : STATE.end(e.lastKnown());
        int end = JsonSkipper.container(text, inside, to);
        if (end < 0) {
            throw cutOff(
                    "'"
                            + closing
                            + "' for the '"
                            + (char) first
                            + "' at byte "
                            + offset(STATE.start(e)));
        }
        if (text[end - 1] != closing) {
            throw failed(
                    end - 1,
                    "'"
                            + closing
                            + "' for the '"
                            + (char) first
                            + "' at byte "
                            + offset(STATE.start(e)));
        }
        return end;
    }

    private int blanks(int at) {
        int i = at;
        while (i < to && JsonSkipper.isBlank(text[i])) {
            i++;
        }
        return i;
    }

    private int skip(int at, String expected) {
        int i = blanks(at);
        if (i >= to) {
            throw cutOff(expected);
        }
        return i;
    }

    /**
     * Returns the offset for an index, for error messages: the number of bytes from the start of
     * the text.
     */
    private int offset(int at) {
        return at - from;
    }

    MillraceException failed(int at, String expected) {
        int shown = text[at] & 0xFF;
        String found =
                shown > ' ' && shown < 0x7F
                        ? "'" + (char) shown + "'"
                        : "the byte X'%02X'".formatted(shown);
        return failedWith(at, "found " + found + ", expected " + expected);
    }

    MillraceException failedWith(int at, String words) {
        return error(ErrorCode.PARSE_FAILED, at, words);
    }

    private MillraceException cutOff(String expected) {
        return error(ErrorCode.PARSE_CUT_OFF, to, "the message ends here; expected " + expected);
    }

    /** Returns an exception with the line and column, unless the text has only one line so far. */
    private MillraceException error(ErrorCode code, int at, String words) {
        int line = 1;
        int start = from;
        for (int i = from; i < at; i++) {
            if (text[i] == '\n') {
                line++;
                start = i + 1;
            }
        }
        int column = new String(text, start, at - start, UTF_8).length() + 1;
        return line == 1
                ? ParseErrors.of(code, domain(), offset(at), words)
                : ParseErrors.of(code, domain(), offset(at), line, column, words);
    }
}
