package io.millrace.engine.message;

import java.util.ArrayList;
import java.util.List;

/**
 * What ties an element to others outside of its own tree's links: few elements are a copy that is
 * still pending, or have one.
 */
final class Ties {

    /** What this element is a copy of, while it must still look there; else null. */
    Element source;

    /**
     * While children are copied, the child of {@link #source} that was copied last; afterwards the
     * child that was taken from within last.
     */
    Element copied;

    /**
     * The first of the children that were {@linkplain Element#addApart found apart} from those
     * before them, in their order; null for none.
     */
    Element apart;

    /** Elements that may still have to look at this one; null for none. */
    private List<Element> copies;

    boolean hasCopies() {
        return copies != null;
    }

    void register(Element copy) {
        if (copies == null) {
            copies = new ArrayList<>(2);
        } else if (copies.size() >= 64 && Integer.bitCount(copies.size()) == 1) {
            copies.removeIf(Copying::isSettled);
        }
        copies.add(copy);
    }

    /** The copies, which are pending no more: the caller settles them. */
    List<Element> takeCopies() {
        List<Element> taken = copies == null ? List.of() : copies;
        copies = null;
        return taken;
    }
}
