package io.millrace.engine.esql.library.tree;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.PrintableText;
import io.millrace.engine.error.SensitiveText;
import io.millrace.engine.esql.library.Literals;
import io.millrace.engine.message.Choice;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.SensitiveFields;
import io.millrace.engine.message.SensitiveValues;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParserRegistry;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A printer of element trees in the format of WMQI's Trace node:
 *
 * <pre>
 * (
 *   (0x01000000:Folder):order = (
 *     (0x03000000:Field):id = 7
 *     (0x03000100:Attribute):unit = 'kg'
 *     (0x01000000:Folder)urn:x:empty = (
 *     )
 *   )
 * )
 * </pre>
 *
 * <p>A type is printed with its name in its domain if the name is known. A namespace is printed
 * before the colon of a name. Values are printed as ESQL literals. Names and values are escaped
 * ({@link PrintableText#line}). Output longer than a million characters is truncated and marked as
 * truncated.
 */
public final class TreePrinter {

    private static final int MAX_LENGTH = 1_000_000;
    private static final Map<Integer, String> PLAIN =
            Map.of(
                    ElementType.NAME,
                    "Folder",
                    ElementType.VALUE,
                    "Value",
                    ElementType.NAME_VALUE,
                    "Field");

    private final StringBuilder out = new StringBuilder();
    private final ParserRegistry parsers;
    private final SensitiveFields sensitive;
    private final boolean showsBranches;

    private TreePrinter(ParserRegistry parsers, SensitiveFields sensitive, boolean showsBranches) {
        this.parsers = parsers;
        this.sensitive = sensitive;
        this.showsBranches = showsBranches;
    }

    /**
     * Formats the children of an element, or the value of an element without children. Returns NULL
     * for null.
     */
    public static String of(Element element) {
        return of(element, SensitiveFields.NONE);
    }

    /** Like {@link #of(Element)}, with masked values of sensitive fields. */
    public static String of(Element element, SensitiveFields sensitive) {
        return new TreePrinter(ParserRegistry.of(List.of(), List.of()), sensitive, false)
                .print(element);
    }

    /**
     * Like {@link #of(Element)}, with the type names of the domains of these parsers, and with
     * masked values of their sensitive fields.
     */
    public static String of(@Nullable Element element, ParserRegistry parsers) {
        return new TreePrinter(parsers, parsers.sensitiveFields(), false).print(element);
    }

    /**
     * Like {@link #of(Element, ParserRegistry)}, with the branches of unresolved choices. A branch
     * that the bytes do not match is shown with its error.
     */
    public static String withBranches(Element element, ParserRegistry parsers) {
        return new TreePrinter(parsers, parsers.sensitiveFields(), true).print(element);
    }

    private String print(@Nullable Element element) {
        if (element == null) {
            return "NULL";
        }
        if (element.firstChild() == null
                && (element.value() != null || element.type() != ElementType.NAME)) {
            return shown(element);
        }
        value(element);
        out.append("(\n");
        inside(element);
        return out.append(")").toString();
    }

    /** Formats a value as a literal, as in Trace patterns. */
    public static String of(@Nullable Value value) {
        return PrintableText.line(Literals.of(value));
    }

    private void value(Element e) {
        if (e.value() != null) {
            out.append(shown(e)).append(' ');
        }
    }

    private String shown(Element e) {
        boolean masked = e.value() != null && sensitive.cover(e);
        return masked ? SensitiveText.MASK : of(e.value());
    }

    /**
     * Prints the children of an element. Uses a loop, so a deep tree does not overflow the stack.
     */
    private void inside(Element top) {
        int depth = 1;
        Element e = top.firstChild();
        while (e != null) {
            if (out.length() > MAX_LENGTH) {
                out.append("... cut after ").append(MAX_LENGTH).append(" characters\n");
                return;
            }
            if (head(e, depth)) {
                e = e.firstChild();
                depth++;
                continue;
            }
            while (e.next() == null && e.parent() != top) {
                e = Objects.requireNonNull(e.parent());
                depth--;
                out.repeat(' ', depth * 2).append(")\n");
            }
            e = e.next();
        }
    }

    /** Prints the start of an element. Returns whether a folder with children was opened. */
    private boolean head(Element e, int depth) {
        out.repeat(' ', depth * 2)
                .append("(0x%08X:%s)".formatted(e.type(), typeName(e)))
                .append(PrintableText.line(e.namespace()))
                .append(':')
                .append(PrintableText.line(e.name()))
                .append(" = ");
        boolean open = e.firstChild() != null;
        if (open) {
            value(e);
            out.append("(\n");
        } else if (e.value() == null && ElementType.kind(e.type()) == ElementType.NAME) {
            out.append("(\n").repeat(' ', depth * 2).append(")\n");
        } else {
            out.append(shown(e)).append('\n');
        }
        Choice choice = showsBranches ? e.choice() : null;
        if (choice != null) {
            choice.branches().forEach((name, branch) -> branch(name, branch, depth + 1));
        }
        return open;
    }

    private void branch(String name, Supplier<Element> branch, int depth) {
        out.repeat(' ', depth * 2).append("if ").append(PrintableText.line(name)).append(": ");
        int start = out.length();
        try {
            TreePrinter inner = new TreePrinter(parsers, sensitive, true);
            inner.inside(branch.get());
            String margin = " ".repeat(depth * 2);
            out.append("(\n");
            inner.out.toString().lines().forEach(l -> out.append(margin).append(l).append('\n'));
            out.append(margin).append(")\n");
        } catch (MillraceException e) {
            out.setLength(start);
            MillraceException shown = new SensitiveValues(sensitive).mask(e);
            out.append(shown.getMessage()).append('\n');
        }
    }

    private String typeName(Element e) {
        String plain = PLAIN.get(e.type());
        if (plain != null) {
            return plain;
        }
        String domain = e.owningDomain();
        Map<String, Integer> types =
                domain == null
                        ? Map.of()
                        : parsers.domain(domain).map(p -> p.fieldTypes()).orElse(Map.of());
        return types.entrySet().stream()
                .filter(t -> t.getValue() == e.type())
                .map(Map.Entry::getKey)
                .min(String::compareTo)
                .orElse(PLAIN.getOrDefault(ElementType.kind(e.type()), "Special"));
    }
}
