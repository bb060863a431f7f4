package io.millrace.parsers.model;

/** Which delimiters of missing elements are left out (Suppress Absent Element Delimiters). */
public enum AbsentDelimiters implements Word {
    /** Those after the last element that is there. */
    END_OF_TYPE,
    /** None. */
    NEVER
}
