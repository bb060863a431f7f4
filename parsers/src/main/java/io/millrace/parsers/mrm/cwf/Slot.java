package io.millrace.parsers.mrm.cwf;

import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.Placement;

/**
 * The place of an element in its folder, for all its occurrences. Only the compiler of layouts sets
 * the fields.
 *
 * <p>Occurrences are consecutive, without a gap: the bytes skipped before and after an occurrence
 * belong to it. Each has a lead (skipped bytes and alignment), a body, and trailing skipped bytes.
 */
abstract sealed class Slot permits ValueSlot, FolderSlot, ChoiceSlot {

    static final int UNKNOWN = -1;

    /** A {@link #count}: up to the end of the message. */
    static final int TO_END = -2;

    /** A {@link #count} that an earlier field specifies. */
    static final int REFERENCED = -3;

    final ElementDeclaration element;
    final String name;
    final String namespace;
    final Placement placement;

    /** Number of occurrences, TO_END or REFERENCED. */
    final int count;

    /** The field that specifies the number of occurrences; null for none. */
    final Reference repeat;

    /** Index of the slot in its layout; slots of a choice have the choice's index. */
    int ordinal;

    /** The choice that it is in; null for none. */
    ChoiceSlot choice;

    /** Offset of its first occurrence from the folder's start; UNKNOWN if it varies. */
    int offset = UNKNOWN;

    /** Number of bytes of the first occurrence before its body; UNKNOWN if it varies. */
    int lead = UNKNOWN;

    /** Number of bytes of the other occurrences before their body; UNKNOWN if it varies. */
    int nextLead = UNKNOWN;

    /** Number of bytes of a body; UNKNOWN if it varies. */
    int size = UNKNOWN;

    /**
     * Offset of its body from the folder's start, if the offset and the size are constant and it
     * occurs once; otherwise UNKNOWN.
     */
    int place = UNKNOWN;

    /** Whether the message can end before the bytes that are skipped after it. */
    boolean endsEarly;

    /** Whether no other slot of its layout has its name, and it is in no choice. */
    boolean isOnly;

    /** Largest alignment of the slot and its content. */
    int alignment;

    Slot(
            ElementDeclaration element,
            String namespace,
            Placement placement,
            int count,
            Reference repeat) {
        this.element = element;
        this.name = element == null ? "" : element.name();
        this.namespace = namespace.intern();
        this.placement = placement;
        this.count = count;
        this.repeat = repeat;
        this.alignment = placement.byteAlignment();
    }

    boolean repeats() {
        return count != 1;
    }

    /** Returns its minimum number of occurrences. */
    int minOccurs() {
        return element.occurs().min();
    }

    int lead(boolean first) {
        return first ? lead : nextLead;
    }
}
