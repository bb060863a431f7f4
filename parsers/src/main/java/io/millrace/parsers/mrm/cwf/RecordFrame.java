package io.millrace.parsers.mrm.cwf;

import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot;
import io.millrace.parsers.mrm.cwf.Slot.FolderSlot;

import java.util.Arrays;

/**
 * A folder in the bytes of one message: its layout, its start, and the positions of its slots that
 * have been found. A copy of the folder uses the same frame, because both read the same bytes.
 */
final class RecordFrame implements SlotPart {

    /** Slot of the folder; null for the message. */
    final FolderSlot slot;

    final Layout layout;

    /** Position of the first byte of the folder's fields. */
    final int start;

    /** The enclosing folder; null for the message. */
    final RecordFrame outer;

    /** Number of enclosing folders. */
    final int depth;

    /** Start of each slot, followed by the end of the folder; valid up to {@link #measured}. */
    private int[] begins;

    private int measured;

    /** The slot after the one that was requested last. */
    int likely;

    /** Number of occurrences of each slot with a varying count; negative if unknown. */
    private int[] counts;

    RecordFrame(FolderSlot slot, Layout layout, int start, RecordFrame outer) {
        this.slot = slot;
        this.layout = layout;
        this.start = start;
        this.outer = outer;
        depth = outer == null ? 0 : outer.depth + 1;
    }

    /** Returns the start of a slot. */
    int begin(int ordinal, RecordReader measure) {
        int slots = layout.count();
        int offset = ordinal < slots ? layout.slot(ordinal).offset : layout.size;
        if (offset >= 0) {
            return start + offset;
        }
        if (begins == null) {
            begins = new int[slots + 1];
            begins[0] = start;
        }
        skipKnown(ordinal);
        while (measured < ordinal) {
            Slot slot = layout.slot(measured);
            int end = measure.end(slot, this, begins[measured]);
            if (measure.isOpen(slot)) {
                return end;
            }
            begins[++measured] = end;
        }
        return begins[ordinal];
    }

    /** Sets the start of each slot up to the last slot with a fixed place. */
    private void skipKnown(int ordinal) {
        int known = ordinal - 1;
        while (known > measured && layout.slot(known).offset < 0) {
            known--;
        }
        if (known > measured) {
            measured = known;
            begins[known] = start + layout.slot(known).offset;
        }
    }

    /** Returns a copy of this frame with the length of a choice that a program has resolved. */
    RecordFrame resolved(ChoiceSlot choice, int end) {
        RecordFrame resolved = new RecordFrame(slot, layout, start, outer);
        resolved.begins = new int[layout.count() + 1];
        if (begins != null) {
            System.arraycopy(begins, 0, resolved.begins, 0, choice.ordinal + 1);
        }
        resolved.begins[choice.ordinal + 1] = end;
        resolved.measured = choice.ordinal + 1;
        return resolved;
    }

    /** Stores the start of a slot that was found during a scan of the folder. */
    void note(int ordinal, int begin) {
        if (begins != null && measured == ordinal - 1) {
            begins[ordinal] = begin;
            measured = ordinal;
        }
    }

    /**
     * Returns the number of occurrences of a slot; TO_END if the end of the message determines it.
     */
    int count(Slot of, RecordReader measure) {
        if (of.count != Slot.REFERENCED) {
            return of.count;
        }
        if (counts == null) {
            counts = new int[layout.count()];
            Arrays.fill(counts, Slot.UNKNOWN);
        }
        // The branches of a choice share an ordinal, so the count is read again.
        if (of.choice != null) {
            return measure.reference(of.repeat, this, of);
        }
        if (counts[of.ordinal] < 0) {
            counts[of.ordinal] = measure.reference(of.repeat, this, of);
        }
        return counts[of.ordinal];
    }

    /** Returns the path of a slot, for error messages. */
    String path(Slot of) {
        StringBuilder path = new StringBuilder(of == null ? "" : of.name);
        for (RecordFrame f = this; f != null && f.slot != null; f = f.outer) {
            path.insert(0, path.isEmpty() ? f.slot.name : f.slot.name + ".");
        }
        return path.toString();
    }
}
