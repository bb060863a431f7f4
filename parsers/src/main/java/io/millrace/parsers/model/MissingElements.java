package io.millrace.parsers.model;

/** Value that is written for an element that is missing in a tree (policy for missing elements). */
public enum MissingElements {
    /** Its default; NULL where it has none and can be NULL. */
    DEFAULT("default"),
    /** NULL where it can be; otherwise its default. */
    NULL("null");

    private final String word;

    MissingElements(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
