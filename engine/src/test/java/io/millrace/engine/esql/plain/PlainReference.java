package io.millrace.engine.esql.plain;

/** A REFERENCE variable. */
final class PlainReference {

    private PlainField field;
    private boolean moved;

    /**
     * @param otherwise where it points if there is no such field
     */
    static PlainReference to(PlainField found, PlainField otherwise) {
        PlainReference made = new PlainReference();
        made.field = found == null ? otherwise : found;
        made.moved = found != null;
        return made;
    }

    PlainField field() {
        return field == null || field.isDeleted ? null : field;
    }

    boolean lastMove() {
        return moved && field() != null;
    }

    void moveTo(PlainField found) {
        moved = found != null;
        if (moved) {
            field = found;
        }
    }
}
