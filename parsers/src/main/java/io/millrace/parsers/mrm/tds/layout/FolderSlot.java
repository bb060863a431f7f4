package io.millrace.parsers.mrm.tds.layout;

import io.millrace.parsers.model.Occurs;

import java.util.ArrayList;
import java.util.List;

/** A place for elements with other elements. */
public final class FolderSlot extends Slot {

    Layout layout;

    boolean holdsUnresolved;

    List<ValueSlot> references = new ArrayList<>();

    /** Whether its layout contains itself. */
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

    /** Whether it can contain choices whose branch the bytes do not specify. */
    public boolean holdsUnresolved() {
        return holdsUnresolved;
    }

    /** Its fields that contain lengths and counts of others. */
    public List<ValueSlot> references() {
        return references;
    }

    /** Whether a field outside contains the length or number of an element in it. */
    public boolean refersOut() {
        return refersOut;
    }
}
