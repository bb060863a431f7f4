package io.millrace.parsers.mrm.cwf;

/** Rule for finding the end of a value. */
sealed interface ValueLength {

    /** A fixed number of bytes. */
    record Fixed(int bytes) implements ValueLength {}

    /** A number of characters of one or more bytes. */
    record Characters(int count) implements ValueLength {}

    /**
     * An earlier field specifies it.
     *
     * @param inclusive whether that field counts its own bytes too
     * @param unit bytes that a unit of it has; 0 for characters of one or more bytes
     */
    record Referenced(Reference field, boolean inclusive, int unit) implements ValueLength {}

    /**
     * The bytes before it specify it.
     *
     * @param bytes 1 or 2
     * @param unit bytes that a unit of it has; 0 for characters of one or more bytes
     */
    record Prefixed(int bytes, int unit) implements ValueLength {}

    /** A character zero ends it. */
    record Terminated() implements ValueLength {}

    /** Up to the end of the message. */
    record ToEnd() implements ValueLength {}
}
