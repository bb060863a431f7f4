package io.millrace.parsers.mrm.tds.layout;

import io.millrace.parsers.model.Occurs;

/** A place for a group without an element around it, whose elements are those of the folder. */
public final class GroupSlot extends Slot {

    Layout layout;

    GroupSlot(Occurs occurs, int id) {
        super("", "", occurs, id);
    }

    @Override
    public Layout inner() {
        return layout;
    }

    public Layout layout() {
        return layout;
    }
}
