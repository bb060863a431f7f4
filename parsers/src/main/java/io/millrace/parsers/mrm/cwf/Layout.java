package io.millrace.parsers.mrm.cwf;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What lies in a folder, in order.
 *
 * @param size its bytes; UNKNOWN where they vary
 * @param alignment the largest alignment in it
 * @param isOpen whether a tree may hold elements that are not in it
 * @param hasChoices whether there is a choice among its slots
 * @param named its slots outside of choices whose name no other slot has, by the name
 */
record Layout(
        List<Slot> slots,
        int size,
        int alignment,
        boolean isOpen,
        boolean hasChoices,
        Map<String, Slot> named) {

    static Layout of(List<Slot> slots, int size, int alignment, boolean isOpen) {
        boolean hasChoices = slots.stream().anyMatch(ChoiceSlot.class::isInstance);
        return new Layout(List.copyOf(slots), size, alignment, isOpen, hasChoices, named(slots));
    }

    /** A HashMap, which looks at hashes before names, as an immutable Map does not. */
    private static Map<String, Slot> named(List<Slot> slots) {
        Map<String, Slot> named = new HashMap<>();
        Set<String> seen = new HashSet<>();
        for (Slot slot : slots) {
            if (slot instanceof ChoiceSlot choice) {
                for (ChoiceSlot.Branch branch : choice.branches) {
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

    /** The same where the message may end within its last slot. */
    Layout unsized() {
        return new Layout(slots, Slot.UNKNOWN, alignment, isOpen, hasChoices, named);
    }

    Slot slot(int ordinal) {
        return slots.get(ordinal);
    }

    /**
     * As {@link #only(String, String)}; fields are mostly asked for in their order.
     *
     * @param likely the slot that may be meant
     */
    Slot only(String namespace, String name, int likely) {
        if (likely < slots.size()) {
            Slot slot = slots.get(likely);
            if (slot.isOnly && slot.name.equals(name)) {
                return namespace == null || slot.namespace.equals(namespace) ? slot : null;
            }
        }
        return only(namespace, name);
    }

    /**
     * The only slot of a name outside of choices; null where there is none, or more.
     *
     * @param namespace null where it does not matter
     */
    Slot only(String namespace, String name) {
        Slot slot = named.get(name);
        return slot != null && (namespace == null || slot.namespace.equals(namespace))
                ? slot
                : null;
    }
}
