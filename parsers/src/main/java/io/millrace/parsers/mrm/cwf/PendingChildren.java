package io.millrace.parsers.mrm.cwf;

import static io.millrace.parsers.mrm.cwf.CwfContent.STATE;

import io.millrace.engine.message.Element;
import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot;
import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot.Branch;
import io.millrace.parsers.record.RecordTypes;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The children of a folder that have not been written. As long as the children have the order of
 * the layout, they are assigned to slots by position; afterwards by name.
 */
final class PendingChildren {

    private Element next;

    /** Remaining elements by name; null while they have the order of the layout. */
    private Map<String, ArrayDeque<Numbered>> left;

    /** A child and its position in the folder. */
    private record Numbered(Element element, int number) {}

    /**
     * @param folder folder; null for a missing folder, which has no children
     */
    PendingChildren(Element folder) {
        next = folder == null ? null : folder.firstChild();
    }

    /** Returns and removes the next child for a slot; null if there is none. */
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
        ArrayDeque<Numbered> named = left.get(key(slot.namespace, slot.name));
        return named == null || named.isEmpty() ? null : named.poll().element();
    }

    /** Returns the number of children for a slot. */
    int count(Slot slot) {
        sort();
        ArrayDeque<Numbered> named = left.get(key(slot.namespace, slot.name));
        return named == null ? 0 : named.size();
    }

    /**
     * Returns the first child for a choice: an element of a branch or an unresolved choice. The
     * child is not removed.
     *
     * @return null if there is none
     */
    Element first(ChoiceSlot choice) {
        sort();
        Numbered first = unresolved(choice);
        for (Branch branch : choice.branches) {
            for (Slot slot : branch.slots()) {
                ArrayDeque<Numbered> named = left.get(key(slot.namespace, slot.name));
                Numbered head = named == null ? null : named.peek();
                first = head == null || first != null && first.number < head.number ? first : head;
            }
        }
        return first == null ? null : first.element();
    }

    /**
     * Returns the next unresolved choice; null if there is none, or if it was parsed as a choice of
     * another slot.
     */
    private Numbered unresolved(ChoiceSlot choice) {
        ArrayDeque<Numbered> unresolved = left.get(key("", ""));
        Numbered head = unresolved == null ? null : unresolved.peek();
        boolean found =
                head != null
                        && isUnresolved(head.element())
                        && (!(head.element().content() instanceof CwfContent)
                                || !(STATE.context(head.element())
                                        instanceof ChoicePlace(ChoiceSlot of, _, _))
                                || of.ordinal == choice.ordinal);
        return found ? head : null;
    }

    static boolean isUnresolved(Element child) {
        return child.type() == RecordTypes.UNRESOLVED_CHOICE;
    }

    /** Removes the next unresolved choice. */
    void takeUnresolved() {
        left.get(key("", "")).poll();
    }

    /** Returns the first child without a slot; null if there is none. */
    Element rest() {
        if (left == null) {
            return next;
        }
        for (var named : left.values()) {
            if (!named.isEmpty()) {
                return named.peek().element();
            }
        }
        return null;
    }

    private void sort() {
        if (left == null) {
            left = new LinkedHashMap<>();
            for (int number = 0; next != null; next = next.next()) {
                left.computeIfAbsent(key(next.namespace(), next.name()), k -> new ArrayDeque<>())
                        .add(new Numbered(next, number++));
            }
        }
    }

    private static String key(String namespace, String name) {
        return namespace.isEmpty() ? name : "{" + namespace + "}" + name;
    }
}
