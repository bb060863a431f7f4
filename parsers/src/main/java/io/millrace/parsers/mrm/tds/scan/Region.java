package io.millrace.parsers.mrm.tds.scan;

import io.millrace.parsers.mrm.tds.layout.Layout;

/** Progress of the scan of a layout in one message. */
final class Region {

    final Layout layout;

    /** The region around it: of the same folder, or of the folder around; null for the message. */
    final Region outer;

    /** Begin of the layout. */
    final int start;

    /** Maximum end of the layout. */
    final int limit;

    /** Index of the slot that was found last, or comes next. */
    int ordinal;

    /** Number of occurrences found of that slot. */
    int count;

    /**
     * Number of occurrences found of the slots before, in layouts without order; otherwise null.
     */
    int[] counts;

    /** Whether its indicator has been skipped. */
    boolean begun;

    /** Whether an occurrence of the slot can begin right here. */
    boolean isReady = true;

    /** Whether no element has been found in it yet. */
    boolean isFirst = true;

    /** Number of empty occurrences, which count only if others follow. */
    int empties;

    /** Position of the first of them. */
    int emptyAt;

    Region(Layout layout, Region outer, int start, int limit) {
        this.layout = layout;
        this.outer = outer;
        this.start = start;
        this.limit = limit;
    }

    /** Moves to another slot. */
    void moveTo(int slot) {
        if (counts != null) {
            counts[ordinal] = count;
            count = slot < counts.length ? counts[slot] : 0;
        } else {
            count = 0;
        }
        ordinal = slot;
    }

    /** Whether no element of a slot has been found yet. */
    boolean isAhead(int slot) {
        return counts != null ? found(slot) == 0 : slot > ordinal || slot == ordinal && count == 0;
    }

    /** Returns the number of occurrences found of a slot. */
    int found(int slot) {
        return slot == ordinal ? count : counts == null ? 0 : counts[slot];
    }
}
