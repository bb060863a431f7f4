package io.millrace.engine.message;

/**
 * How the children of an element hang together: a list of those found so far, in which some may
 * have been left out, and behind it a list of those that were found apart, before the ones in front
 * of them. Says nothing of changes: {@link Element} counts them.
 */
final class Siblings {

    private Siblings() {}

    /** Links a child whose own links are empty behind all others. */
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

    /** Links a child between two that are neighbours; null stands for the ends of the list. */
    static void link(Element parent, Element child, Element before, Element after) {
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

    /** Takes a child out of the list. */
    static void unlink(Element child) {
        Element parent = child.parent;
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

    /** Replaces the list by another, whose elements are linked with each other alone. */
    static void replace(Element parent, Element head, Element tail) {
        parent.first = head;
        parent.last = tail;
        for (Element c = head; c != null; c = c.next) {
            c.parent = parent;
        }
    }

    /** Makes the children that were left out. Not a change: who looked for a name stays right. */
    static void fillGaps(Element parent) {
        Element before = null;
        for (Element c = parent.first; c != null; c = c.next) {
            if (parent.hasGap(before)) {
                Element child = parent.content().leftOut(parent, before, c);
                if (child != null) {
                    child.found(parent);
                    link(parent, child, before, c);
                }
            }
            if (before != null) {
                before.state &= ~Element.GAP;
            }
            before = c;
        }
        parent.state &= ~Element.GAPS;
    }

    /** Keeps a child that was found before those in front of it, in its order. */
    static void putApart(Element parent, Element child) {
        Element before = null;
        Element behind = parent.firstApart();
        while (behind != null && behind.start <= child.start) {
            before = behind;
            behind = behind.next;
        }
        child.state |= Element.APART;
        child.parent = parent;
        child.next = behind;
        if (before == null) {
            parent.tied().apart = child;
        } else {
            before.next = child;
        }
    }

    /** The child in front of which none is found apart is about to become one as others. */
    static void takeApart(Element parent, Element child) {
        if (parent.firstApart() != child) {
            throw new IllegalStateException("children found apart are appended in their order");
        }
        parent.ties.apart = child.next;
        child.next = null;
        child.state &= ~Element.APART;
    }
}
