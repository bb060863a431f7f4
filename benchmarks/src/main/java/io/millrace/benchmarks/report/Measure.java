package io.millrace.benchmarks.report;

/** What of a row is looked at. */
enum Measure {
    /** Messages a second; for engine alone, how often the work is done in a second. */
    RATE,

    /** How busy the machine is, in percent of all its processors. */
    CPU_PERCENT,

    /** Milliseconds of one processor for a message, of all that takes part. */
    CPU_MILLIS,

    /** Bytes that threads allocate for a message. The reports have no such figure. */
    ALLOCATED,

    /** Our time divided by the other's, taken in turns: what {@code bench side-by-side} finds. */
    IN_TURNS
}
