package io.millrace.parsers.json;

import static io.millrace.engine.parser.HeaderFields.path;
import static io.millrace.engine.parser.ParseErrors.unwritable;

import static java.lang.Math.abs;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BooleanValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.parsers.record.UnresolvedChoice;

import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** A writer of trees as JSON. Elements that were parsed from JSON and not changed are copied. */
final class JsonWriter {

    /** Name of the member for the value of an element that also has children. */
    private static final String TEXT = "#text";

    private static final String NAMESPACE_DECLARATIONS = "http://www.w3.org/2000/xmlns/";

    private final ByteSink out = new ByteSink();
    private final Limits limits;

    private JsonWriter(Limits limits) {
        this.limits = limits;
    }

    static Bytes write(Element body, Charset charset, WriteOptions options) {
        Element value = body;
        if (JsonParser.isDomainFolder(body, options.mode())) {
            value = body.child(JsonParser.DATA);
            if (value == null) {
                throw unwritable(
                        path(body), "has no child Data, which must contain the JSON " + "value");
            }
        }
        Bytes utf8;
        if (value.isCleanInside() && value.content() instanceof JsonContent content) {
            utf8 = content.slice(value);
        } else {
            JsonWriter output = new JsonWriter(options.limits());
            output.value(value, 1);
            utf8 = output.out.bytes();
        }
        return charset == null ? utf8 : JsonCharset.encode(utf8, charset);
    }

    private void value(Element e, int depth) {
        if (e.isCleanInside()
                && e.content() instanceof JsonContent content
                && !content.isFolder(e)) {
            out.write(content.slice(e));
            return;
        }
        if (depth > limits.treeDepth()) {
            throw unwritable(e.name(), "more than " + limits.treeDepth() + " levels");
        }
        if (JsonType.isArray(e)) {
            array(e, depth);
            return;
        }
        Element field = field(e.firstChild());
        Value value = e.fieldValue();
        if (field != null) {
            object(e, field, value, depth);
        } else if (value == null && ElementType.kind(e.type()) == ElementType.NAME) {
            out.ascii("{}");
        } else {
            scalar(e, value);
        }
    }

    /**
     * Returns the first sibling, starting with an element, that becomes a member or item. Parts of
     * the parent's text and constructs of XML, such as comments and namespace declarations, are
     * skipped.
     */
    private static Element field(Element e) {
        Element found = e;
        while (found != null
                && (isNameless(found) || found.namespace().equals(NAMESPACE_DECLARATIONS))) {
            UnresolvedChoice.check(found);
            found = found.next();
        }
        return found;
    }

    private static boolean isNameless(Element e) {
        return (ElementType.kind(e.type()) & ElementType.NAME_VALUE) == ElementType.VALUE;
    }

    private void array(Element e, int depth) {
        out.write('[');
        boolean first = true;
        for (Element c = e.firstChild(); c != null; c = c.next()) {
            UnresolvedChoice.check(c);
            if (!first) {
                out.write(',');
            }
            first = false;
            value(c, depth + 1);
        }
        out.write(']');
    }

    private void object(Element e, Element firstField, Value own, int depth) {
        Map<String, List<Element>> repeated = repeated(e, firstField);
        out.write('{');
        boolean first = true;
        if (own != null && !own.text().isBlank()) {
            string(TEXT);
            out.write(':');
            scalar(e, own);
            first = false;
        }
        for (Element c = firstField; c != null; c = field(c.next())) {
            List<Element> same = repeated.get(c.name());
            if (same != null && same.getFirst() != c) {
                continue;
            }
            if (!first) {
                out.write(',');
            }
            first = false;
            string(c.name());
            out.write(':');
            if (same == null) {
                value(c, depth + 1);
            } else {
                items(same, depth + 1);
            }
        }
        out.write('}');
    }

    private void items(List<Element> items, int depth) {
        out.write('[');
        for (int i = 0; i < items.size(); i++) {
            if (i > 0) {
                out.write(',');
            }
            value(items.get(i), depth + 1);
        }
        out.write(']');
    }

    /**
     * Returns the elements with a name that is not unique among the siblings, by name. Duplicate
     * members that were received in JSON are not included.
     */
    private static Map<String, List<Element>> repeated(Element parent, Element first) {
        if (first.next() == null) {
            return Map.of();
        }
        var names = new HashSet<String>();
        Map<String, List<Element>> repeated = Map.of();
        for (Element c = first; c != null; c = field(c.next())) {
            if (!names.add(c.name())) {
                repeated = repeated.isEmpty() ? new HashMap<>() : repeated;
                repeated.put(c.name(), new ArrayList<>());
            }
        }
        if (!repeated.isEmpty()) {
            for (Element c = first; c != null; c = field(c.next())) {
                List<Element> same = repeated.get(c.name());
                if (same != null) {
                    same.add(c);
                }
            }
        }
        if (parent.content() instanceof JsonContent && !repeated.isEmpty()) {
            repeated.values()
                    .removeIf(
                            same ->
                                    same.stream()
                                            .allMatch(c -> c.content() instanceof JsonContent));
        }
        return repeated;
    }

    private void scalar(Element e, Value value) {
        switch (value) {
            case null -> out.ascii("null");
            case IntegerValue _, BooleanValue _ -> out.ascii(value.text());
            case DecimalValue(BigDecimal number) -> out.ascii(decimal(number));
            case FloatValue(double number) -> {
                if (!Double.isFinite(number)) {
                    throw unwritable(path(e), "found " + number + ", which is not a JSON number");
                }
                out.ascii(Double.toString(number));
            }
            default -> string(value.text());
        }
    }

    /** Returns a number without an exponent if the result is not much longer than 34 digits. */
    private static String decimal(BigDecimal number) {
        return abs((long) number.scale()) <= 40 ? number.toPlainString() : number.toString();
    }

    private void string(String text) {
        out.write('"');
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                ascii(c);
            } else if (c < 0x800) {
                out.write(0xC0 | c >> 6);
                out.write(0x80 | c & 0x3F);
            } else if (!Character.isSurrogate(c)) {
                out.write(0xE0 | c >> 12);
                out.write(0x80 | c >> 6 & 0x3F);
                out.write(0x80 | c & 0x3F);
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < length
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                int point = Character.toCodePoint(c, text.charAt(++i));
                out.write(0xF0 | point >> 18);
                out.write(0x80 | point >> 12 & 0x3F);
                out.write(0x80 | point >> 6 & 0x3F);
                out.write(0x80 | point & 0x3F);
            } else {
                out.ascii("\\u%04X".formatted((int) c));
            }
        }
        out.write('"');
    }

    private void ascii(char c) {
        switch (c) {
            case '"' -> out.ascii("\\\"");
            case '\\' -> out.ascii("\\\\");
            case '\n' -> out.ascii("\\n");
            case '\r' -> out.ascii("\\r");
            case '\t' -> out.ascii("\\t");
            case '\b' -> out.ascii("\\b");
            case '\f' -> out.ascii("\\f");
            default -> {
                if (c < ' ') {
                    out.ascii("\\u%04X".formatted((int) c));
                } else {
                    out.write(c);
                }
            }
        }
    }
}
