package io.millrace.engine.esql.library.tree;

import io.millrace.engine.message.Element;

import org.jspecify.annotations.Nullable;

/** Search for neighbours of a field. */
final class FieldNavigation {

    private FieldNavigation() {}

    /**
     * Returns the nearest neighbour in a direction that matches a filter; null if no neighbour
     * matches. A null filter matches every neighbour.
     */
    static @Nullable Element find(
            @Nullable Element from, Direction where, @Nullable PathStep filter) {
        if (from == null) {
            return null;
        }
        boolean backwards = where == Direction.LASTCHILD || where == Direction.PREVIOUSSIBLING;
        Element e = begin(from, where);
        if (where == Direction.PARENT) {
            return e == null || filter == null || filter.matches(e) ? e : null;
        }
        while (e != null && filter != null && !filter.matches(e)) {
            e = backwards ? e.previous() : e.next();
        }
        return e;
    }

    private static @Nullable Element begin(Element from, Direction where) {
        return switch (where) {
            case PARENT -> from.parent();
            case FIRSTCHILD -> from.firstChild();
            case LASTCHILD -> from.lastChild();
            case PREVIOUSSIBLING -> from.previous();
            case NEXTSIBLING -> from.next();
        };
    }
}
