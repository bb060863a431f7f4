package io.millrace.engine.message;

import org.jspecify.annotations.Nullable;

/**
 * The links between the children of an element. One list contains the children found so far,
 * possibly with gaps. A second list follows, with the children that were found before their
 * predecessors. {@link Element} counts the changes; this class does not.
 */
final class ChildList {

    private ChildList() {}

    /** Appends a child that is not linked with other elements. */
    static void append(Element parent, Element child) {
        Element before = parent.last;
        child.parent = parent;
        if (before == null) {
            parent.first = child;
        } else {
            child.previous = before;
            before.next = child;
        }
        parent.last = child;
    }

    /** Links a child between two neighbours. A null neighbour represents an end of the list. */
    static void link(
            Element parent, Element child, @Nullable Element before, @Nullable Element after) {
        child.parent = parent;
        child.previous = before;
        child.next = after;
        if (before == null) {
            parent.first = child;
        } else {
            before.next = child;
        }
        if (after == null) {
            parent.last = child;
        } else {
            after.previous = child;
        }
    }

    /** Removes a child from the list. */
    static void unlink(Element child) {
        Element parent = child.requireParent();
        if (child.previous == null) {
            parent.first = child.next;
        } else {
            child.previous.next = child.next;
        }
        if (child.next == null) {
            parent.last = child.previous;
        } else {
            child.next.previous = child.previous;
        }
        child.parent = null;
        child.previous = null;
        child.next = null;
    }

    /** Replaces the list by another list, whose elements are linked only with each other. */
    static void replace(Element parent, @Nullable Element head, @Nullable Element tail) {
        parent.first = head;
        parent.last = tail;
        for (Element c = head; c != null; c = c.next) {
            c.parent = parent;
        }
    }
}
