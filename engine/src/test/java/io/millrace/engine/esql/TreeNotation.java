package io.millrace.engine.esql;

import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.DateValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.TimeValue;
import io.millrace.engine.message.Value.TimestampValue;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Trees as a few lines of text, for tests.
 *
 * <p>A line is an element, indented by two blanks a level: {@code (Type){namespace}name = value}.
 * Without a type, an element with a value is a NAME_VALUE and one without is a NAME; a line that
 * begins with {@code =} is a VALUE. Values are ESQL literals; {@code = NULL} is a field without a
 * value. The first level below a Root has the domain of its name; {@code [X]} after the name means
 * another domain, {@code [none]} no domain. A domain that is that of the parent is not written.
 */
final class TreeNotation {

    /** Types by the names that the tests' domains give them. */
    static final Map<String, Integer> TYPES =
            Map.of(
                    "Attribute", 0x03000100,
                    "CDataField", 0x03000001,
                    "NamespaceDecl", 0x03000102,
                    "attr", 0x03000100,
                    "Content", 0x02000000,
                    "Array", 0x01001000,
                    "Folder", ElementType.NAME,
                    "Field", ElementType.NAME_VALUE);

    private static final Pattern LINE =
            Pattern.compile(
                    "( *)(?:\\((\\w+)\\))?(?:\\{([^}]*)})?([^=\\[ ]*)(?: ?\\[(\\w+)])?(?: ?="
                            + " (.*))?");

    private TreeNotation() {}

    /** Reads the children of a tree. */
    static Element read(String top, String text) {
        Element root = Element.of(ElementType.NAME, top);
        Deque<Element> open = new ArrayDeque<>();
        open.push(root);
        for (String line : text.lines().filter(l -> !l.isBlank()).toList()) {
            Matcher m = LINE.matcher(line);
            if (!m.matches()) {
                throw new IllegalArgumentException("not a line of a tree: " + line);
            }
            int level = m.group(1).length() / 2;
            while (open.size() > level + 1) {
                open.pop();
            }
            open.push(open.peek().addLast(element(m, top.equals("Root") && level == 0)));
        }
        return root;
    }

    private static Element element(Matcher m, boolean isDomain) {
        String name = m.group(4);
        boolean hasValue = m.group(6) != null;
        int kind =
                name.isEmpty()
                        ? ElementType.VALUE
                        : hasValue ? ElementType.NAME_VALUE : ElementType.NAME;
        int type = m.group(2) == null ? kind : type(m.group(2));
        String namespace = m.group(3) == null ? "" : m.group(3);
        Element made = Element.of(type, namespace, name, hasValue ? value(m.group(6)) : null);
        String domain = m.group(5) == null ? (isDomain ? name : null) : m.group(5);
        return made.domain("none".equals(domain) ? null : domain);
    }

    private static int type(String name) {
        return name.startsWith("0x")
                ? Integer.parseUnsignedInt(name.substring(2), 16)
                : TYPES.get(name);
    }

    /** Reads an ESQL literal. */
    static Value value(String literal) {
        String content =
                literal.replaceFirst("^[A-Z]+ ?'", "")
                        .replaceFirst("^'", "")
                        .replaceFirst("'$", "");
        return switch (literal) {
            case "NULL" -> null;
            case "TRUE" -> Value.of(true);
            case "FALSE" -> Value.of(false);
            case String s when s.startsWith("'") -> Value.of(content.replace("''", "'"));
            case String s when s.startsWith("X'") ->
                    Value.of(Bytes.of(HexFormat.of().parseHex(content)));
            case String s when s.startsWith("DATE '") -> new DateValue(LocalDate.parse(content));
            case String s when s.startsWith("TIME '") -> new TimeValue(LocalTime.parse(content));
            case String s when s.startsWith("TIMESTAMP '") ->
                    new TimestampValue(LocalDateTime.parse(content.replace(' ', 'T')));
            case String s when s.matches("-?\\d+") -> Value.of(Long.parseLong(s));
            case String s when s.contains("E") -> new FloatValue(Double.parseDouble(s));
            default -> new DecimalValue(new BigDecimal(literal));
        };
    }

    /** Writes the children of a tree. */
    static String write(Element top) {
        StringBuilder out = new StringBuilder();
        boolean isRoot = top.name().equals("Root");
        for (Element c = top.firstChild(); c != null; c = c.next()) {
            write(c, 0, isRoot, out);
        }
        return out.toString();
    }

    private static void write(Element e, int level, boolean isDomain, StringBuilder out) {
        out.repeat(' ', level * 2);
        int kind = ElementType.kind(e.type());
        boolean hasValue =
                e.value() != null || kind == ElementType.NAME_VALUE || kind == ElementType.VALUE;
        int plain =
                e.name().isEmpty()
                        ? ElementType.VALUE
                        : hasValue ? ElementType.NAME_VALUE : ElementType.NAME;
        if (e.type() != plain) {
            out.append('(').append(typeName(e.type())).append(')');
        }
        if (!e.namespace().isEmpty()) {
            out.append('{').append(e.namespace()).append('}');
        }
        out.append(e.name());
        String inherited = e.parent() == null ? null : e.parent().owningDomain();
        boolean isUsual =
                isDomain
                        ? e.name().equals(e.domain())
                        : e.domain() == null || e.domain().equals(inherited);
        if (!isUsual) {
            out.append(" [").append(e.domain() == null ? "none" : e.domain()).append(']');
        }
        if (hasValue) {
            out.append(e.name().isEmpty() ? "= " : " = ").append(EsqlErrors.show(e.value()));
        }
        out.append('\n');
        for (Element c = e.firstChild(); c != null; c = c.next()) {
            write(c, level + 1, false, out);
        }
    }

    private static String typeName(int type) {
        return TYPES.entrySet().stream()
                .filter(t -> t.getValue() == type)
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst()
                .orElse("0x%08X".formatted(type));
    }
}
