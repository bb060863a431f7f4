package io.millrace.engine.message;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import java.nio.charset.StandardCharsets;

/**
 * A format for tests: {@code a=1(b,c=2(d))} is a field with two children. An exclamation mark
 * anywhere is damage. Counts how often it is asked for what.
 */
final class ToyContent extends Content {

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
        folder.start = 0;
        folder.cursor = 0;
        folder.end = content.bytes.length;
        folder.decoded(null);
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
        int p = parent.lastKnown() == null ? parent.cursor : parent.lastKnown().close();
        if (p < bytes.length && bytes[p] == (parent.lastKnown() == null && !folder ? '(' : ',')) {
            p++;
        } else if (parent.lastKnown() != null || !folder || p == bytes.length) {
            if (!folder) {
                boolean closes = p < bytes.length && bytes[p] == ')';
                parent.end =
                        parent.end >= 0
                                ? parent.end
                                : closes && parent.lastKnown() != null ? p + 1 : p;
            }
            parent.complete();
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
        e.start = start;
        while (p < bytes.length && (bytes[p] == '=' || Character.isDigit(bytes[p]))) {
            p++;
        }
        e.cursor = p;
        parent.appendParsed(e);
    }

    @Override
    protected Value decode(Element e) {
        decoded++;
        String head = text(e.start, e.cursor);
        int equals = head.indexOf('=');
        return equals < 0 ? null : Value.of(head.substring(equals + 1));
    }

    @Override
    protected int classify(Element e) {
        classified++;
        return text(e.start, e.cursor).indexOf('=') < 0 ? ElementType.NAME : ElementType.NAME_VALUE;
    }

    @Override
    protected void close(Element e) {
        closed++;
        int depth = 0;
        int p = e.cursor;
        if (p < bytes.length && bytes[p] == '(') {
            do {
                depth += bytes[p] == '(' ? 1 : bytes[p] == ')' ? -1 : 0;
                if (bytes[p++] == '!') {
                    throw new MillraceException(ErrorCode.PARSE_FAILED, "damage at " + (p - 1));
                }
            } while (depth > 0);
        }
        e.end = p;
    }
}
