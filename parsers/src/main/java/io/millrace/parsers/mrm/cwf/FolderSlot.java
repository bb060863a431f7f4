package io.millrace.parsers.mrm.cwf;

import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.Placement;

/** Place of a folder. */
final class FolderSlot extends Slot {

    Layout layout;

    /** Whether it holds a field that others outside take their length or number from. */
    boolean isReferredTo;

    /** Whether something in it takes its length or number from a field outside. */
    boolean refersOut;

    /** Whether it is of a type that it lies in. */
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
