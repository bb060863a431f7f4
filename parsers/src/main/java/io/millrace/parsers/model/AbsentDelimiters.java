package io.millrace.parsers.model;

/** Which delimiters of missing elements are left out (Suppress Absent Element Delimiters). */
public enum AbsentDelimiters {
    /** Those after the last element that is there. */
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
