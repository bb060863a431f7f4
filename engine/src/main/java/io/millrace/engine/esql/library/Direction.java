package io.millrace.engine.esql.library;

/** The position, relative to a field, that CREATE, ATTACH, DELETE and MOVE refer to. */
public enum Direction {
    PARENT,
    FIRST_CHILD,
    LAST_CHILD,
    PREVIOUS_SIBLING,
    NEXT_SIBLING
}
