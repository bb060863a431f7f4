package io.millrace.parsers.mrm.cwf;

import static java.lang.Math.min;

import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot;
import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot.Branch;
import io.millrace.parsers.mrm.cwf.Slot.FolderSlot;

/**
 * A compiled message.
 *
 * @param root layout of the root folder
 * @param references number of fields that contain lengths or counts of other fields
 */
record CwfLayout(Layout root, int references) {

    /** Returns a message whose last choice can be cut off. */
    static CwfLayout of(Layout root, int references) {
        return new CwfLayout(withOpenEnd(root), references);
    }

    /**
     * Returns a layout in which a choice at the end of the message can have the size of the branch
     * that it contains.
     */
    private static Layout withOpenEnd(Layout layout) {
        Slot last = layout.slots.isEmpty() ? null : layout.slots.getLast();
        if (last == null || last.count != 1 || last.placement.trailingSkipCount() > 0) {
            return layout;
        }
        if (last instanceof ChoiceSlot choice && !choice.isToEnd) {
            choice.isLast = true;
            choice.shortest = choice.size;
            for (Branch branch : choice.branches) {
                Slot end = branch.slots().getLast();
                int sum = 0;
                for (Slot slot : branch.slots()) {
                    int own = slot.size + slot.placement.trailingSkipCount();
                    sum += slot.lead + own + (slot.count - 1) * (slot.nextLead + own);
                }
                end.endsEarly = end.count == 1;
                int rest = end.endsEarly ? end.placement.trailingSkipCount() : 0;
                choice.shortest = min(choice.shortest, sum - rest);
            }
            return layout.unsized();
        }
        if (last instanceof FolderSlot folder) {
            Layout inner = withOpenEnd(folder.layout);
            if (inner != folder.layout) {
                folder.layout = inner;
                folder.size = Slot.UNKNOWN;
                return layout.unsized();
            }
        }
        return layout;
    }
}
