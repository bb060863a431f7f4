package io.millrace.parsers.model;

/** Elements that are permitted in a group in addition to its members. */
public enum ContentRule {
    CLOSED("closed"),
    /** Any element that the message set declares. */
    OPEN_DEFINED("openDefined"),
    OPEN("open");

    private final String word;

    ContentRule(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
