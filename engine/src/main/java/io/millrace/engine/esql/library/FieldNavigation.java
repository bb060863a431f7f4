package io.millrace.engine.esql.library;

import io.millrace.engine.message.Element;

/** Search for the neighbours of a field. */
final class FieldNavigation {

    private FieldNavigation() {}

    /**
     * Returns the nearest neighbour in a direction that a filter (null for none) matches; null if
     * no neighbour matches.
     */
    static Element find(Element from, Direction where, PathStep filter) {
        if (from == null) {
            return null;
        }
        boolean backwards = where == Direction.LAST_CHILD || where == Direction.PREVIOUS_SIBLING;
        Element e = begin(from, where);
        if (where == Direction.PARENT) {
            return e == null || filter == null || filter.matches(e) ? e : null;
        }
        while (e != null && filter != null && !filter.matches(e)) {
            e = backwards ? e.previous() : e.next();
        }
        return e;
    }

    private static Element begin(Element from, Direction where) {
        return switch (where) {
            case PARENT -> from.parent();
            case FIRST_CHILD -> from.firstChild();
            case LAST_CHILD -> from.lastChild();
            case PREVIOUS_SIBLING -> from.previous();
            case NEXT_SIBLING -> from.next();
        };
    }
}
