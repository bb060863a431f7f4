package io.millrace.parsers.mrm.cwf;

import java.util.List;

/**
 * The path from a folder to an earlier field that contains a length or count.
 *
 * @param up number of folders to leave first
 * @param path through folders that occur once, to the field
 */
record Reference(int up, List<Slot> path) {

    Reference {
        path = List.copyOf(path);
    }

    ValueSlot field() {
        return (ValueSlot) path.getLast();
    }
}
