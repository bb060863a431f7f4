package io.millrace.engine.esql.library;

import io.millrace.engine.message.Element;

/**
 * What one path step of a program found last time: so that asking again costs nothing, {@code x[i]}
 * after {@code x[i-1]} is one step, and counting a list again looks only at what was appended
 * since.
 *
 * <p>One object per place in the program and run of the module; places with the same step may share
 * one. It holds on to elements: it must not outlive the message. Used by the thread of the message
 * only.
 */
public final class StepCache {

    private Element parent;
    private PathStep step;
    private int changes;

    /**
     * The match found last; null for none, or where it was removed. And how many matches there are
     * up to and including it.
     */
    private Element match;

    private long ordinal;

    /**
     * The last child looked at: {@link #match} or a later one, with no match between; null for
     * none.
     */
    private Element seen;

    /** The child in front of {@link #seen}. */
    private Element before;

    /** Of which element, and for which of its children, the bytes were asked last. */
    private Element asked;

    private long askedFor;

    /** Forgets everything. */
    public void clear() {
        asked = null;
        parent = null;
        step = null;
        match = null;
        seen = null;
        before = null;
        ordinal = 0;
    }

    /**
     * The child that a step with a constant index names, if it was the one found last; else null.
     */
    Element again(Element of, PathStep filter) {
        return again(of, filter, filter.fixed());
    }

    /**
     * The n-th child that a step matches, if it was the one found last; else null, and for steps
     * that count from the last.
     */
    Element again(Element of, PathStep filter, long n) {
        boolean same =
                parent == of
                        && step == filter
                        && ordinal == n
                        && changes == of.changes()
                        && filter.position() != PathStep.Position.BACK;
        return same ? match : null;
    }

    /**
     * Whether to ask the bytes for the value of the n-th child: not for the second time, for a
     * value that is read again is kept by its element.
     */
    boolean asks(Element of, long n) {
        boolean first = asked != of || askedFor != n;
        asked = of;
        askedFor = n;
        return first;
    }

    /** The n-th matching child, counted from 1; null where there are fewer. */
    Element front(Element of, PathStep filter, long n) {
        if (!knows(of, filter)) {
            return begin(of, filter, n) ? match : null;
        }
        if (n == ordinal) {
            return lastMatch();
        }
        if (n < ordinal) {
            if (n > ordinal / 2) {
                return back(ordinal - n);
            }
            restart();
        }
        return goOn(of, filter, n) ? match : null;
    }

    /** The n-th matching child from the last, counted from 1; null where there are fewer. */
    Element back(Element of, PathStep filter, long n) {
        long total = count(of, filter);
        return n > total ? null : front(of, filter, total - n + 1);
    }

    /** How many children match. */
    long count(Element of, PathStep filter) {
        if (knows(of, filter)) {
            goOn(of, filter, Long.MAX_VALUE);
        } else {
            begin(of, filter, Long.MAX_VALUE);
        }
        return ordinal;
    }

    /** How many children match, after a search that found no match. */
    long total() {
        return ordinal;
    }

    /** Whether what was found last was found with this question, and is still true. */
    private boolean knows(Element of, PathStep filter) {
        if (parent != of || step != filter && !filter.sameFilter(step)) {
            return false;
        }
        if (changes != of.changes()) {
            if (!survives(of)) {
                return false;
            }
            changes = of.changes();
        }
        return true;
    }

    /** Searches from the first child on. What was known before stays, should damage be found. */
    private boolean begin(Element of, PathStep filter, long n) {
        if (n == 1 && filter.name() != null && beginsApart(of, filter)) {
            return true;
        }
        seek(of, filter, null, n);
        int before = of.changes();
        boolean found = go(of, filter, n, null, null, null, 0);
        parent = of;
        step = filter;
        changes = before;
        return found;
    }

    /** Whether the first child is one that is found without those before it. */
    private boolean beginsApart(Element of, PathStep filter) {
        Element direct = of.direct(filter.namespace(), filter.name());
        if (direct == null || !filter.matches(direct)) {
            return false;
        }
        direct.noted();
        parent = of;
        step = filter;
        changes = of.changes();
        match = direct;
        seen = direct;
        before = null;
        ordinal = 1;
        return true;
    }

    /**
     * Whether the one thing that happened since is that a child was removed of which it is known
     * where it was; then that is taken into account. Programs that delete in a loop ask so.
     */
    private boolean survives(Element of) {
        if (of.changes() != changes + 1 || seen == null) {
            return false;
        }
        if (seen.isRemoved() && seen.parent() == null) {
            if (ordinal > 0 && step.matches(seen)) {
                match = null;
                ordinal--;
            }
            seen = before;
            before = seen == null ? null : seen.previous();
            return true;
        }
        Element gone = of.takenFromWithin();
        if (gone == null || gone == match || seen.next() != null) {
            return false;
        }
        // It was not behind the last child, so it was in front of it.
        if (step.matches(gone)) {
            ordinal--;
        }
        before = seen.previous();
        return true;
    }

    /** The match at {@link #ordinal}; null where that is 0. */
    private Element lastMatch() {
        if (match == null && ordinal > 0) {
            match = seen;
            while (!step.matches(match)) {
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

    private static void seek(Element of, PathStep filter, Element behind, long n) {
        if (filter.name() != null) {
            of.seek(behind, filter.namespace(), filter.name(), n);
        }
    }

    /** Goes on from the child looked at last. */
    private boolean goOn(Element of, PathStep filter, long n) {
        seek(of, filter, seen, n - ordinal);
        // What that finds lies behind the children looked at.
        changes = of.changes();
        return go(of, filter, n, seen, before, match, ordinal);
    }

    /** Goes on from a child to the n-th match. */
    private boolean go(
            Element of,
            PathStep filter,
            long n,
            Element from,
            Element inFront,
            Element lastFound,
            long number) {
        // In local variables, for each store of a reference into an object costs; and damage found
        // on the way leaves what is known as it was.
        Element found = lastFound;
        Element at = from;
        Element behind = inFront;
        long count = number;
        boolean named = filter.hasName();
        while (count < n) {
            Element following = at == null ? first(of, named) : next(at, named);
            if (following == null) {
                break;
            }
            behind = at;
            at = following;
            following.noted();
            if (filter.matches(following)) {
                found = following;
                count++;
            }
        }
        match = found;
        seen = at;
        before = behind;
        ordinal = count;
        return count >= n;
    }

    private static Element first(Element of, boolean named) {
        return named ? of.firstNamed() : of.firstChild();
    }

    private static Element next(Element at, boolean named) {
        return named ? at.nextNamed() : at.next();
    }

    private Element back(long steps) {
        Element e = lastMatch();
        for (long left = steps; left > 0; ) {
            e = e.previous();
            if (step.matches(e)) {
                left--;
            }
        }
        match = e;
        seen = e;
        before = e.previous();
        ordinal -= steps;
        return e;
    }
}
