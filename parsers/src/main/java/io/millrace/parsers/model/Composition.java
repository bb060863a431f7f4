package io.millrace.parsers.model;

/** Composition of the members of a group; the constants are the words of the model file. */
public enum Composition {
    /** All, in this order. */
    SEQUENCE("sequence"),
    /** One of them. */
    CHOICE("choice"),
    /** Each at most once, in any order. */
    ALL("all"),
    /** In any order, each as often as it can occur. */
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
