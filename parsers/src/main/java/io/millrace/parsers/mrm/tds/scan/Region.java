package io.millrace.parsers.mrm.tds.scan;

import io.millrace.parsers.mrm.tds.layout.Layout;

/** Progress of the scan of a layout in one message. */
final class Region {

    final Layout layout;

    /**
     * The enclosing region, in the same folder or in the enclosing folder; null for the message.
     */
    final Region outer;

    /** Start of the region. */
    final int start;

    /** Maximum end of the region. */
    final int limit;

    /** Ordinal of the slot that was found last or is next. */
    int ordinal;

    /** Number of occurrences found of that slot. */
    int count;

    /** Number of occurrences found of each slot in unordered layouts; otherwise null. */
    int[] counts;

    /** Whether the group indicator has been skipped. */
    boolean begun;

    /** Whether an occurrence of the slot can begin at the current position. */
    boolean isReady = true;

    /** Whether no element has been found in the region yet. */
    boolean isFirst = true;

    /** Number of empty occurrences that count only if a non-empty occurrence follows. */
    int empties;

    /** Position of the first of these empty occurrences. */
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
