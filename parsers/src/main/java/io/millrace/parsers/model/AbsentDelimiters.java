package io.millrace.parsers.model;

/** The delimiters of missing elements that are omitted (Suppress Absent Element Delimiters). */
public enum AbsentDelimiters implements Word {
    /** Delimiters after the last existing element are omitted. */
    END_OF_TYPE,
    /** No delimiter is omitted. */
    NEVER
}
