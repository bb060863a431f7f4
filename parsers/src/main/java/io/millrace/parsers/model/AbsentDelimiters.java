package io.millrace.parsers.model;

/** Delimiters of missing elements that are omitted (Suppress Absent Element Delimiters). */
public enum AbsentDelimiters {
    /** Delimiters after the last element present are omitted. */
    END_OF_TYPE("endOfType"),
    /** No delimiters are omitted. */
    NEVER("never");

    private final String word;

    AbsentDelimiters(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
