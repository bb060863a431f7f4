package io.millrace.parsers.mrm.cwf;

import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot;
import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot.Branch;
import io.millrace.parsers.mrm.cwf.Slot.FolderSlot;
import io.millrace.parsers.mrm.cwf.Slot.ValueSlot;

import java.util.ArrayList;
import java.util.List;

/**
 * Place of a field or folder in a message, for documentation and for other languages that describe
 * records.
 *
 * @param element element; null for a choice, whose branches follow one level deeper
 * @param depth depth in the tree; 0 for children of the message
 * @param branch index, from 0, of the branch that begins here or contains this place; negative
 *     outside a choice
 * @param skipped number of unused bytes before its first occurrence; {@link #VARIES} if it varies
 * @param offset offset of its first occurrence from the message's first byte; VARIES if it varies
 * @param bytes number of bytes of one occurrence, without skipped bytes; VARIES if it varies
 * @param between number of unused bytes before each of its other occurrences; VARIES if it varies
 * @param trailing number of unused bytes after each occurrence
 * @param count number of occurrences; VARIES if the number varies
 */
public record CwfPlace(
        ElementDeclaration element,
        int depth,
        int branch,
        int skipped,
        int offset,
        int bytes,
        int between,
        int trailing,
        int count) {

    public static final int VARIES = -1;

    /**
     * Returns all places in a layout, each folder before its content. A recursive type is included
     * only once.
     */
    static List<CwfPlace> of(Layout layout) {
        var places = new ArrayList<CwfPlace>();
        slots(layout.slots, 0, 0, -1, places);
        return List.copyOf(places);
    }

    private static void slots(
            List<Slot> slots, int start, int depth, int branch, List<CwfPlace> places) {
        for (Slot slot : slots) {
            boolean known = start >= 0 && slot.offset >= 0 && slot.lead >= 0;
            int offset = known ? start + slot.offset + slot.lead : VARIES;
            places.add(
                    new CwfPlace(
                            slot.element,
                            depth,
                            branch,
                            slot.lead,
                            offset,
                            slot.size,
                            slot.nextLead,
                            slot.placement.trailingSkipCount(),
                            slot.count < 0 ? VARIES : slot.count));
            switch (slot) {
                case FolderSlot folder -> {
                    if (!folder.isRecursive) {
                        slots(folder.layout.slots, offset, depth + 1, -1, places);
                    }
                }
                case ChoiceSlot choice -> {
                    int number = 0;
                    for (Branch each : choice.branches) {
                        slots(each.slots(), offset, depth + 1, number++, places);
                    }
                }
                case ValueSlot value -> {
                    // A value contains no slots.
                }
            }
        }
    }
}
