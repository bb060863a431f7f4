package io.millrace.engine.esql.library.tree;

import io.millrace.engine.message.Element;

import org.jspecify.annotations.Nullable;

/**
 * A REFERENCE variable: the field it points to, and whether its last move succeeded.
 *
 * <p>A failed move leaves the reference unchanged. If the part of the tree that it points to is
 * deleted, {@link #element} returns null. Statements through the reference then have no effect
 * until a MOVE ... TO succeeds (WMQI ESQL reference, MOVE and DELETE statements). For the thread of
 * the message only.
 */
public final class FieldReference {

    private @Nullable Element element;
    private boolean lastMove;

    /** Returns a reference to a field. */
    public static FieldReference at(Element field) {
        return to(field, null, null);
    }

    /**
     * Performs DECLARE ... REFERENCE TO.
     *
     * @param found the named field; null if it is missing
     * @param otherwise target if {@code found} is missing, with LASTMOVE FALSE: the field that the
     *     first name of the path refers to (IBM documentation, "Creating dynamic field
     *     references"); null if that is missing, too
     * @param top target if both are missing
     */
    public static FieldReference to(
            @Nullable Element found, @Nullable Element otherwise, @Nullable Element top) {
        FieldReference made = new FieldReference();
        made.element = found != null ? found : otherwise != null ? otherwise : top;
        made.lastMove = found != null;
        return made;
    }

    /** Returns the field that the reference points to, or null if that field was deleted. */
    public @Nullable Element element() {
        return element == null || element.isRemoved() ? null : element;
    }

    /**
     * Whether the last MOVE, or the declaration, found its field and that field still exists
     * (LASTMOVE).
     */
    public boolean lastMove() {
        return lastMove && element() != null;
    }

    /**
     * Performs MOVE ... TO, and CREATE ... AS. Null for a missing field: the reference stays
     * unchanged.
     */
    public void moveTo(@Nullable Element target) {
        lastMove = target != null;
        if (target != null) {
            element = target;
        }
    }

    /**
     * Performs MOVE to the nearest neighbour that matches a filter. Other neighbours are skipped.
     *
     * @param filter step of which only the type, namespace and name are used; null for any
     *     neighbour
     */
    public void move(Direction where, @Nullable PathStep filter) {
        moveTo(FieldNavigation.find(element(), where, filter));
    }

    /**
     * Performs MOVE NEXTSIBLING or PREVIOUSSIBLING ... REPEAT: moves to the nearest sibling with
     * the same type, the same name, or both.
     *
     * @param sameType REPEAT TYPE
     * @param sameName REPEAT NAME
     */
    public void moveRepeat(Direction where, boolean sameType, boolean sameName) {
        Element from = element();
        moveTo(
                from == null
                        ? null
                        : FieldNavigation.find(
                                from, where, PathStep.like(from, sameType, sameName)));
    }
}
