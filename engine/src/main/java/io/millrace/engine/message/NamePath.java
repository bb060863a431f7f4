package io.millrace.engine.message;

import org.jspecify.annotations.Nullable;

/** A path of names from an element down to a field. All names are known in advance. */
public interface NamePath {

    /** Returns the number of names, at least one. */
    int length();

    /** Returns the namespace URI of a name; empty for no namespace, null for any namespace. */
    @Nullable String namespace(int step);

    /** Returns a local name; null for any name. */
    @Nullable String name(int step);

    /** Returns the index, from 1, among the children with the name. */
    long index(int step);

    /**
     * Returns the position that a content has {@linkplain #remember remembered} for this path; null
     * if there is none.
     */
    default @Nullable Object remembered() {
        return null;
    }

    /**
     * Remembers the position of the field for a content, so that the next lookup is faster. Threads
     * that use the path share the object, and contents overwrite each other's objects. The object
     * must be immutable, specify for what it is valid, and refer to no message. A path that is used
     * only once caches nothing.
     */
    default void remember(Object place) {
        // Only paths that are used repeatedly need it.
    }
}
