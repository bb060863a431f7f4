package io.millrace.engine.message;

import org.jspecify.annotations.Nullable;

/** A path of names from an element down to a field. All names are known in advance. */
public interface NamePath {

    /** Returns the number of names, at least one. */
    int length();

    /** Returns the namespace URI of a name; empty for none, null for any. */
    @Nullable String namespace(int step);

    /** Returns a local name; null for any. */
    @Nullable String name(int step);

    /** Returns which child with the name is meant, from 1. */
    long index(int step);

    /** Returns the position that a content has {@linkplain #remember remembered} here. */
    default @Nullable Object remembered() {
        return null;
    }

    /**
     * Keeps the position of the field for a content, so that the next lookup is faster. Threads
     * that use the path share the object, and contents overwrite each other's objects. It must be
     * immutable, specify what it is valid for, and hold no reference to a message. A path that is
     * used once keeps nothing.
     */
    default void remember(Object place) {
        // Only who is asked again and again has a use for it.
    }
}
