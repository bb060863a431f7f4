package io.millrace.parsers.mrm.tds;

import io.millrace.parsers.model.Occurs;

/** A place for elements that hold others. */
final class FolderSlot extends Slot {

    Layout layout;

    /** Whether it may hold choices of which the bytes do not tell the branch. */
    boolean holdsUnresolved;

    /** Whether something in it takes its length or number from a field outside. */
    boolean refersOut;

    FolderSlot(String name, String namespace, Occurs occurs, int id) {
        super(name, namespace, occurs, id);
    }
}
