package io.millrace.parsers.mrm.tds.layout;

import java.util.List;

/**
 * A compiled message.
 *
 * @param root layout of the root folder
 * @param layouts all layouts, by their ids
 * @param slots all slots, by their ids
 * @param references number of fields that contain lengths or counts of other fields
 * @param holdsUnresolved whether the message itself can contain choices with a branch that the
 *     bytes do not specify
 * @param specifiesDelimiters whether a field of the message can specify delimiters
 */
public record TdsLayout(
        Layout root,
        List<Layout> layouts,
        List<Slot> slots,
        int references,
        boolean holdsUnresolved,
        boolean specifiesDelimiters) {

    public TdsLayout {
        layouts = List.copyOf(layouts);
        slots = List.copyOf(slots);
    }
}
