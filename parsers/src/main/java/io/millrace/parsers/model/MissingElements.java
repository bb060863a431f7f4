package io.millrace.parsers.model;

/** Value that is written for an element that is missing in a tree (policy for missing elements). */
public enum MissingElements {
    /** The element's default; NULL if it has none and is nullable. */
    DEFAULT("default"),
    /** NULL if the element is nullable; otherwise its default. */
    NULL("null");

    private final String word;

    MissingElements(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
