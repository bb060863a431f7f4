package io.millrace.parsers.mrm.tds.layout;

import io.millrace.parsers.model.Occurs;

import java.util.ArrayList;
import java.util.List;

/** A place for elements that hold others. */
public final class FolderSlot extends Slot {

    Layout layout;

    boolean holdsUnresolved;

    List<ValueSlot> references = new ArrayList<>();

    /** Whether its layout is one that it lies in. */
    boolean isRecursive;

    boolean refersOut;

    FolderSlot(String name, String namespace, Occurs occurs, int id) {
        super(name, namespace, occurs, id);
    }

    @Override
    public Layout inner() {
        return layout;
    }

    public Layout layout() {
        return layout;
    }

    /** Whether it may hold choices of which the bytes do not specify the branch. */
    public boolean holdsUnresolved() {
        return holdsUnresolved;
    }

    /** Its fields that hold lengths and numbers of others. */
    public List<ValueSlot> references() {
        return references;
    }

    /** Whether something in it takes its length or number from a field outside. */
    public boolean refersOut() {
        return refersOut;
    }
}
