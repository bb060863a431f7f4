package io.millrace.engine.esql.library.tree;

import io.millrace.engine.message.Element;

import org.jspecify.annotations.Nullable;

/**
 * The state of a REFERENCE variable: the field that it points to and whether the last move
 * succeeded.
 *
 * <p>A failed move leaves the reference unchanged. If the part of the tree that it points to is
 * deleted, {@link #element} returns null. Statements through the reference then have no effect
 * until a MOVE ... TO succeeds (WMQI ESQL reference, MOVE and DELETE statements). For the thread of
 * the message only.
 */
public final class FieldReference {

    private @Nullable Element element;
    private boolean lastMove;

    /** Returns a reference to a field. If the field is null, the reference points to nothing. */
    public static FieldReference at(Element field) {
        return to(field, null, null);
    }

    /**
     * Performs DECLARE ... REFERENCE TO.
     *
     * @param found the field at the path; null if it is missing
     * @param otherwise target if {@code found} is missing; LASTMOVE is then FALSE. The initial
     *     field is the field of the first name in the path (IBM documentation, "Creating dynamic
     *     field references"); null if this field is also missing
     * @param top target if both fields are missing
     */
    public static FieldReference to(
            @Nullable Element found, @Nullable Element otherwise, @Nullable Element top) {
        FieldReference made = new FieldReference();
        made.element = found != null ? found : otherwise != null ? otherwise : top;
        made.lastMove = found != null;
        return made;
    }

    /** Returns the field that the reference points to; null if that field was deleted. */
    public @Nullable Element element() {
        return element == null || element.isRemoved() ? null : element;
    }

    /**
     * Whether the last MOVE or the declaration found its field, and that field still exists
     * (LASTMOVE).
     */
    public boolean lastMove() {
        return lastMove && element() != null;
    }

    /**
     * Performs MOVE ... TO and CREATE ... AS. If the target is null, which represents a missing
     * field, the reference does not move.
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
     * @param filter step whose type, namespace and name are compared; null matches any neighbour
     */
    public void move(Direction where, @Nullable PathStep filter) {
        moveTo(FieldNavigation.find(element(), where, filter));
    }

    /**
     * Performs MOVE NEXTSIBLING or PREVIOUSSIBLING ... REPEAT: moves to the nearest sibling with
     * the same type, the same name, or both.
     *
     * @param sameType whether REPEAT TYPE is specified
     * @param sameName whether REPEAT NAME is specified
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
