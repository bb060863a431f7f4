package io.millrace.parsers.mrm.tds.scan;

import static io.millrace.engine.message.Content.UNANSWERED;
import static io.millrace.parsers.mrm.tds.scan.FolderFrame.NOT_FOUND_YET;

import io.millrace.engine.message.Content;
import io.millrace.engine.message.NamePath;
import io.millrace.engine.message.Value;
import io.millrace.parsers.mrm.tds.layout.Slot;
import io.millrace.parsers.mrm.tds.layout.Slot.FolderSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;

/**
 * A reader that returns values of fields without creating elements. The reader scans a message up
 * to the requested field. The frames keep the positions that were found.
 */
record DirectReader(Scanner scanner) {

    private static final int MISSING = -1;

    /**
     * Returns the value of a field.
     *
     * @param depth depth in the tree of the folder to which the path is relative
     * @return null if the field is missing or has no value; {@link Content#UNANSWERED} if names
     *     alone do not identify the field
     */
    Value readDirect(FolderFrame folder, int depth, NamePath path, int from, long last) {
        if (path.remembered() instanceof PlacedField placed
                && placed.layout() == folder.root.layout
                && placed.step() == from
                && depth < scanner.limits.treeDepth()) {
            return value(folder, placed.slot(), last);
        }
        return find(folder, depth, path, from, last);
    }

    private Value find(FolderFrame folder, int depth, NamePath path, int from, long last) {
        int end = path.length() - 1;
        if (depth + end - from >= scanner.limits.treeDepth()) {
            return UNANSWERED;
        }
        FolderFrame frame = folder;
        for (int i = from; i < end; i++) {
            Slot slot = slot(frame, path, i);
            int index =
                    slot instanceof FolderSlot ? find(frame, slot, path.index(i)) : NOT_FOUND_YET;
            if (index < 0) {
                return index == MISSING ? null : UNANSWERED;
            }
            frame = scanner.opened(frame, index);
        }
        if (!(slot(frame, path, end) instanceof ValueSlot field)) {
            return UNANSWERED;
        }
        if (frame == folder) {
            path.remember(new PlacedField(frame.root.layout, from, field));
        }
        return value(frame, field, last);
    }

    private Value value(FolderFrame frame, ValueSlot field, long n) {
        int index = find(frame, field, n);
        if (index < 0) {
            return index == MISSING ? null : UNANSWERED;
        }
        int at = frame.body(index);
        return scanner.interchanges.at(at).measure.read(field, at, frame.end(index));
    }

    /**
     * Returns the only slot that a name can denote; null if no slot or several slots have the name.
     */
    private static Slot slot(FolderFrame frame, NamePath path, int step) {
        Slot slot =
                frame.root.layout.uniqueSlot(path.namespace(step), path.name(step), frame.likely);
        if (slot != null) {
            frame.likely = slot.ordinal() + 1;
        }
        return slot;
    }

    /** Returns the index in a frame of the n-th element of a slot. */
    private int find(FolderFrame frame, Slot slot, long n) {
        if (frame.hasNamed()) {
            return NOT_FOUND_YET;
        }
        return slot.isSingle() ? single(frame, slot, n) : nth(frame, slot, n);
    }

    private int single(FolderFrame frame, Slot slot, long n) {
        if (n == 1 && frame.isAt(slot.ordinal(), slot)) {
            return slot.ordinal();
        }
        if (n == 1 && !frame.root.isAhead(slot.ordinal())) {
            int known = frame.known(slot);
            if (known >= 0) {
                return known;
            }
        }
        int from = frame.size;
        while (scanner.advance(frame)) {
            if (frame.hasNamed()) {
                return NOT_FOUND_YET;
            }
            int found = n == 1 ? frame.known(slot, from) : NOT_FOUND_YET;
            if (found >= 0) {
                return found;
            }
            from = frame.size;
        }
        return MISSING;
    }

    private int nth(FolderFrame frame, Slot slot, long n) {
        boolean further = frame.requested == slot && frame.requestedCount <= n;
        int index = further ? frame.answered : 0;
        long count = further ? frame.requestedCount - 1 : 0;
        for (; index < frame.size || scanner.advance(frame); index++) {
            if (frame.hasNamed()) {
                return NOT_FOUND_YET;
            }
            if (frame.isOf(index, slot) && ++count == n) {
                frame.requested = slot;
                frame.requestedCount = n;
                frame.answered = index;
                return index;
            }
        }
        return MISSING;
    }
}
