package io.millrace.engine.message;

/**
 * The generic element types of all domains. WMQI's trace shows them in hexadecimal. Domains also
 * have their own constants. The upper byte always specifies whether an element has a name, a value,
 * or both.
 */
public final class ElementType {

    /** A folder: a name, no value. */
    public static final int NAME = 0x01000000;

    /** A value without a name. */
    public static final int VALUE = 0x02000000;

    /** A field: a name and a value. */
    public static final int NAME_VALUE = 0x03000000;

    private static final int KIND = 0xFF000000;

    private ElementType() {}

    /** Returns the generic kind of a domain's type: NAME, VALUE or NAME_VALUE. */
    public static int kind(int type) {
        return type & KIND;
    }
}
