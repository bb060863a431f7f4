package io.millrace.store.journal;

/**
 * The length and checksum of the data written to a file.
 *
 * @param length number of bytes, from the beginning
 * @param sum checksum of these bytes
 * @param head bytes 8 to 15 of the file: in a journal, the number of its use
 * @param flags {@link #FORCED}, {@link #OPTIONAL}
 */
record FileState(long length, int sum, long head, int flags) {

    /** Flag of a file that was forced to disk before this state was stored. */
    static final int FORCED = 1;

    /** Flag of a file that is being renamed and may be missing. */
    static final int OPTIONAL = 2;

    boolean isForced() {
        return (flags & FORCED) != 0;
    }

    boolean isOptional() {
        return (flags & OPTIONAL) != 0;
    }

    FileState forced() {
        return new FileState(length, sum, head, flags | FORCED);
    }

    FileState optional() {
        return new FileState(length, sum, head, flags | OPTIONAL);
    }

    FileState required() {
        return new FileState(length, sum, head, flags & ~OPTIONAL);
    }
}
