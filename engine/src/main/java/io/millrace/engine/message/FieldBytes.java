package io.millrace.engine.message;

import org.jspecify.annotations.Nullable;

/**
 * The byte positions of some fields in one kind of message. A {@link Content} creates the object
 * for a {@link FieldReader}, which is the only caller. The reader positions it on one folder after
 * another. It then decodes the fields of the folder in place, without creating an element or a
 * {@link Value}. Only for the reader's thread.
 */
public abstract class FieldBytes {

    /**
     * Positions this object on a folder that {@linkplain ChildSearch#answers supports direct
     * reads}.
     *
     * @return false if the positions are not valid for this folder: it has another layout, or its
     *     bytes end too early
     */
    protected abstract boolean turn(Element folder);

    /**
     * Returns the type of a field, which selects the method that reads it.
     *
     * @return INTEGER, FLOAT or CHARACTER; null if only {@link Content#readDirect} or an element
     *     provides the value
     */
    protected abstract @Nullable ValueType type(int field);

    /**
     * Whether the method for the field's type can read the field in the current folder. Must be
     * called immediately before that method. If false, {@link Content#readDirect} or an element
     * provides the value.
     *
     * @throws io.millrace.engine.error.MillraceException if the message is damaged before the field
     */
    protected boolean has(int field) {
        return true;
    }

    /** Returns an INTEGER of the current folder. */
    protected abstract long integer(int field);

    /** Returns a FLOAT of the current folder. */
    protected abstract double real(int field);

    /** Returns a CHARACTER of the current folder. */
    protected abstract String text(int field);
}
