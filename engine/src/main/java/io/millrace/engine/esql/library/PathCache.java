package io.millrace.engine.esql.library;

import io.millrace.engine.message.Element;

/**
 * What a {@link FixedPath} of a program found last time, from its beginning to its end: asking
 * again only looks whether something was moved on the way.
 *
 * <p>One object per path, where it begins, and run of the module. It holds on to elements: it must
 * not outlive the message. Used by the thread of the message only.
 */
public final class PathCache {

    private final StepCache[] steps;

    /**
     * Where the path begins, and what each step found; the first is null where nothing is known.
     */
    private final Element[] found;

    /** The change counts of the elements that were looked into. */
    private final int[] changes;

    /** Whether all steps were kept, one after the other. */
    private boolean whole;

    /** Where the bytes were asked for the path's value; they are asked once. */
    private Element asked;

    public PathCache(FixedPath path) {
        int length = path.length();
        steps = new StepCache[length];
        found = new Element[length + 1];
        changes = new int[length];
    }

    /** What the path found last time, if it began here and would find the same; else null. */
    Element again(Element start) {
        if (!whole || found[0] != start) {
            return null;
        }
        for (int i = 0; i < changes.length; i++) {
            if (found[i].changes() != changes[i]) {
                return null;
            }
        }
        return found[changes.length];
    }

    /** The cache of one of the steps. */
    StepCache step(int index) {
        if (steps[index] == null) {
            steps[index] = new StepCache();
        }
        return steps[index];
    }

    /** Keeps what a step found or made; from the first to the last. */
    void keep(int index, Element parent, Element child) {
        // A step between may end in an exception: then nothing is known, though some was kept.
        whole = index == changes.length - 1;
        found[index] = parent;
        changes[index] = parent.changes();
        found[index + 1] = child;
        child.noted();
    }

    /**
     * Whether to ask the bytes for the value of the path, which makes no elements: not for the
     * second time, for a value that is read again is kept by its element.
     */
    boolean asks(Element start) {
        boolean first = asked != start;
        asked = start;
        return first;
    }

    /** Forgets where the path began. */
    void forget() {
        whole = false;
        found[0] = null;
    }
}
