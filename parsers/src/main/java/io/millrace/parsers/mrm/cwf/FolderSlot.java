package io.millrace.parsers.mrm.cwf;

import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.Placement;

/** Place of a folder. */
final class FolderSlot extends Slot {

    Layout layout;

    /** Whether it contains a field with the length or number of others outside. */
    boolean isReferredTo;

    /** Whether a field outside contains the length or number of an element in it. */
    boolean refersOut;

    /** Whether the folder's type contains itself. */
    boolean isRecursive;

    FolderSlot(
            ElementDeclaration element,
            String namespace,
            Placement placement,
            int count,
            Reference repeat) {
        super(element, namespace, placement, count, repeat);
    }
}
