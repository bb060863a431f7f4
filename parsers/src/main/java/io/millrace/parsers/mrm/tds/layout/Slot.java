package io.millrace.parsers.mrm.tds.layout;

import io.millrace.parsers.model.MarkerText;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.Separation;

/** A place for elements in a layout. Only the compiler of layouts sets the fields. */
public abstract sealed class Slot permits ValueSlot, FolderSlot, GroupSlot {

    final String name;

    final String namespace;
    final Occurs occurs;

    final int id;

    int ordinal;

    /** Whether no other slot of its folder has its name. */
    boolean isOnly;

    boolean isSingle;

    boolean isOnce;

    MarkerText tag;

    boolean isAnyTag;

    boolean isServiceString;

    MarkerText repeat;

    Reference repeatReference;

    DataPattern pattern;

    Extent extent = Extent.MARKED;

    Slot(String name, String namespace, Occurs occurs, int id) {
        this.name = name;
        this.namespace = namespace.intern();
        this.occurs = occurs;
        this.id = id;
    }

    /** Whether it can occur more than once. */
    public boolean repeats() {
        return occurs.max() != 1;
    }

    /** Returns its maximum number of occurrences. */
    public int maxOccurs() {
        return occurs.isUnbounded() ? Integer.MAX_VALUE : occurs.max();
    }

    /**
     * Whether its content ends at a specified length, so that outer markup is not relevant there.
     */
    public boolean isBounded() {
        return !(extent instanceof Extent.Marked) || pattern != null;
    }

    /** Returns the layout of its content; null for a single value. */
    public abstract Layout inner();

    /** Whether, as a branch of a choice, it begins with markup or a pattern that identifies it. */
    public boolean isIdentifiable() {
        if (pattern != null) {
            return true;
        }
        Layout inner = inner();
        return inner != null
                && (!inner.markup.groupIndicator().isEmpty()
                        || inner.isTagged()
                        || inner.separation() == Separation.USE_DATA_PATTERN);
    }

    /** Returns the name; empty for a group without an element around it. */
    public String name() {
        return name;
    }

    public String namespace() {
        return namespace;
    }

    public Occurs occurs() {
        return occurs;
    }

    /** Returns a number that is unique among the slots of the message. */
    public int id() {
        return id;
    }

    /** Returns its index in the layout. */
    public int ordinal() {
        return ordinal;
    }

    /** Whether it is in its folder itself, not in a group, and occurs at most once. */
    public boolean isSingle() {
        return isSingle;
    }

    /** Whether it occurs at most once in its layout. */
    public boolean isOnce() {
        return isOnce;
    }

    /** Returns the tag before it in tagged layouts; null for none. */
    public MarkerText tag() {
        return tag;
    }

    /** Whether it accepts every tag that no other slot has; the tag is the element's name. */
    public boolean isAnyTag() {
        return isAnyTag;
    }

    /** Whether its value directly follows its tag: the value begins with a delimiter. */
    public boolean isServiceString() {
        return isServiceString;
    }

    /** Returns the delimiter between its occurrences; null for its layout's delimiter. */
    public MarkerText repeat() {
        return repeat;
    }

    /** Returns the earlier number that specifies the number of occurrences; null for none. */
    public Reference repeatReference() {
        return repeatReference;
    }

    /** Returns the pattern of its extent; null for none. */
    public DataPattern pattern() {
        return pattern;
    }

    /** Returns the rule for its end. */
    public Extent extent() {
        return extent;
    }
}
