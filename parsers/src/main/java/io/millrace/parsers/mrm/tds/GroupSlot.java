package io.millrace.parsers.mrm.tds;

import io.millrace.parsers.model.Occurs;

/** A place for a group without an element around it, whose elements are those of the folder. */
final class GroupSlot extends Slot {

    Layout layout;

    GroupSlot(Occurs occurs, int id) {
        super("", "", occurs, id);
    }
}
