package io.millrace.engine.message;

/**
 * Where the bytes of one kind of message hold some fields: what a {@link Content} makes for a
 * {@link FieldReader}, which alone calls it. It is turned to one folder after the other and then
 * decodes their fields where they lie, without an element or a {@link Value} being made. Used by
 * the reader's thread alone.
 */
public abstract class FieldBytes {

    /**
     * Turns to a folder whose content {@linkplain Element#answers answers}.
     *
     * @return false where what is known here is not true of this folder: of another layout, or of
     *     bytes that end too early
     */
    protected abstract boolean turn(Element folder);

    /**
     * Which of the methods below reads a field.
     *
     * @return INTEGER, FLOAT or CHARACTER; null where only {@link Content#answer} or its element
     *     tells it
     */
    protected abstract ValueType type(int field);

    /**
     * Whether a field is to be read by its method in the folder turned to; asked right before it
     * is. Where it is not, {@link Content#answer} or its element tells it.
     *
     * @throws io.millrace.engine.error.MillraceException where the message is damaged on the way
     *     there
     */
    protected boolean has(int field) {
        return true;
    }

    /** An INTEGER, of the folder turned to. */
    protected abstract long integer(int field);

    /** A FLOAT, of the folder turned to. */
    protected abstract double real(int field);

    /** A CHARACTER, of the folder turned to. */
    protected abstract String text(int field);
}
