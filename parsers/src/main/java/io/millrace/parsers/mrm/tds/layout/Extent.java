package io.millrace.parsers.mrm.tds.layout;

/** Rule for finding the end of a value or folder. */
public sealed interface Extent {

    Extent MARKED = new Marked();

    /** Markup after it ends it; for folders, their own markup. */
    record Marked() implements Extent {}

    /**
     * A fixed number of units.
     *
     * @param unit bytes of one; 0 for characters
     */
    record Fixed(int count, int unit) implements Extent {}

    /**
     * The length is in an earlier field.
     *
     * @param inclusive whether that field also counts its own characters
     * @param unit bytes of one; 0 for characters
     */
    record Referenced(Reference field, boolean inclusive, int unit) implements Extent {}

    /** A length in 1 or 2 bytes before it, in bytes. */
    record Prefixed(int bytes) implements Extent {}

    /** A zero character ends it. */
    record Terminated() implements Extent {}

    /** The encoding characters of HL7: up to the second field separator. */
    record EncodingCharacters() implements Extent {}

    /** Up to the end of the enclosing folder. */
    record ToEnd() implements Extent {}
}
