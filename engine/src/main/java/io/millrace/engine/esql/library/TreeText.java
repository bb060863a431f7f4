package io.millrace.engine.esql.library;

import io.millrace.engine.message.Element;

/**
 * Prints an element tree as WMQI's Trace node does:
 *
 * <pre>
 * (
 *   (0x01000000:Folder):order = (
 *     (0x03000000:Field):id = 7
 *   )
 * )
 * </pre>
 */
public final class TreeText {

    private TreeText() {}

    /** The children of an element, or its value where it has none. NULL for null. Bounded to a million characters. */
    public static String of(Element element) {
        throw new UnsupportedOperationException();
    }
}
