package io.millrace.parsers.mrm.cwf;

import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot;
import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot.Branch;
import io.millrace.parsers.record.FolderNames;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** The slots of a folder, in order. */
final class Layout implements FolderNames {

    private final Slot[] row;
    final List<Slot> slots;

    /** Size in bytes; UNKNOWN if the size varies. */
    final int size;

    /** Largest alignment in the layout. */
    final int alignment;

    /** Whether a tree can contain elements that are not in the layout. */
    final boolean isOpen;

    /** Whether a slot is a choice. */
    final boolean hasChoices;

    /**
     * Index of the first choice that hides the slots after it; the number of slots if there is
     * none.
     */
    private final int firstOpen;

    /** Slots outside choices whose names are unique, by name. */
    private final Map<String, Slot> named;

    private Layout(
            List<Slot> slots, int size, int alignment, boolean isOpen, Map<String, Slot> named) {
        this.slots = List.copyOf(slots);
        row = slots.toArray(Slot[]::new);
        this.size = size;
        this.alignment = alignment;
        this.isOpen = isOpen;
        hasChoices = slots.stream().anyMatch(ChoiceSlot.class::isInstance);
        this.named = named;
        int open = 0;
        while (open < row.length && !(row[open] instanceof ChoiceSlot c && c.isOpen)) {
            open++;
        }
        firstOpen = open;
    }

    @Override
    public List<String> elementNames() {
        if (isOpen) {
            return List.of();
        }
        var names = new ArrayList<String>();
        for (Slot slot : slots) {
            if (slot instanceof ChoiceSlot choice) {
                choice.branches.forEach(b -> b.slots().forEach(s -> names.add(s.name)));
            } else {
                names.add(slot.name);
            }
        }
        return names;
    }

    static Layout of(List<Slot> slots, int size, int alignment, boolean isOpen) {
        return new Layout(slots, size, alignment, isOpen, named(slots));
    }

    /**
     * Returns slots by name. The map is a HashMap, which compares hashes before names; an immutable
     * map does not.
     */
    private static Map<String, Slot> named(List<Slot> slots) {
        var named = new HashMap<String, Slot>();
        var seen = new HashSet<String>();
        for (Slot slot : slots) {
            if (slot instanceof ChoiceSlot choice) {
                for (Branch branch : choice.branches) {
                    for (Slot inner : branch.slots()) {
                        seen.add(inner.name);
                        named.remove(inner.name);
                    }
                }
            } else if (seen.add(slot.name)) {
                named.put(slot.name, slot);
            } else {
                named.remove(slot.name);
            }
        }
        named.values().forEach(slot -> slot.isOnly = true);
        return named;
    }

    /** Returns this layout for messages that can end within its last slot. */
    Layout unsized() {
        return new Layout(slots, Slot.UNKNOWN, alignment, isOpen, named);
    }

    /** Whether a branch of a choice contains a field with a name. */
    boolean hasBranch(String namespace, String name) {
        for (Slot slot : row) {
            if (slot instanceof ChoiceSlot choice && choice.branch(namespace, name) != null) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a slot follows a choice whose length depends on the branch that a program selects.
     */
    boolean isHidden(int ordinal) {
        return ordinal > firstOpen;
    }

    /** Whether slots follow a choice whose length depends on the branch that a program selects. */
    boolean hasHidden() {
        return firstOpen < row.length;
    }

    /** Returns the number of slots. */
    int count() {
        return row.length;
    }

    Slot slot(int ordinal) {
        return row[ordinal];
    }

    /**
     * Returns the only slot with a name outside choices. The search is fast if fields are requested
     * in order.
     *
     * @param likely index of the slot that is probably requested
     */
    Slot uniqueSlot(String namespace, String name, int likely) {
        if (likely < row.length) {
            Slot slot = row[likely];
            if (slot.isOnly && slot.name.equals(name)) {
                return namespace == null || slot.namespace.equals(namespace) ? slot : null;
            }
        }
        return uniqueSlot(namespace, name);
    }

    /**
     * Returns the only slot with a name outside choices; null if no slot or several slots have the
     * name.
     *
     * @param namespace namespace; null for any namespace
     */
    Slot uniqueSlot(String namespace, String name) {
        Slot slot = named.get(name);
        return slot != null && (namespace == null || slot.namespace.equals(namespace))
                ? slot
                : null;
    }
}
