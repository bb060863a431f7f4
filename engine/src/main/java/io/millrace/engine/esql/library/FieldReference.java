package io.millrace.engine.esql.library;

import io.millrace.engine.message.Element;

/**
 * A REFERENCE variable: where it points, and whether its last move succeeded.
 *
 * <p>A failed move leaves it where it was. A reference into a part of a tree that was deleted leads
 * nowhere: {@link #element} gives null, so that statements through it have no effect, until a MOVE
 * ... TO succeeds (WMQI ESQL reference, MOVE and DELETE statements). Used by the thread of the
 * message only.
 */
public final class FieldReference {

    private Element element;
    private boolean lastMove;

    /** A reference to a field, or with LASTMOVE FALSE to another where that is missing. */
    public static FieldReference to(Element found, Element otherwise) {
        return to(found, otherwise, null);
    }

    /**
     * DECLARE ... REFERENCE TO.
     *
     * @param found the field it names; null where it is missing
     * @param otherwise where the reference points then, with LASTMOVE FALSE: what the first name of
     *     the path means (IBM documentation, "Creating dynamic field references"); null where that
     *     is missing, too
     * @param top where it points then
     */
    public static FieldReference to(Element found, Element otherwise, Element top) {
        FieldReference made = new FieldReference();
        made.element = found != null ? found : otherwise != null ? otherwise : top;
        made.lastMove = found != null;
        return made;
    }

    /** Where it points; null where that was deleted. */
    public Element element() {
        return element == null || element.isRemoved() ? null : element;
    }

    /**
     * LASTMOVE: whether the last MOVE, or the declaration, found its field and the field is still
     * there.
     */
    public boolean lastMove() {
        return lastMove && element() != null;
    }

    /** MOVE ... TO, and CREATE ... AS. Null for a field that is missing: the reference stays. */
    public void moveTo(Element target) {
        lastMove = target != null;
        if (target != null) {
            element = target;
        }
    }

    /** MOVE to a neighbour of any name and type. */
    public void move(Direction where) {
        moveTo(Moves.find(element(), where, null));
    }

    /**
     * MOVE to the nearest neighbour that a filter matches; others are skipped.
     *
     * @param filter only its type, name space and name are used
     */
    public void move(Direction where, PathStep filter) {
        moveTo(Moves.find(element(), where, filter));
    }

    /**
     * MOVE NEXTSIBLING or PREVIOUSSIBLING ... REPEAT: to the nearest sibling that is as this one.
     *
     * @param sameType REPEAT TYPE
     * @param sameName REPEAT NAME
     */
    public void moveRepeat(Direction where, boolean sameType, boolean sameName) {
        Element from = element();
        moveTo(
                from == null
                        ? null
                        : Moves.find(from, where, PathStep.like(from, sameType, sameName)));
    }
}
