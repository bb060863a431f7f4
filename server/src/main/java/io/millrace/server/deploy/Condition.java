package io.millrace.server.deploy;

/**
 * The author of a change, and the revision on which it is based.
 *
 * @param author user who makes the change, in the form {@code user@host}
 * @param revision revision of the application on which the change is based; 0 for an application
 *     that does not exist; -1 if any revision may be changed
 */
public record Condition(String author, long revision) {

    /** Any revision may be changed. */
    public static final long ANY = -1;
}
