package io.millrace.parsers.mrm.tds.layout;

import java.util.List;

/**
 * A compiled message.
 *
 * @param root what lies in it
 * @param layouts all layouts, by their ids
 * @param slots all slots, by their ids
 * @param references how many of its fields hold lengths or numbers of others
 * @param holdsUnresolved whether the message itself may hold choices of which the bytes do not
 *     specify the branch
 * @param saysDelimiters whether a field of it may specify delimiters
 */
public record TdsLayout(
        Layout root,
        List<Layout> layouts,
        List<Slot> slots,
        int references,
        boolean holdsUnresolved,
        boolean saysDelimiters) {

    public TdsLayout {
        layouts = List.copyOf(layouts);
        slots = List.copyOf(slots);
    }
}
