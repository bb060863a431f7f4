package io.millrace.engine.message;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * The copy links of an element to others outside its own tree. Few elements are a pending copy or
 * have one.
 */
final class CopyState {

    /** Source of this copy while it still needs it; otherwise null. */
    @Nullable Element source;

    /**
     * While children are copied, the child of {@link #source} that was copied last; afterwards the
     * child that was last removed from among the children.
     */
    @Nullable Element copied;

    /**
     * The first of the children that were {@linkplain Element#addApart found apart} from those
     * before them, in their order.
     */
    @Nullable Element apart;

    /** Elements that may still need this one as a source. */
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
     * Removes and returns the copies, which are then no longer pending. The caller must settle
     * them.
     */
    List<Element> takeCopies() {
        List<Element> taken = copies == null ? List.of() : copies;
        copies = null;
        return taken;
    }
}
