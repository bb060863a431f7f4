package io.millrace.parsers.mrm.tds;

import io.millrace.parsers.model.MarkerText;
import io.millrace.parsers.model.Occurs;

/**
 * A place for elements in a layout. Fields are set by the compiler of layouts and by nobody later.
 */
abstract sealed class Slot permits ValueSlot, FolderSlot, GroupSlot {

    /** Empty for a group without an element around it. */
    final String name;

    final String namespace;
    final Occurs occurs;

    /** A number of its own among the slots of the message. */
    final int id;

    /** Which of its layout's slots it is. */
    int ordinal;

    /** Whether no other slot of its folder has its name. */
    boolean isOnly;

    /** Whether it lies in its folder itself, not in a group, and is there at most once. */
    boolean isSingle;

    /** Whether it is there at most once where its layout is. */
    boolean isOnce;

    /** What stands before it in tagged layouts; null for none. */
    MarkerText tag;

    /** Whether it takes every tag that no other slot has; the tag is the element's name. */
    boolean isAnyTag;

    /** Whether nothing is between its tag and its value: the value begins with a delimiter. */
    boolean isServiceString;

    /** What stands between its occurrences; null where its layout's delimiter does. */
    MarkerText repeat;

    /** The earlier number that says how often it occurs; null for none. */
    Reference repeatReference;

    /** Says how far it goes; null for none. */
    DataPattern pattern;

    /** How long it is. */
    Extent extent = Extent.MARKED;

    Slot(String name, String namespace, Occurs occurs, int id) {
        this.name = name;
        this.namespace = namespace.intern();
        this.occurs = occurs;
        this.id = id;
    }

    /** Whether it may be there more than once. */
    boolean repeats() {
        return occurs.max() != 1;
    }

    /** How often it may be there at the most. */
    int most() {
        return occurs.isUnbounded() ? Integer.MAX_VALUE : occurs.max();
    }

    /** Whether what is in it ends where its length says, so that no outer markup counts there. */
    boolean isBounded() {
        return !(extent instanceof Extent.Marked) || pattern != null;
    }
}
