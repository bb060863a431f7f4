package io.millrace.parsers.model;

/** How the members of a group go together; the words are those of the model file. */
public enum Composition implements Word {
    /** All, in this order. */
    SEQUENCE,
    /** One of them. */
    CHOICE,
    /** Each at most once, in any order. */
    ALL,
    /** In any order, each as often as it may occur. */
    UNORDERED_SET,
    /** One message of the set inside another. */
    MESSAGE
}
