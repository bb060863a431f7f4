package io.millrace.benchmarks.record;

import java.util.stream.IntStream;

/** The values that are read of a message. */
@SuppressWarnings("ImmutableEnumChecker")
public enum Access {
    /** No field: the message is only opened. */
    NONE,
    /** The first text. */
    FIRST(0),
    /** The first text and the last number, which is before the filler. */
    FIRST_AND_LAST(0, Fields.LAST - 1),
    /** All values, including the filler. */
    ALL(IntStream.rangeClosed(0, Fields.LAST).toArray());

    /** Indexes of the fields of a record, in ascending order. */
    final int[] fields;

    Access(int... fields) {
        this.fields = fields;
    }
}
