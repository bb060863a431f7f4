package io.millrace.engine.message;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * The state of an element that few elements have: a domain, moved children, and links to copies.
 * Without a state of their own, other elements are smaller.
 */
final class RareState {

    /**
     * Domain of the subtree that begins at the element; null if the element belongs to the parent's
     * domain.
     */
    @Nullable String domain;

    /** Number of {@linkplain ChildSearch#changes changes} that moved or renamed children. */
    int changes;

    /** Source of this copy while the copy still needs it; otherwise null. */
    @Nullable Element source;

    /**
     * While children are copied, the child of {@link #source} that was copied last. Afterwards, the
     * child that was removed last.
     */
    @Nullable Element copied;

    /**
     * The first of the children that were {@linkplain ParseState#addOutOfOrder added out of order},
     * in their order.
     */
    @Nullable Element outOfOrder;

    /** Elements that can still need this element as a source. */
    private @Nullable List<Element> copies;

    boolean hasCopies() {
        return copies != null;
    }

    void register(Element copy) {
        if (copies == null) {
            copies = new ArrayList<>(2);
        } else if (copies.size() >= 64 && Integer.bitCount(copies.size()) == 1) {
            copies.removeIf(TreeCopying::isSettled);
        }
        copies.add(copy);
    }

    /**
     * Removes and returns the copies, which are then no longer pending. The caller must complete
     * the copies.
     */
    List<Element> takeCopies() {
        List<Element> taken = copies == null ? List.of() : copies;
        copies = null;
        return taken;
    }
}
