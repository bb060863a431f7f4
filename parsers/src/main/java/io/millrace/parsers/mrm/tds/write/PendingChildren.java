package io.millrace.parsers.mrm.tds.write;

import static java.lang.Math.min;

import io.millrace.engine.message.Element;
import io.millrace.parsers.mrm.tds.layout.Layout;
import io.millrace.parsers.mrm.tds.layout.Slot;
import io.millrace.parsers.mrm.tds.layout.Slot.GroupSlot;
import io.millrace.parsers.record.RecordTypes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The children of a folder that have not been written, in their order and by their names. */
final class PendingChildren {

    private final List<Element> elements = new ArrayList<>();
    private final boolean[] taken;

    /** The first remaining child. */
    private int next;

    /** Positions by name; null while children are requested in their order. */
    private Map<String, ArrayDeque<Integer>> named;

    /**
     * @param folder null for none: then it has no children
     */
    PendingChildren(Element folder) {
        Element child = folder == null ? null : folder.firstChild();
        for (; child != null; child = child.next()) {
            elements.add(child);
        }
        taken = new boolean[elements.size()];
    }

    private void skip() {
        while (next < taken.length && taken[next]) {
            next++;
        }
    }

    /** Returns the next child for a slot; null for none. */
    Element take(Slot slot) {
        skip();
        if (next < taken.length && elements.get(next).isNamed(slot.namespace(), slot.name())) {
            if (named != null) {
                queue(slot).poll();
            }
            taken[next] = true;
            return elements.get(next++);
        }
        Integer at = queue(slot).poll();
        if (at == null) {
            return null;
        }
        taken[at] = true;
        return elements.get(at);
    }

    /** Returns the number of children for a slot. */
    int count(Slot slot) {
        return queue(slot).size();
    }

    /** Whether a child exists for a slot, or for one of its group. */
    boolean has(Slot slot) {
        if (slot.isAnyTag()) {
            return first() != null;
        }
        return slot instanceof GroupSlot group
                ? group.layout().slots().stream().anyMatch(this::has)
                : count(slot) > 0;
    }

    /** Returns the number of next children that one occurrence of a slot can contain. */
    int run(Slot slot) {
        var room = new HashMap<String, Integer>();
        if (slot instanceof GroupSlot group) {
            group.layout().slots().forEach(s -> room(s, 1, room));
        } else {
            room(slot, 1, room);
        }
        int run = 0;
        for (int i = next; i < taken.length; i++) {
            Element e = elements.get(i);
            int left = taken[i] ? 0 : room.getOrDefault(Layout.key(e.namespace(), e.name()), 0);
            if (!taken[i] && left == 0) {
                break;
            }
            if (!taken[i]) {
                room.put(Layout.key(e.namespace(), e.name()), left - 1);
                run++;
            }
        }
        return run;
    }

    /** Adds the maximum number of elements of each name for a slot. */
    private static void room(Slot slot, long times, Map<String, Integer> room) {
        long most = min(Integer.MAX_VALUE, times * slot.maxOccurs());
        if (slot instanceof GroupSlot group) {
            group.layout().slots().forEach(s -> room(s, most, room));
        } else {
            room.merge(
                    Layout.key(slot.namespace(), slot.name()),
                    (int) most,
                    (a, b) -> (int) min(Integer.MAX_VALUE, (long) a + b));
        }
    }

    private ArrayDeque<Integer> queue(Slot slot) {
        if (named == null) {
            named = new HashMap<>();
            for (int i = next; i < taken.length; i++) {
                if (!taken[i]) {
                    Element e = elements.get(i);
                    named.computeIfAbsent(
                                    Layout.key(e.namespace(), e.name()), k -> new ArrayDeque<>())
                            .add(i);
                }
            }
        }
        return named.computeIfAbsent(
                Layout.key(slot.namespace(), slot.name()), k -> new ArrayDeque<>());
    }

    /** Returns the first remaining child; null for none. */
    Element first() {
        skip();
        return next < taken.length ? elements.get(next) : null;
    }

    /** Returns and removes the first remaining child, regardless of its name. */
    Element takeFirst() {
        Element first = first();
        taken[next] = true;
        if (named != null) {
            named.get(Layout.key(first.namespace(), first.name())).poll();
        }
        return first;
    }

    /** Returns the next unresolved choice; null for none. */
    Element takeUnresolved() {
        for (int i = next; i < taken.length; i++) {
            if (!taken[i] && elements.get(i).type() == RecordTypes.UNRESOLVED_CHOICE) {
                taken[i] = true;
                return elements.get(i);
            }
        }
        return null;
    }
}
