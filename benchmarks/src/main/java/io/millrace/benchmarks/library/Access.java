package io.millrace.benchmarks.library;

import java.util.stream.IntStream;

/** Work on a record or a message. */
@SuppressWarnings("ImmutableEnumChecker")
public enum Access {
    /** The message is only opened. */
    READ_NONE,
    /** The first text. */
    READ_FIRST(0),
    /** The first text and the last number, which is before the filler. */
    READ_FIRST_AND_LAST(0, Fields.LAST - 1),
    /** All values, including the filler. */
    READ_ALL(IntStream.rangeClosed(0, Fields.LAST).toArray()),
    /** One value is changed, and the message is written. */
    CHANGE,
    /** All values are read, and a new message is written. */
    REWRITE;

    /** Indexes of the fields of a record that are read, in ascending order. */
    final int[] fields;

    Access(int... fields) {
        this.fields = fields;
    }

    boolean writes() {
        return compareTo(CHANGE) >= 0;
    }

    /** Whether a peer can do it: Cobrix only reads. */
    public boolean isDoneBy(RecordPeer peer) {
        return !writes() || peer != RecordPeer.CWF_COBRIX;
    }
}
