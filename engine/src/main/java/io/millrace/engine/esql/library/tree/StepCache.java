package io.millrace.engine.esql.library.tree;

import io.millrace.engine.message.ChildSearch;
import io.millrace.engine.message.Element;

import org.jspecify.annotations.Nullable;

/**
 * A cache of the element that one path step of a program found last time. A repeated read is
 * immediate, and {@code x[i]} after {@code x[i-1]} is a single move. A repeated count of a list
 * visits only the elements appended since the last count.
 *
 * <p>One object exists per position in the program and invocation of the module; positions with the
 * same step can share an object. The cache refers to elements, so it must not outlive the message.
 * Only for the thread that processes the message.
 */
public final class StepCache {

    private @Nullable Element parent;
    private @Nullable PathStep step;
    private int changes;

    /**
     * The last match found; null if there is none or it was removed. {@code ordinal} is the number
     * of matches up to and including this match.
     */
    private @Nullable Element match;

    private long ordinal;

    /**
     * Last child visited: {@link #match} or a later child, with no match between them; null if no
     * child was visited.
     */
    private @Nullable Element seen;

    /** Child before {@link #seen}. */
    private @Nullable Element before;

    /** Element whose value was last read from the bytes; {@code lookedUp} is the child. */
    private @Nullable Element lastRead;

    private long lookedUp;

    /** Clears the cache. */
    public void clear() {
        lastRead = null;
        parent = null;
        step = null;
        match = null;
        seen = null;
        before = null;
        ordinal = 0;
    }

    /** Returns the child for a step with a constant index if it is cached; otherwise null. */
    @Nullable Element again(Element of, PathStep filter) {
        return again(of, filter, filter.fixed());
    }

    /**
     * Returns the n-th child that matches a step if it is cached. Otherwise, and for steps that
     * count from the last child, returns null.
     */
    @Nullable Element again(Element of, PathStep filter, long n) {
        boolean same =
                parent == of
                        && step == filter
                        && ordinal == n
                        && changes == ChildSearch.changes(of)
                        && filter.position() != PathStep.Position.BACK;
        return same ? match : null;
    }

    /**
     * Whether to read the value of the n-th child from the bytes. True only for the first read;
     * after a second read, the value is cached in its element.
     */
    boolean isFirstRead(Element of, long n) {
        boolean first = lastRead != of || lookedUp != n;
        lastRead = of;
        lookedUp = n;
        return first;
    }

    /** Returns the n-th matching child, counted from 1; null if fewer children match. */
    @Nullable Element front(Element of, PathStep filter, long n) {
        if (!knows(of, filter)) {
            return begin(of, filter, n) ? match : null;
        }
        if (n == ordinal) {
            return lastMatch(filter);
        }
        if (n < ordinal) {
            if (n > ordinal / 2) {
                return goBack(filter, ordinal - n);
            }
            restart();
        }
        return goOn(of, filter, n) ? match : null;
    }

    /**
     * Returns the n-th matching child from the last, counted from 1; null if fewer children match.
     */
    @Nullable Element back(Element of, PathStep filter, long n) {
        long total = count(of, filter);
        return n > total ? null : front(of, filter, total - n + 1);
    }

    /** Returns the number of matching children. */
    long count(Element of, PathStep filter) {
        if (knows(of, filter)) {
            goOn(of, filter, Long.MAX_VALUE);
        } else {
            begin(of, filter, Long.MAX_VALUE);
        }
        return ordinal;
    }

    /** Returns the number of matching children, after a search that reached the last child. */
    long total() {
        return ordinal;
    }

    /** Whether the cached state is valid for an element and a filter. */
    private boolean knows(Element of, PathStep filter) {
        if (parent != of || step != filter && !filter.sameFilter(step)) {
            return false;
        }
        if (changes != ChildSearch.changes(of)) {
            if (!survives(of, filter)) {
                return false;
            }
            changes = ChildSearch.changes(of);
        }
        return true;
    }

    /** Searches from the first child. If damaged data is found, the previous state remains. */
    private boolean begin(Element of, PathStep filter, long n) {
        if (n == 1 && filter.name() != null && beginsApart(of, filter)) {
            return true;
        }
        seek(of, filter, null, n);
        int before = ChildSearch.changes(of);
        boolean found = go(of, filter, n, null, null, null, 0);
        parent = of;
        step = filter;
        changes = before;
        return found;
    }

    /** Whether the first match can be found without parsing the children before it. */
    private boolean beginsApart(Element of, PathStep filter) {
        String name = filter.name();
        Element direct = name == null ? null : ChildSearch.direct(of, filter.namespace(), name);
        if (direct == null || !filter.matches(direct)) {
            return false;
        }
        ChildSearch.noted(direct);
        parent = of;
        step = filter;
        changes = ChildSearch.changes(of);
        match = direct;
        seen = direct;
        before = null;
        ordinal = 1;
        return true;
    }

    /**
     * Whether only the child at a known position was removed since the state was cached. The state
     * is then adjusted. Programs that delete in a loop have this case.
     */
    private boolean survives(Element of, PathStep filter) {
        if (ChildSearch.changes(of) != changes + 1 || seen == null) {
            return false;
        }
        if (seen.isRemoved() && seen.parent() == null) {
            if (ordinal > 0 && filter.matches(seen)) {
                match = null;
                ordinal--;
            }
            seen = before;
            before = seen == null ? null : seen.previous();
            return true;
        }
        Element gone = ChildSearch.takenFromWithin(of);
        if (gone == null || gone == match || seen.next() != null) {
            return false;
        }
        // The removed child is not after the last visited child, so it is before it.
        if (filter.matches(gone)) {
            ordinal--;
        }
        before = seen.previous();
        return true;
    }

    /** Returns the match at {@link #ordinal}; null if {@link #ordinal} is 0. */
    private @Nullable Element lastMatch(PathStep filter) {
        if (match == null && ordinal > 0) {
            match = seen;
            while (match != null && !filter.matches(match)) {
                match = match.previous();
            }
        }
        return match;
    }

    private void restart() {
        match = null;
        seen = null;
        before = null;
        ordinal = 0;
    }

    private static void seek(Element of, PathStep filter, @Nullable Element after, long n) {
        if (filter.name() != null) {
            ChildSearch.seek(of, after, filter.namespace(), filter.name(), n);
        }
    }

    /** Continues the search after the last visited child. */
    private boolean goOn(Element of, PathStep filter, long n) {
        seek(of, filter, seen, n - ordinal);
        // A match found there is after the visited children.
        changes = ChildSearch.changes(of);
        return go(of, filter, n, seen, before, match, ordinal);
    }

    /** Continues the search from a child to the n-th match. */
    private boolean go(
            Element of,
            PathStep filter,
            long n,
            @Nullable Element from,
            @Nullable Element inFront,
            @Nullable Element lastFound,
            long number) {
        // Local variables are used because each store of a reference into an object is slow, and
        // because the cached state must not change if damage is found.
        Element found = lastFound;
        Element at = from;
        Element after = inFront;
        long count = number;
        boolean named = filter.hasName();
        while (count < n) {
            Element following =
                    at == null ? ChildSearch.first(of, named) : ChildSearch.next(at, named);
            if (following == null) {
                break;
            }
            after = at;
            at = following;
            ChildSearch.noted(following);
            if (filter.matches(following)) {
                found = following;
                count++;
            }
        }
        match = found;
        seen = at;
        before = after;
        ordinal = count;
        return count >= n;
    }

    private @Nullable Element goBack(PathStep filter, long steps) {
        Element e = lastMatch(filter);
        for (long left = steps; left > 0 && e != null; ) {
            e = e.previous();
            if (e != null && filter.matches(e)) {
                left--;
            }
        }
        match = e;
        seen = e;
        before = e == null ? null : e.previous();
        ordinal -= steps;
        return e;
    }
}
