package io.millrace.engine.esql.library;

/** Where CREATE, ATTACH, DELETE and MOVE look, seen from a field. */
public enum Direction {
    PARENT,
    FIRST_CHILD,
    LAST_CHILD,
    PREVIOUS_SIBLING,
    NEXT_SIBLING
}
