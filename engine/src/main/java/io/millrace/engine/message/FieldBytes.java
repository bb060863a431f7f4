package io.millrace.engine.message;

import org.jspecify.annotations.Nullable;

/**
 * The byte positions of some fields in one kind of message. A {@link Content} makes it for a {@link
 * FieldReader}, which is its only caller. The reader turns it to one folder after the other. It
 * then decodes their fields in place, without making an element or a {@link Value}. For the
 * reader's thread only.
 */
public abstract class FieldBytes {

    /**
     * Turns to a folder whose content {@linkplain Element#answers answers}.
     *
     * @return false if the positions are not valid for this folder: it has another layout, or its
     *     bytes end too early
     */
    protected abstract boolean turn(Element folder);

    /**
     * Returns the type of a field, which selects the method below that reads it.
     *
     * @return INTEGER, FLOAT or CHARACTER; null if only {@link Content#readDirect} or its element
     *     provides the value
     */
    protected abstract @Nullable ValueType type(int field);

    /**
     * Whether the field's method can read it in the current folder. Must be called immediately
     * before that method. If false, {@link Content#readDirect} or its element provides the value.
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
