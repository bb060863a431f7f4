package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.esql.library.FieldAccess;
import io.millrace.engine.esql.library.Operators;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;

import java.util.List;

/**
 * The runtime support of generated code for elements beyond field references: rows, items and
 * lists.
 */
final class TreeOperations {

    private TreeOperations() {}

    /** Returns a new tree for a ROW variable or an item of a SELECT. */
    static Element row(String name) {
        return Element.of(ElementType.NAME, name);
    }

    /** Returns a copy of a ROW that is passed by value. */
    static Element rowOf(Element source) {
        return source == null ? row("") : source.copy();
    }

    /** Returns a list item for a bare value. */
    static Element item(Value value) {
        return Element.of(ElementType.VALUE, "", value);
    }

    /** Adds the element of a tree to a list; a missing field adds nothing. */
    static void add(List<Element> list, Element item) {
        if (item != null) {
            list.add(item);
        }
    }

    /** Returns the result of THE: the first item; null for an empty list. */
    static Element first(List<Element> list) {
        return list.isEmpty() ? null : list.getFirst();
    }

    /** Adds copies of the children of a tree to an item, for {@code SELECT x.*} and INSERT. */
    static void merge(Element item, Element source) {
        if (source != null) {
            for (Element c = source.firstChild(); c != null; c = c.next()) {
                item.addLast(c.copy());
            }
        }
    }

    /**
     * Deletes a field, for {@code SET field = NULL}. The top of a tree is not deleted but emptied.
     */
    static void delete(Element field) {
        if (field == null) {
            return;
        }
        if (field.parent() == null) {
            field.clear();
            field.value(null);
        } else {
            FieldAccess.delete(field);
        }
    }

    /** Adds the values of the items of a list to the candidates, for IN. */
    static void addValues(List<Value> candidates, List<Element> items) {
        for (Element e : items) {
            candidates.add(FieldAccess.value(e));
        }
    }

    static Value[] array(List<Value> values) {
        return values.toArray(new Value[0]);
    }

    /** Returns the next intermediate result of MAX; NULL values are ignored. */
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

    /**
     * Returns the next intermediate result of SUM. As with +, text is not converted to a number,
     * even if it is the only value.
     */
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
