package io.millrace.benchmarks.record;

/** What is read of a record. */
public enum Access {
    /** Nothing: the message is only opened. */
    NONE,
    /** The first text. */
    FIRST,
    /** The first text and the last number, which lies before the filler. */
    FIRST_AND_LAST,
    /** All fields, the filler too. */
    ALL
}
