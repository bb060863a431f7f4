package io.millrace.parsers.model;

/** Which elements may be in a group beside its members. */
public enum ContentRule implements Word {
    CLOSED,
    /** Any element that the message set declares. */
    OPEN_DEFINED,
    OPEN
}
