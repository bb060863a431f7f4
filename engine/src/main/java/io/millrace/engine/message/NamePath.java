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
}
