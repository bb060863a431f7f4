package io.millrace.engine.esql.library.tree;

/** The position, relative to a field, that CREATE, ATTACH, DELETE and MOVE use. */
public enum Direction {
    PARENT,
    FIRSTCHILD,
    LASTCHILD,
    PREVIOUSSIBLING,
    NEXTSIBLING;

    public boolean isSibling() {
        return this == PREVIOUSSIBLING || this == NEXTSIBLING;
    }
}
