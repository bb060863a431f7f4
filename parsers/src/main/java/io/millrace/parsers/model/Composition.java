package io.millrace.parsers.model;

/** Composition of the members of a group; the constants are the words of the model file. */
public enum Composition {
    /** All members, in this order. */
    SEQUENCE("sequence"),
    /** One of the members. */
    CHOICE("choice"),
    /** Each member at most once, in any order. */
    ALL("all"),
    /** In any order, each up to its maximum number of occurrences. */
    UNORDERED_SET("unorderedSet"),
    /** One message of the set inside another. */
    MESSAGE("message");

    private final String word;

    Composition(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
