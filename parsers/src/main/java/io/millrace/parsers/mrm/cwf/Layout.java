package io.millrace.parsers.mrm.cwf;

import java.util.List;

/**
 * What lies in a folder, in order.
 *
 * @param size its bytes; UNKNOWN where they vary
 * @param alignment the largest alignment in it
 * @param isOpen whether a tree may hold elements that are not in it
 * @param hasChoices whether there is a choice among its slots
 */
record Layout(List<Slot> slots, int size, int alignment, boolean isOpen, boolean hasChoices) {

    Layout {
        slots = List.copyOf(slots);
    }

    Slot slot(int ordinal) {
        return slots.get(ordinal);
    }
}
