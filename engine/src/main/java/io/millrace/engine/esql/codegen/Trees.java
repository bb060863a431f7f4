package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.esql.library.Fields;
import io.millrace.engine.esql.library.Operators;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;

import java.util.List;

/** What generated code does with elements beyond field references: rows, items, lists. */
final class Trees {

    private Trees() {}

    /** A new tree for a ROW variable or an item of a SELECT. */
    static Element row(String name) {
        return Element.of(ElementType.NAME, name);
    }

    /** A ROW passed by value. */
    static Element rowOf(Element source) {
        return source == null ? row("") : source.copy();
    }

    /** A bare value as an item of a list. */
    static Element item(Value value) {
        return Element.of(ElementType.VALUE, "", value);
    }

    /** Adds what a tree gives to a list; a missing field adds nothing. */
    static void add(List<Element> list, Element item) {
        if (item != null) {
            list.add(item);
        }
    }

    /** THE. */
    static Element first(List<Element> list) {
        return list.isEmpty() ? null : list.getFirst();
    }

    /** {@code SELECT x.*}, INSERT: the children of a tree become children of the item. */
    static void merge(Element item, Element source) {
        if (source != null) {
            for (Element c = source.firstChild(); c != null; c = c.next()) {
                item.addLast(c.copy());
            }
        }
    }

    /** {@code SET field = NULL}; the top of a tree cannot be deleted, but emptied. */
    static void delete(Element field) {
        if (field == null) {
            return;
        }
        if (field.parent() == null) {
            field.clear();
            field.value(null);
        } else {
            Fields.delete(field);
        }
    }

    /** The values of a list's items, for IN. */
    static void addValues(List<Value> candidates, List<Element> items) {
        for (Element e : items) {
            candidates.add(Fields.value(e));
        }
    }

    static Value[] array(List<Value> values) {
        return values.toArray(new Value[0]);
    }

    /** MAX: NULL values do not count. */
    static Value max(Value known, Value next) {
        return next != null && (known == null || Operators.testGreater(next, known) > 0)
                ? next
                : known;
    }

    static Value min(Value known, Value next) {
        return next != null && (known == null || Operators.testLess(next, known) > 0)
                ? next
                : known;
    }

    /** As with +, no text is taken for a number, be it alone. */
    static Value sum(Value known, Value next) {
        if (known != null || next == null) {
            return next == null ? known : Operators.add(known, next);
        }
        return switch (next.type()) {
            case INTEGER, FLOAT, DECIMAL, INTERVAL -> next;
            default -> throw EsqlErrors.argumentType("SUM", "numbers", next);
        };
    }
}
