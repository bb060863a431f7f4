package io.millrace.parsers.model;

/** The elements that a group can contain in addition to its members. */
public enum ContentRule implements Word {
    CLOSED,
    /** Any element that the message set declares. */
    OPEN_DEFINED,
    OPEN
}
