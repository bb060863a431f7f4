package io.millrace.parsers.mrm.cwf;

import io.millrace.engine.message.Element;
import io.millrace.parsers.record.RecordTypes;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Hands the children of a folder to the slots they belong to: in their order as long as they have
 * that of the layout, by name from the first that does not.
 */
final class Children {

    private Element next;

    /** What is left, by name; null while the order is that of the layout. */
    private Map<String, ArrayDeque<Element>> left;

    /**
     * @param folder null for none: then there are no children
     */
    Children(Element folder) {
        next = folder == null ? null : folder.firstChild();
    }

    /** The next child for a slot; null for none. */
    Element take(Slot slot) {
        if (left == null) {
            if (next == null) {
                return null;
            }
            if (next.isNamed(slot.namespace, slot.name)) {
                Element taken = next;
                next = next.next();
                return taken;
            }
            sort();
        }
        ArrayDeque<Element> named = left.get(key(slot.namespace, slot.name));
        return named == null ? null : named.poll();
    }

    /** How many children there are for a slot. */
    int count(Slot slot) {
        sort();
        ArrayDeque<Element> named = left.get(key(slot.namespace, slot.name));
        return named == null ? 0 : named.size();
    }

    /** The next choice that is not resolved; null for none. */
    Element takeUnresolved() {
        sort();
        ArrayDeque<Element> unresolved = left.get(key("", ""));
        boolean found =
                unresolved != null
                        && !unresolved.isEmpty()
                        && unresolved.peek().type() == RecordTypes.UNRESOLVED_CHOICE;
        return found ? unresolved.poll() : null;
    }

    /** A child that no slot took; null for none. */
    Element rest() {
        if (left == null) {
            return next;
        }
        for (ArrayDeque<Element> named : left.values()) {
            if (!named.isEmpty()) {
                return named.peek();
            }
        }
        return null;
    }

    private void sort() {
        if (left == null) {
            left = new LinkedHashMap<>();
            for (; next != null; next = next.next()) {
                left.computeIfAbsent(key(next.namespace(), next.name()), k -> new ArrayDeque<>())
                        .add(next);
            }
        }
    }

    private static String key(String namespace, String name) {
        return namespace.isEmpty() ? name : "{" + namespace + "}" + name;
    }
}
