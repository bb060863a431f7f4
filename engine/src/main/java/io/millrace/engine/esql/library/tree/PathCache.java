package io.millrace.engine.esql.library.tree;

import io.millrace.engine.message.ChildSearch;
import io.millrace.engine.message.Element;

import org.jspecify.annotations.Nullable;

/**
 * A cache of the elements that a {@link FixedPath} of a program found last time, from its start to
 * its end. A repeated read only checks that these elements are unchanged.
 *
 * <p>One object exists per path, start of the path, and invocation of the module. The cache refers
 * to elements, so it must not outlive the message. Only for the thread that processes the message.
 */
public final class PathCache {

    private final @Nullable StepCache[] steps;

    /**
     * Element at which the path starts, followed by the element that each step found. The first is
     * null if the cache is empty.
     */
    private final @Nullable Element[] found;

    /** Change counts of the elements in which the steps searched. */
    private final int[] changes;

    /** Whether the elements of all steps were cached in order. */
    private boolean whole;

    /**
     * Start of the path for which the value was last read from the bytes. The bytes are read only
     * once.
     */
    private @Nullable Element lastRead;

    public PathCache(FixedPath path) {
        int length = path.length();
        steps = new StepCache[length];
        found = new Element[length + 1];
        changes = new int[length];
    }

    /**
     * Returns the cached result of the path if the path starts at the same element and the result
     * is still valid; otherwise null.
     */
    @Nullable Element again(Element start) {
        if (!whole || found[0] != start) {
            return null;
        }
        for (int i = 0; i < changes.length; i++) {
            Element searched = found[i];
            if (searched == null || ChildSearch.changes(searched) != changes[i]) {
                return null;
            }
        }
        return found[changes.length];
    }

    /** Returns the cache of one of the steps. */
    StepCache step(int index) {
        StepCache step = steps[index];
        if (step == null) {
            step = new StepCache();
            steps[index] = step;
        }
        return step;
    }

    /**
     * Caches the element that a step found or created. Must be called in the order of the steps.
     */
    void keep(int index, Element parent, Element child) {
        // An exception can prevent later steps from being cached: the cache is then invalid,
        // although it is partly filled.
        whole = index == changes.length - 1;
        found[index] = parent;
        changes[index] = ChildSearch.changes(parent);
        found[index + 1] = child;
        ChildSearch.noted(child);
    }

    /**
     * Whether to read the value of the path from the bytes, which creates no elements. True only
     * for the first read; after a second read, the value is cached in its element.
     */
    boolean isFirstRead(Element start) {
        boolean first = lastRead != start;
        lastRead = start;
        return first;
    }

    /** Invalidates the cache. */
    void forget() {
        whole = false;
        found[0] = null;
    }
}
