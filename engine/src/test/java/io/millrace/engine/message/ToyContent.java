package io.millrace.engine.message;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import java.nio.charset.StandardCharsets;

/**
 * A format for tests: {@code a=1(b,c=2(d))} is a field with two children. An exclamation mark
 * anywhere is damage. Counts how often it is asked for what.
 */
final class ToyContent extends Content {
    static final ParseState<Void> STATE = parseState();

    private final byte[] bytes;
    int grown;
    int decoded;
    int classified;
    int closed;

    private ToyContent(String text) {
        this.bytes = text.getBytes(StandardCharsets.US_ASCII);
    }

    /** The folder {@code TOY} of a body. */
    static Element body(String text) {
        ToyContent content = new ToyContent(text);
        Element folder = Element.parsed(content, ElementType.NAME, "", "TOY").domain("TOY");
        STATE.range(folder, 0, content.bytes.length);
        STATE.cursor(folder, 0);
        STATE.decoded(folder, null);
        return folder;
    }

    String text(int start, int end) {
        return new String(bytes, start, end - start, StandardCharsets.US_ASCII);
    }

    @Override
    public String domain() {
        return "TOY";
    }

    @Override
    protected void grow(Element parent) {
        grown++;
        boolean folder = parent.name().equals("TOY");
        int p = parent.lastKnown() == null ? STATE.cursor(parent) : parent.lastKnown().close();
        if (p < bytes.length && bytes[p] == (parent.lastKnown() == null && !folder ? '(' : ',')) {
            p++;
        } else if (parent.lastKnown() != null || !folder || p == bytes.length) {
            if (!folder) {
                boolean closes = p < bytes.length && bytes[p] == ')';
                STATE.end(
                        parent,
                        STATE.end(parent) >= 0
                                ? STATE.end(parent)
                                : closes && parent.lastKnown() != null ? p + 1 : p);
            }
            STATE.complete(parent);
            return;
        }
        int start = p;
        while (p < bytes.length && Character.isLetter(bytes[p])) {
            p++;
        }
        if (p == start || p < bytes.length && bytes[p] == '!') {
            throw new MillraceException(ErrorCode.PARSE_FAILED, "damage at " + p);
        }
        Element e = Element.parsed(this, 0, "", text(start, p).intern());
        STATE.range(e, start, -1);
        while (p < bytes.length && (bytes[p] == '=' || Character.isDigit(bytes[p]))) {
            p++;
        }
        STATE.cursor(e, p);
        STATE.append(parent, e);
    }

    @Override
    protected Value decode(Element e) {
        decoded++;
        String head = text(STATE.start(e), STATE.cursor(e));
        int equals = head.indexOf('=');
        return equals < 0 ? null : Value.of(head.substring(equals + 1));
    }

    @Override
    protected int classify(Element e) {
        classified++;
        return text(STATE.start(e), STATE.cursor(e)).indexOf('=') < 0
                ? ElementType.NAME
                : ElementType.NAME_VALUE;
    }

    @Override
    protected void close(Element e) {
        closed++;
        int depth = 0;
        int p = STATE.cursor(e);
        if (p < bytes.length && bytes[p] == '(') {
            do {
                depth += bytes[p] == '(' ? 1 : bytes[p] == ')' ? -1 : 0;
                if (bytes[p++] == '!') {
                    throw new MillraceException(ErrorCode.PARSE_FAILED, "damage at " + (p - 1));
                }
            } while (depth > 0);
        }
        STATE.end(e, p);
    }
}
