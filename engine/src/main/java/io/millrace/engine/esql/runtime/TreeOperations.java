package io.millrace.engine.esql.runtime;

import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.esql.library.Operators;
import io.millrace.engine.esql.library.tree.FieldAccess;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParserRegistry;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * Runtime support of generated code for elements other than field references: rows, items and
 * lists.
 */
public final class TreeOperations {

    private TreeOperations() {}

    /** Returns a new tree for a ROW variable or an item of a SELECT. */
    public static Element row(String name) {
        return Element.of(ElementType.NAME, name);
    }

    /** Returns a copy of a ROW that is passed by value. */
    public static Element rowOf(@Nullable Element source) {
        return source == null ? row("") : source.copy();
    }

    /** Returns a list item for a bare value. */
    public static Element item(Value value) {
        return Element.of(ElementType.VALUE, "", value);
    }

    /** Adds the element of a tree to a list. Adds nothing if the field is missing. */
    public static void add(List<Element> list, @Nullable Element item) {
        if (item != null) {
            list.add(item);
        }
    }

    /** Returns the result of THE: the first item, or null for an empty list. */
    public static @Nullable Element first(List<Element> list) {
        return list.isEmpty() ? null : list.getFirst();
    }

    /** Adds copies of the children of a tree to an item, for {@code SELECT x.*} and INSERT. */
    public static void merge(Element item, @Nullable Element source) {
        if (source != null) {
            for (Element c = source.firstChild(); c != null; c = c.next()) {
                item.addLast(c.copy());
            }
        }
    }

    /** Adds the values of the items of a list to the candidates, for IN. */
    public static void addValues(List<Value> candidates, List<Element> items) {
        for (Element e : items) {
            candidates.add(FieldAccess.value(e));
        }
    }

    public static Value[] array(List<Value> values) {
        return values.toArray(new Value[0]);
    }

    /** Returns the next intermediate result of MAX. NULL values are ignored. */
    public static @Nullable Value max(@Nullable Value known, @Nullable Value next) {
        return next != null && (known == null || Operators.testGreater(next, known) > 0)
                ? next
                : known;
    }

    public static @Nullable Value min(@Nullable Value known, @Nullable Value next) {
        return next != null && (known == null || Operators.testLess(next, known) > 0)
                ? next
                : known;
    }

    /**
     * Returns the next intermediate result of SUM. As with +, a string is not converted to a
     * number, even if it is the only value.
     */
    public static @Nullable Value sum(@Nullable Value known, @Nullable Value next) {
        if (known != null || next == null) {
            return next == null ? known : Operators.add(known, next);
        }
        return switch (next.type()) {
            case INTEGER, FLOAT, DECIMAL, INTERVAL -> next;
            default -> throw EsqlErrors.argumentType("SUM", "numbers", next);
        };
    }

    /** Fills a ROW from a tree. Does nothing if the tree is missing. */
    public static void fill(Element row, @Nullable Element source, ParserRegistry parsers) {
        if (source != null) {
            FieldAccess.copy(row, source, parsers);
        }
    }

    /** Adds the items of another list. */
    public static void addAll(List<Element> list, List<Element> items) {
        list.addAll(items);
    }

    /** Adds a value to the candidates, for IN. */
    public static void addValue(List<Value> candidates, Value value) {
        candidates.add(value);
    }

    public static boolean isPresent(@Nullable Element element) {
        return element != null;
    }

    public static boolean isFilled(List<Element> list) {
        return !list.isEmpty();
    }

    public static boolean isSingular(List<Element> list) {
        return list.size() == 1;
    }

    /** Returns the result of COUNT. */
    public static Value count(long rows) {
        return Value.of(rows);
    }
}
