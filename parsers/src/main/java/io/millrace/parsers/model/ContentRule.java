package io.millrace.parsers.model;

/** Which elements can be in a group beside its members. */
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
