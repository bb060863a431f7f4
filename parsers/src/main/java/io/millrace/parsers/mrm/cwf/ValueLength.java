package io.millrace.parsers.mrm.cwf;

/** Rule for finding the end of a value. */
sealed interface ValueLength {

    /** A fixed number of bytes. */
    record Fixed(int bytes) implements ValueLength {}

    /** A number of characters of one or more bytes. */
    record Characters(int count) implements ValueLength {}

    /**
     * The length is in an earlier field.
     *
     * @param inclusive whether that field also counts its own bytes
     * @param unit number of bytes of a unit; 0 for characters of one or more bytes
     */
    record Referenced(Reference field, boolean inclusive, int unit) implements ValueLength {}

    /**
     * The length is in the bytes before it.
     *
     * @param bytes 1 or 2
     * @param unit number of bytes of a unit; 0 for characters of one or more bytes
     */
    record Prefixed(int bytes, int unit) implements ValueLength {}

    /** A zero character ends it. */
    record Terminated() implements ValueLength {}

    /** Up to the end of the message. */
    record ToEnd() implements ValueLength {}
}
