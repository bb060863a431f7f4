package io.millrace.parsers.model;

/** The composition of a group's members. Model files have the same words. */
public enum Composition implements Word {
    /** All members, in the specified order. */
    SEQUENCE,
    /** One of the members. */
    CHOICE,
    /** Each member at most once, in any order. */
    ALL,
    /** All members in any order, with their numbers of occurrences. */
    UNORDERED_SET,
    /** An embedded message: one message of the set inside another message. */
    MESSAGE
}
