package io.millrace.parsers.mrm.cwf;

import io.millrace.parsers.mrm.cwf.Slot.Reference;

import java.util.Arrays;

/**
 * Values of fields with lengths and counts of other elements, in the message that is being written.
 * If such a field is missing in the tree, zero is written first and replaced when the length or
 * count is known.
 */
final class WrittenReferences {

    private static final int NOTHING = -1;

    private final long[] values;

    /** Positions of fields whose values must be replaced; NOTHING if the value is known. */
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
     * Returns a copy of the current state, because a recursive folder contains the same fields
     * again.
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

    /** Returns the position of the field whose value must be replaced. */
    int at(Reference reference) {
        return pending[reference.field().reference];
    }

    long value(Reference reference) {
        return values[reference.field().reference];
    }
}
