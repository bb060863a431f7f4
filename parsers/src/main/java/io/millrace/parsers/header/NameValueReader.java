package io.millrace.parsers.header;

import static io.millrace.parsers.header.Rfh2Content.STATE;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.FloatValue;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * A reader of the text of one NameValueData: folders of elements with text. The header allows only
 * a subset of XML: tags, attributes, text, the five entities and character references; no
 * declarations, comments or instructions.
 */
final class NameValueReader {

    private static final Map<String, String> ENTITIES =
            Map.of("lt", "<", "gt", ">", "amp", "&", "quot", "\"", "apos", "'");

    private final Rfh2Content content;
    private final String text;
    private final int offset;
    private final Limits limits;
    private final List<Element> folders = new ArrayList<>(1);
    private int at;
    private int depth;
    private int elements;

    /** The innermost open element; null between folders. */
    private Element open;

    /** The text read since the start tag. */
    private final StringBuilder pending = new StringBuilder();

    private String dt;
    private boolean nil;

    /**
     * @param offset offset of the text in the header, for error messages
     */
    NameValueReader(Rfh2Content content, String text, int offset, Limits limits) {
        this.content = content;
        this.text = text;
        this.offset = offset;
        this.limits = limits;
    }

    List<Element> read() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '<') {
                tag();
            } else if (c == '&') {
                entity(pending);
            } else {
                if (open == null && c > ' ') {
                    throw damage("found '" + c + "', expected a folder's tag");
                }
                pending.append(c);
                at++;
            }
        }
        if (open != null) {
            throw damage("the text ends inside <" + open.name() + ">, expected its end tag");
        }
        return folders;
    }

    private void tag() {
        if (at + 1 < text.length() && text.charAt(at + 1) == '/') {
            int from = at;
            at += 2;
            String name = name();
            skipBlanks();
            expect('>');
            if (open == null || !open.name().equals(name)) {
                at = from;
                throw damage(
                        "found </"
                                + name
                                + ">, expected "
                                + (open == null ? "a folder" : "</" + open.name() + ">"));
            }
            end();
            return;
        }
        at++;
        start(name());
        attributes();
        if (at < text.length() && text.charAt(at) == '/') {
            at++;
            expect('>');
            end();
        } else {
            expect('>');
        }
    }

    private void start(String name) {
        if (++depth > limits.treeDepth() || ++elements > limits.treeElements()) {
            throw damage(
                    "more than "
                            + limits.treeDepth()
                            + " levels or "
                            + limits.treeElements()
                            + " elements");
        }
        if (open != null && !pending.toString().isBlank()) {
            throw damage("<" + open.name() + "> has both text and elements; expected one of them");
        }
        pending.setLength(0);
        Element made;
        if (open == null) {
            made = Element.parsed(content, ElementType.NAME, "", name);
            folders.add(made);
        } else {
            made = Element.of(ElementType.NAME, name);
            STATE.append(open, made);
        }
        open = made;
        dt = null;
        nil = false;
    }

    /**
     * Closes the innermost open element. If the element has no children, the text that was read
     * becomes its value.
     */
    private void end() {
        Element ended = open;
        boolean leaf = ended.lastKnown() == null;
        if (!leaf && !pending.toString().isBlank()) {
            throw damage("<" + ended.name() + "> has both text and elements; expected one of them");
        }
        boolean valued = leaf && (depth > 1 || !pending.isEmpty());
        STATE.decoded(ended, valued && !nil ? value(pending.toString()) : null);
        if (valued) {
            STATE.classified(ended, ElementType.NAME_VALUE);
        }
        STATE.complete(ended);
        STATE.context(ended, leaf ? dt : null);
        pending.setLength(0);
        dt = null;
        nil = false;
        depth--;
        open = depth == 0 ? null : ended.parent();
    }

    private Value value(String found) {
        if (dt == null) {
            return Value.of(found);
        }
        try {
            return switch (dt) {
                case "i1", "i2", "i4", "i8", "int" -> Value.of(Long.parseLong(found.strip()));
                case "r4", "r8" -> new FloatValue(Double.parseDouble(found.strip()));
                case "boolean" -> truth(found.strip());
                case "bin.hex" -> Value.of(Bytes.of(HexFormat.of().parseHex(found.strip())));
                default -> Value.of(found);
            };
        } catch (IllegalArgumentException e) {
            throw damage(
                    "found '"
                            + found
                            + "' in <"
                            + open.name()
                            + ">, expected a value of dt '"
                            + dt
                            + "'");
        }
    }

    private static Value truth(String found) {
        return switch (found) {
            case "1", "true", "TRUE" -> Value.of(true);
            case "0", "false", "FALSE" -> Value.of(false);
            default -> throw new IllegalArgumentException(found);
        };
    }

    private void attributes() {
        while (true) {
            skipBlanks();
            if (at >= text.length()) {
                throw damage("the text ends inside a tag");
            }
            char c = text.charAt(at);
            if (c == '>' || c == '/') {
                return;
            }
            String name = name();
            skipBlanks();
            expect('=');
            skipBlanks();
            String value = quoted();
            if (name.equals("dt") || name.endsWith(":dt")) {
                dt = value.strip();
            } else if (name.equals("xsi:nil")) {
                nil = value.strip().equals("true") || value.strip().equals("1");
            }
        }
    }

    private String quoted() {
        char quote = at < text.length() ? text.charAt(at) : ' ';
        if (quote != '"' && quote != '\'') {
            throw damage("expected a quotation mark around an attribute's value");
        }
        at++;
        StringBuilder value = new StringBuilder();
        while (at < text.length() && text.charAt(at) != quote) {
            if (text.charAt(at) == '&') {
                entity(value);
            } else {
                value.append(text.charAt(at++));
            }
        }
        expect(quote);
        return value.toString();
    }

    private void entity(StringBuilder target) {
        int end = text.indexOf(';', at);
        if (open == null || end < 0 || end - at > 12) {
            throw damage("found '&', expected an entity or character reference");
        }
        String name = text.substring(at + 1, end);
        String known = ENTITIES.get(name);
        if (known != null) {
            target.append(known);
        } else {
            target.appendCodePoint(reference(name));
        }
        at = end + 1;
    }

    private int reference(String name) {
        try {
            int point =
                    name.startsWith("#x")
                            ? Integer.parseInt(name, 2, name.length(), 16)
                            : name.startsWith("#")
                                    ? Integer.parseInt(name, 1, name.length(), 10)
                                    : -1;
            if (Character.isValidCodePoint(point)) {
                return point;
            }
        } catch (NumberFormatException e) {
            // The error is reported below, like every invalid reference.
        }
        throw damage(
                "found '&"
                        + name
                        + ";', expected one of the five entities or a character reference");
    }

    private String name() {
        int from = at;
        while (at < text.length() && isNamePart(text.charAt(at))) {
            at++;
        }
        if (at == from || at - from > limits.nameLength()) {
            throw damage(
                    at == from
                            ? "expected a name"
                            : "a name is longer than " + limits.nameLength());
        }
        return text.substring(from, at);
    }

    private static boolean isNamePart(char c) {
        return c > ' ' && "<>/=&'\"!?".indexOf(c) < 0;
    }

    private void skipBlanks() {
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
    }

    private void expect(char c) {
        if (at >= text.length() || text.charAt(at) != c) {
            String found =
                    at >= text.length() ? "the text ends" : "found '" + text.charAt(at) + "'";
            throw damage(found + ", expected '" + c + "'");
        }
        at++;
    }

    private MillraceException damage(String words) {
        return Rfh2Content.damage(offset + at, words);
    }
}
