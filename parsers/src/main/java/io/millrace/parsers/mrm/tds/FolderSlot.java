package io.millrace.parsers.mrm.tds;

import io.millrace.parsers.model.Occurs;

import java.util.ArrayList;
import java.util.List;

/** A place for elements that hold others. */
final class FolderSlot extends Slot {

    Layout layout;

    /** Whether it may hold choices of which the bytes do not tell the branch. */
    boolean holdsUnresolved;

    /** Its fields that hold lengths and numbers of others. */
    List<ValueSlot> references = new ArrayList<>();

    /** Whether its layout is one that it lies in. */
    boolean isRecursive;

    /** Whether something in it takes its length or number from a field outside. */
    boolean refersOut;

    FolderSlot(String name, String namespace, Occurs occurs, int id) {
        super(name, namespace, occurs, id);
    }
}
