package io.millrace.parsers.mrm.cwf;

import io.millrace.parsers.mrm.cwf.Slot.Reference;

import java.util.Arrays;

/**
 * Values of fields that contain lengths and counts of others, for the message that is being
 * written. Such a field that is missing in the tree is written as zero, and corrected when the
 * elements that it counts are written.
 */
final class WrittenReferences {

    private static final int NOTHING = -1;

    private final long[] values;

    /** Positions of fields that must be corrected; NOTHING for none. */
    private final int[] pending;

    WrittenReferences(int count) {
        values = new long[count];
        pending = new int[count];
        Arrays.fill(pending, NOTHING);
    }

    private WrittenReferences(WrittenReferences other) {
        values = other.values.clone();
        pending = other.pending.clone();
    }

    /**
     * Returns a copy of the current state, because a folder in itself has the same fields again.
     */
    WrittenReferences copy() {
        return new WrittenReferences(this);
    }

    void known(int reference, long value) {
        values[reference] = value;
        pending[reference] = NOTHING;
    }

    void pending(int reference, int at) {
        pending[reference] = at;
    }

    boolean isPending(Reference reference) {
        return pending[reference.field().reference] != NOTHING;
    }

    /** Returns the position of the field that must be corrected. */
    int at(Reference reference) {
        return pending[reference.field().reference];
    }

    long value(Reference reference) {
        return values[reference.field().reference];
    }
}
