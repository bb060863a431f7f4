package io.millrace.engine.message;

/** Names that lead from an element down to a field, one below the other, all known beforehand. */
public interface NamePath {

    /** How many names there are; at least one. */
    int length();

    /** The name space's URI, empty for none; null where it does not matter. */
    String namespace(int step);

    /** A local name; null for any. */
    String name(int step);

    /** Which child of the name is meant, from 1. */
    long index(int step);

    /**
     * What a content has {@linkplain #remember remembered} here of where the path led; null for
     * nothing.
     */
    default Object remembered() {
        return null;
    }

    /**
     * Keeps for a content where the path led, so that it is found sooner the next time. Threads
     * that use the path share what is kept, and contents overwrite each other's: it must be
     * immutable, say what it is true of, and hold on to no message. A path that is used once keeps
     * nothing.
     */
    default void remember(Object place) {
        // Only who is asked again and again has a use for it.
    }
}
