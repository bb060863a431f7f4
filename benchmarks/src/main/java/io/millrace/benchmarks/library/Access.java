package io.millrace.benchmarks.library;

import java.util.stream.IntStream;

/** Work on a record. */
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
    CHANGE;

    /** Indexes of the fields that are read, in ascending order. */
    final int[] fields;

    Access(int... fields) {
        this.fields = fields;
    }
}
