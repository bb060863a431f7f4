package io.millrace.server.deploy;

/**
 * The author of a change, the revision on which it is based, and the author's rights.
 *
 * @param author user who makes the change: its name or, for the local administrator, in the form
 *     {@code user@host}
 * @param revision revision of the application on which the change is based; 0 for an application
 *     that does not exist; -1 if any revision may be changed
 * @param approval decision whether the author may make the change
 */
public record Condition(String author, long revision, Approval approval) {

    /** Any revision may be changed. */
    public static final long ANY = -1;
}
