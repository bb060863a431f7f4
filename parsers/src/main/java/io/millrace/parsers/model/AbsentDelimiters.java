package io.millrace.parsers.model;

/** Delimiters of missing elements that are omitted (Suppress Absent Element Delimiters). */
public enum AbsentDelimiters {
    /** Those after the last element present. */
    END_OF_TYPE("endOfType"),
    /** None. */
    NEVER("never");

    private final String word;

    AbsentDelimiters(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
